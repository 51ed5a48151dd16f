// What the shortcut says about itself, where Electron answers at once and where a desktop decides later.
import { beforeEach, expect, test, vi } from 'vitest';
import { createCaptureShortcut } from '../../../main/electron/system/capture-shortcut.ts';

const registered = vi.hoisted(() => new Map<string, () => void>());
const world = vi.hoisted(() => ({ isFree: true, keepsKeys: false }));

vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, press: () => void) {
      if (world.isFree) registered.set(accelerator, press);
      return world.isFree;
    },
    unregister: (accelerator: string) => void (world.keepsKeys || registered.delete(accelerator)),
  },
}));

beforeEach(() => {
  registered.clear();
  Object.assign(world, { isFree: true, keepsKeys: false });
});

test.each([
  [false, true, 'on'],
  [false, false, 'refused'],
  [true, true, 'asked'],
  [true, false, 'refused'],
])('where the desktop decides (%s) and the keys are free (%s), it is %s', (isAsked, isFree, state) => {
  world.isFree = isFree;
  const shortcut = createCaptureShortcut(() => {}, isAsked);
  shortcut.follow('Control+Shift+U');
  expect(shortcut.state()).toBe(state);
  shortcut.follow('');
  expect([shortcut.state(), registered.size]).toEqual(['off', 0]);
});

test('ignores keys that the desktop keeps after they were changed', () => {
  world.keepsKeys = true;
  let presses = 0;
  const shortcut = createCaptureShortcut(() => (presses += 1), true);
  shortcut.follow('Control+Shift+U');
  shortcut.follow('Control+Shift+K');
  registered.get('Control+Shift+U')?.();
  expect(presses).toBe(0);
  registered.get('Control+Shift+K')?.();
  expect(presses).toBe(1);
});
