// Handles uncaught exceptions: details to the log, a message to the pilot, and an orderly exit. Nothing is lost,
// because the queue is on disk.
import { message, type Message } from '../../messages/message.ts';
import type { Logger } from './ports.ts';

type CrashHandlerOptions = {
  readonly log: Logger;
  /** Shows a message to the pilot. Returns once it was shown. */
  readonly show: (title: Message, message: Message) => void;
  readonly end: () => void;
};

/** Returns the handler. A second exception while the first is shown is ignored. */
export function createCrashHandler({ log, show, end }: CrashHandlerOptions): (bug: unknown) => void {
  let isShown = false;
  return (bug) => {
    log.error('uncaught exception', { bug });
    if (isShown) return;
    isShown = true;
    show(message('app.crashedTitle'), message('app.crashed'));
    end();
  };
}
