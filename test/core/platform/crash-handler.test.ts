import { expect, test } from 'vitest';
import { createCrashHandler } from '../../../main/core/platform/crash-handler.ts';

test('shows one message for several exceptions, without their details, and ends', () => {
  const shown: string[] = [];
  const logged: string[] = [];
  let ends = 0;
  const onBug = createCrashHandler({
    log: { debug() {}, info() {}, warn() {}, error: (message) => void logged.push(message) },
    show: (_title, message) => shown.push(message.id),
    end: () => void (ends += 1),
  });
  onBug(new Error('something internal'));
  onBug(new Error('another one'));
  expect(logged).toHaveLength(2);
  expect(shown).toEqual(['app.crashed']);
  expect(ends).toBe(1);
});
