// The end of the process: the companion stops, a downloaded update is installed, and a start that came meanwhile is repeated.
import { spawn } from 'node:child_process';
import { app } from 'electron';
import type { Companion } from '../../core/app/companion.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { within } from '../../core/platform/waits.ts';
import { isKeychainAsked } from '../../node/secrets/keytar.ts';
import { appImageOf } from '../system/app-image.ts';
import type { Updates } from '../updates/updates.ts';

/** After this time the app exits without waiting; everything is on disk already. */
const stopWithinMs = 10_000;

type QuittingOptions = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly updates: Pick<Updates, 'stop' | 'installAtExit'>;
  /** Null if it could not start. */
  readonly companion: () => Promise<Companion | null>;
  /** The arguments of a start that came meanwhile, or null. */
  readonly nextStart: () => readonly string[] | null;
  readonly onBug: (bug: unknown) => void;
  /** The pilot, or the system, has quit the app. */
  readonly onQuit: () => void;
};

export function createQuitting({ clock, log, updates, companion, nextStart, onBug, onQuit }: QuittingOptions) {
  let isQuitting = false;
  let isStopping = false;
  let exitCode = 0;

  app.on('before-quit', () => (isQuitting = true));
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    onQuit();
    updates.stop();
    void within(clock, stopWithinMs, stop().catch(onBug)).then(() => {
      log.info('the companion has stopped');
      exit(exitCode);
    });
  });

  async function stop() {
    await (await companion())?.stop();
    if (exitCode === 0 && nextStart() === null) updates.installAtExit();
  }

  /** Everything is on disk. An unanswered keychain prompt blocks a thread, and would block this (cli.ts). */
  function exit(code: number) {
    const next = nextStart();
    if (next !== null) startAgain(next);
    if (isKeychainAsked() && process.platform !== 'win32') process.kill(process.pid, 'SIGKILL');
    app.exit(code);
  }

  function startAgain(args: readonly string[]) {
    log.info('the app starts again, because it was started while it was closing');
    const appImage = appImageOf(process.env, process.execPath);
    const own = process.defaultApp ? process.argv.slice(1, 2) : [];
    // The program of an AppImage is in a mount that vanishes with this process.
    if (appImage === null) return app.relaunch({ args: [...own, ...args] });
    const next = spawn(appImage, args, { detached: true, stdio: 'ignore' });
    next.on('error', (error) => log.error('the app could not start again', { error }));
    next.unref();
  }

  return {
    isQuitting: () => isQuitting,
    /** Quits with this exit code. */
    quitWith(code: number) {
      exitCode = code;
      app.quit();
    },
    /** Ends the process at once. */
    exit,
  };
}
