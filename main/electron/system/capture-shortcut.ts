// The shortcut that works while another program has the keyboard, such as the simulator.
import { globalShortcut } from 'electron';
import type { ShortcutState } from '../../contract/commands.ts';

export type CaptureShortcut = ReturnType<typeof createCaptureShortcut>;

/**
 * `press` runs each time the pilot presses it. `isAsked`: whether the desktop decides (Wayland's portal): it is asked
 * later, may refuse, and keeps the keys until the app ends.
 */
export function createCaptureShortcut(press: () => void, isAsked: boolean) {
  let wanted = '';
  let state: Exclude<ShortcutState, 'unavailable'> = 'off';
  function register(accelerator: string) {
    const isRegistered = globalShortcut.register(accelerator, () => void (accelerator === wanted && press()));
    return isRegistered ? (isAsked ? 'asked' : 'on') : 'refused';
  }
  return {
    state: () => state,
    /** Registers this one in place of the last; empty for none. Call it when the app is ready. */
    follow(accelerator: string) {
      if (accelerator === wanted) return;
      if (state === 'on' || state === 'asked') globalShortcut.unregister(wanted);
      wanted = accelerator;
      state = accelerator === '' ? 'off' : register(accelerator);
    },
  };
}
