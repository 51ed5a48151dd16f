import { expect, test } from 'vitest';
import { boundedText, lifetimeSeconds } from '../../../../main/core/account/oauth/token-response.ts';

test.each([
  [3600, 3600],
  ['3600', 3600],
  [' 3600 ', 3600],
  ['3600.5', 3600.5],
  ['3600.25', 3600.25],
  ['0x10', null],
  ['1e3', null],
  ['+60', null],
  [30 * 86_400 + 1, 30 * 86_400],
  ['3600.', null],
  ['3600.x', null],
  ['1h', null],
  ['-1', null],
  ['', null],
  [1, 1],
  [0.9, null],
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [null, null],
  [undefined, null],
])('reads expires_in %j as %j seconds', (value, expected) => {
  expect(lifetimeSeconds(value)).toBe(expected);
});

async function* parts(sizes: readonly number[], error?: Error) {
  for (const size of sizes) yield Buffer.alloc(size, 'a');
  if (error) throw error;
}

test.each([
  [[3, 4], 7],
  [[65_536], 65_536],
  [[65_536, 1], 0],
  [[], 0],
])('reads a body of %j bytes as %i characters', async (sizes, characters) => {
  expect((await boundedText({ body: parts(sizes) })).length).toBe(characters);
});

test('reads no body as empty, and throws if the connection broke', async () => {
  expect(await boundedText({ body: null })).toBe('');
  await expect(boundedText({ body: parts([3], new Error('reset')) })).rejects.toThrow('reset');
});
