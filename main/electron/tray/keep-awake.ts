// Keeps the computer awake while uploads are due, if the pilot wants that. The screen may turn off.
import { powerSaveBlocker } from 'electron';
import { isUploadDue, type Shown } from './tray-of.ts';

/** Returns a function that follows the state and the setting. */
export function createKeepAwake() {
  let blocker: number | null = null;
  return (state: Shown | null, isWanted: boolean): void => {
    const isDue = isWanted && state !== null && isUploadDue(state);
    if (isDue === (blocker !== null)) return;
    if (blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
