// Checks for updates, downloads and installs them: only with the pilot's consent, and never while a report uploads.
import { setImmediate } from 'node:timers/promises';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AppState, UpdatesState, UpdateStep } from '../../contract/state.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { message } from '../../messages/message.ts';
import type { UpdateEngine } from './engine/engine.ts';
import { notInstalled, updateFailure } from './update-failure.ts';
import type { UpdateRecord } from './update-record.ts';

const FIRST_CHECK_MS = { least: 10_000, most: 60_000 };
/** A day, spread so that not all apps check together. */
const NEXT_CHECK_MS = { least: 22 * 3_600_000, most: 26 * 3_600_000 };
/** A download does not begin this shortly before the next upload. */
const QUIET_MS = 30_000;

type Options = {
  readonly by: UpdatesState['by'];
  /** Of this app. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** 0 up to 1. */
  readonly random: () => number;
  readonly settings: () => Pick<Settings, 'updateChecks' | 'updateChannel'>;
  /** Called for the first check. */
  readonly openEngine: () => Promise<UpdateEngine>;
  readonly record: UpdateRecord;
  readonly news: UpdatesState['news'];
  readonly quit: () => void;
};

export type Updates = ReturnType<typeof createUpdates>;

export function createUpdates(options: Options) {
  const { by, clock, log, random, settings, record, quit } = options;
  const listeners = new Set<() => void>();
  let progress: UpdateStep = { step: 'idle' };
  let { news } = options;
  let engine: UpdateEngine | null = null;
  /** The check or download that is running. */
  let running: AbortController | null = null;
  let cancelNext = () => {};
  let followed = { ...settings() };
  const uploads = { isOneInProgress: false, areQuiet: true };
  let onIdle = Promise.withResolvers<void>();
  /** Ends a download because an upload has begun. */
  let interruption = new AbortController();

  const isAllowed = () => by === 'app' && settings().updateChecks === 'on';
  const between = ({ least, most }: { least: number; most: number }) => Math.round(least + random() * (most - least));

  function set(next: UpdateStep) {
    progress = next;
    for (const listener of listeners) listener();
  }

  function checkIn(delayMs: number) {
    cancelNext();
    cancelNext = clock.schedule(delayMs, () => void check());
  }

  async function check(): Promise<void> {
    cancelNext();
    if (!isAllowed() || running !== null || isDownloaded()) return;
    const run = (running = new AbortController());
    checkIn(between(NEXT_CHECK_MS));
    try {
      set({ step: 'checking' });
      engine ??= await options.openEngine();
      if (run.signal.aborted) return;
      const found = await engine.check(settings().updateChannel);
      if (run.signal.aborted) return;
      if (found.is === 'offered') await download(engine, found.version, run.signal);
      else set({ step: 'current', at: clock.now(), older: found.is === 'older' ? found.version : null });
    } catch (error) {
      if (run.signal.aborted) return;
      log.warn('an update failed', { error });
      set({ step: 'failed', failure: updateFailure(error) });
    } finally {
      if (running === run) running = null;
    }
  }

  /** Begins again after each upload that interrupts it. */
  async function download(engine: UpdateEngine, version: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      while (!uploads.areQuiet) {
        set({ step: 'waiting', version });
        await Promise.race([onIdle.promise, aborted(signal)]);
        if (signal.aborted) return;
      }
      const { signal: interrupted } = (interruption = new AbortController());
      set({ step: 'downloading', version, percent: 0 });
      try {
        await engine.download({
          signal: AbortSignal.any([signal, interrupted]),
          onProgress(percent) {
            if (!signal.aborted && !interrupted.aborted)
              set({ step: 'downloading', version, percent: Math.floor(percent) });
          },
        });
        if (!signal.aborted) set({ step: 'ready', version });
        return;
      } catch (error) {
        if (signal.aborted || !interrupted.aborted) throw error;
        // The condition may already be met.
        await setImmediate();
      }
    }
  }

  const isDownloaded = () => progress.step === 'ready' || progress.step === 'restarting';

  function stopChecks() {
    cancelNext();
    running?.abort();
    running = null;
    if (progress.step !== 'idle') set({ step: 'idle' });
  }

  function restartNow() {
    if (progress.step !== 'restarting' || uploads.isOneInProgress || engine === null) return;
    engine.quitToInstall(quit);
  }

  return {
    state: (): UpdatesState => ({ by, progress, news }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Schedules the first check, and reports a failed installation. */
    start() {
      const installing = record.installing();
      if (installing !== null) {
        record.endInstalling();
        if (installing === options.version) log.info('the update was installed', { version: installing });
        else if (by === 'app' && isAllowed()) set({ step: 'failed', failure: notInstalled(installing) });
      }
      if (isAllowed()) checkIn(between(FIRST_CHECK_MS));
    },
    /** The settings have changed. Consent takes effect immediately, and so does its end. */
    settingsChanged() {
      const now = { ...settings() };
      const isSame = now.updateChecks === followed.updateChecks && now.updateChannel === followed.updateChannel;
      followed = now;
      if (isSame) return;
      stopChecks();
      if (isAllowed()) void check();
    },
    /** The queue has changed. */
    follow({ queue, runway, now }: Pick<AppState, 'queue' | 'runway' | 'now'>) {
      uploads.isOneInProgress = queue.uploading > 0;
      const isNextSoon = !queue.paused && runway.nextAt !== null && runway.nextAt - now < QUIET_MS;
      uploads.areQuiet = !uploads.isOneInProgress && !isNextSoon;
      if (uploads.isOneInProgress) interruption.abort();
      if (uploads.areQuiet) {
        onIdle.resolve();
        onIdle = Promise.withResolvers();
      }
      restartNow();
    },
    async check(): Promise<Result<null>> {
      if (!isAllowed()) return failed(notAllowed(by));
      await check();
      return ok(null);
    },
    restart(): Result<null> {
      if (progress.step !== 'ready') return failed(failures.notNow(message('updates.notReady')));
      set({ step: 'restarting', version: progress.version });
      restartNow();
      return ok(null);
    },
    notesRead(): Result<null> {
      record.notesRead();
      news = null;
      for (const listener of listeners) listener();
      return ok(null);
    },
    /** Call it last: everything is stopped and on disk. */
    installAtExit() {
      if (engine === null || !isAllowed() || (progress.step !== 'ready' && progress.step !== 'restarting')) return;
      record.beginInstalling(progress.version);
      try {
        engine.install({ restart: progress.step === 'restarting' });
      } catch (error) {
        log.error('the update could not be installed', { error });
      }
    },
    stop() {
      cancelNext();
      running?.abort();
    },
  };
}

const notAllowed = (by: UpdatesState['by']): Failure =>
  by === 'app'
    ? failures.notNow(message('updates.checksOff'))
    : failures.notSupportedHere(message('updates.notHere', { by: by === 'system' ? 'system' : 'other' }));

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
