import { expect, test } from 'vitest';
import { createCrashHandler } from '../../../main/core/platform/crash-handler.ts';

test('the last resort tells the pilot once, in plain words, and ends', () => {
  const told: string[] = [];
  const logged: string[] = [];
  let ends = 0;
  const onBug = createCrashHandler({
    log: { debug() {}, info() {}, warn() {}, error: (message) => void logged.push(message) },
    tell: (_title, message) => told.push(message),
    end: () => void (ends += 1),
  });
  onBug(new Error('something internal'));
  onBug(new Error('another one'));
  expect(logged).toHaveLength(2);
  expect(told).toHaveLength(1);
  expect(told[0]).not.toMatch(/error|internal|!/i);
  expect(ends).toBe(1);
});
