// The shortcut that works while another program has the keyboard, such as the simulator.
import { globalShortcut } from 'electron';
import type { ShortcutState } from '../../contract/commands.ts';

export type CaptureShortcut = ReturnType<typeof createCaptureShortcut>;

/** `press` runs each time the pilot presses it. */
export function createCaptureShortcut(press: () => void) {
  let wanted = '';
  let state: Exclude<ShortcutState, 'unavailable'> = 'off';
  return {
    state: () => state,
    /** Registers this one in place of the last; empty for none. Call it when the app is ready. */
    follow(accelerator: string) {
      if (accelerator === wanted) return;
      if (state === 'on') globalShortcut.unregister(wanted);
      wanted = accelerator;
      state = accelerator === '' ? 'off' : globalShortcut.register(accelerator, press) ? 'on' : 'taken';
    },
  };
}
