import { expect, test } from 'vitest';
import { createFramePace } from '../../../renderer/logbook/map/use-flight-map.ts';

const verdicts = (times: readonly number[], pace = createFramePace()) => times.map((at) => pace.isSlow(at));

test('a map that is drawn in each frame is not slow', () => {
  expect(verdicts([0, 17, 33, 50, 67, 83])).not.toContain(true);
});

test('after two slow frames, it is slow until it rests', () => {
  const pace = createFramePace();
  expect(verdicts([0, 33, 66, 83, 100], pace)).toEqual([false, false, true, true, true]);
  pace.reset();
  expect(verdicts([110, 127, 143], pace)).not.toContain(true);
});

test('one slow frame, and pauses of the pointer, are not slowness', () => {
  expect(verdicts([0, 40, 57, 500, 900, 917, 1_400])).not.toContain(true);
});
