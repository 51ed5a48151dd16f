import { expect, test } from 'vitest';
import { fromText, normalized, toText } from '../../../../main/core/platform/text/weights-text.ts';

test('weights are stored as a character each, the largest as the highest', () => {
  expect(toText([1])).toBe('~');
  expect(toText([1, 0.5, 1e-30])).toMatch(/^~.#$/);
  expect(toText([0.2, 1, 0.2])).toBe(toText([0.4, 2, 0.4]));
});

test('weights that are read again have nearly the same shares', () => {
  const weights = normalized([8, 4, 2, 1, 0.1]);
  const read = fromText(toText(weights));
  expect(read.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  for (const [index, weight] of weights.entries()) expect(read[index]! / weight).toBeCloseTo(1, 1);
});
