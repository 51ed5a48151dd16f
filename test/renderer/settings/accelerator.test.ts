import { expect, test } from 'vitest';
import { acceleratorOf } from '../../../renderer/settings/background-section.tsx';
import { settingsSchema } from '../../../main/contract/settings.ts';

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

test.each([
  [{ key: 'u', code: 'KeyU', ctrlKey: true }, 'Control+U'],
  [{ key: 'U', code: 'KeyU', ctrlKey: true, shiftKey: true }, 'Control+Shift+U'],
  // On a German keyboard, Z is where Y is on an English one.
  [{ key: 'z', code: 'KeyY', altKey: true }, 'Alt+Z'],
  [{ key: '∑', code: 'KeyW', altKey: true, metaKey: true }, 'Alt+Super+W'],
  [{ key: '(', code: 'Digit9', ctrlKey: true, shiftKey: true }, 'Control+Shift+9'],
  [{ key: 'F13', code: 'F13' }, 'F13'],
  [{ key: 'u', code: 'KeyU' }, null],
  [{ key: 'U', code: 'KeyU', shiftKey: true }, null],
  [{ key: 'Control', code: 'ControlLeft', ctrlKey: true }, null],
  [{ key: 'Tab', code: 'Tab', ctrlKey: true }, null],
])('%j is %s', (pressed, expected) => {
  const accelerator = acceleratorOf({ ...none, ...pressed });
  expect(accelerator).toBe(expected);
  expect(settingsSchema.shape.captureShortcut.safeParse(accelerator ?? '').success).toBe(true);
});
