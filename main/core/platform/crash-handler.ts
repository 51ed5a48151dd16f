// Handles uncaught exceptions: details to the log, a message to the pilot, and an orderly exit. Nothing is lost,
// because the queue is on disk.
import type { Logger } from './ports.ts';

type CrashHandlerOptions = {
  readonly log: Logger;
  /** Shows a message to the pilot; resolves when it was shown. */
  readonly tell: (title: string, message: string) => void;
  readonly end: () => void;
};

/** Returns the handler. A second exception while the first is shown is ignored. */
export function createCrashHandler({ log, tell, end }: CrashHandlerOptions): (bug: unknown) => void {
  let isTelling = false;
  return (bug) => {
    log.error('A bug that nobody caught', { bug });
    if (isTelling) return;
    isTelling = true;
    tell(
      'Pilot Companion closes',
      'The companion met something that it was not written for, and closes to be on the safe side. ' +
        'Every report that it took is kept, and goes on at the next start. The log in its data folder says more.',
    );
    end();
  };
}
