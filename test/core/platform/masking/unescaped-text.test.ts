import { expect, test } from 'vitest';
import { unescapedLayers } from '../../../../main/core/platform/masking/unescaped-text.ts';

const layersOf = (text: string) => Array.from(unescapedLayers(text), ({ bytes }) => Buffer.from(bytes).toString());

test.each([
  ['plain', []],
  ['a%20b', ['a b']],
  ['a\\u0041', ['aA']],
  ['\\ud83d\\ude00!', ['😀!']],
  // Half of a pair, followed by something else.
  ['\\ud83dabde00', ['\ufffdabde00']],
  ['\\ud83d\\n41', ['\ufffd\n41']],
  ['\\ud83d\\u0041', ['\ufffdA']],
  ['\\ude00\\u0041', ['\ufffdA']],
  ['%2541', ['%41', 'A']],
  ['%4', []],
  ['%zz', []],
])('without the escapes of %s', (text, layers) => {
  const [first, ...rest] = layersOf(text);
  expect(first).toBe(text);
  expect(rest).toEqual(layers);
});
