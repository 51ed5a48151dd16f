// The one handler for bugs that nobody caught. After such a one nothing in memory can be trusted, and nothing needs to
// be: what the pilot handed over is on disk. So: the details to the log, plain words to the pilot, and an orderly end.
import type { Logger } from './ports.ts';

type CrashHandlerOptions = {
  readonly log: Logger;
  /** Shows words to the person; returns when they were shown. */
  readonly tell: (title: string, message: string) => void;
  readonly end: () => void;
};

/** Returns the handler; a second bug while the first is being told changes nothing. */
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
