// Checks for updates, downloads and installs them: only with the pilot's consent, and never while a report uploads.
import { setImmediate } from 'node:timers/promises';
import { failed, ok, type Failure, type Result, type FailureKind } from '../../contract/failure.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AppState, UpdatesState, UpdateStep } from '../../contract/state.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Clock, Logger, SettingsStore } from '../../core/platform/ports.ts';
import { message, type Message } from '../../messages/message.ts';
import type { UpdateEngine } from './engine/engine.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const firstCheckMs = { least: 10_000, most: 60_000 };
/** A day, spread so that not all apps check together. */
const nextCheckMs = { least: 22 * 3_600_000, most: 26 * 3_600_000 };
/** A download does not begin this shortly before the next upload. */
const quietMs = 30_000;

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
    checkIn(between(nextCheckMs));
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
      if (isAllowed()) checkIn(between(firstCheckMs));
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
      const isNextSoon = !queue.paused && runway.nextAt !== null && runway.nextAt - now < quietMs;
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
    : failures.notSupportedHere(message('updates.notHere', { by: by === 'system' ? 'system' : null }));

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

// The message for an update that failed. Details are in the log.

const failureOf = (kind: FailureKind, message: Message) => (code: string) => ({ kind, message, code });

const notTrusted = failureOf('connection-not-trusted', message('updates.notTrusted'));
const damaged = failureOf('answer-not-understood', message('updates.damaged'));
const diskFull = failureOf('disk', message('updates.diskFull'));
const notWritable = failureOf('disk', message('updates.notWritable'));
/** The connection or the server: anything unknown. */
const notReached = failureOf('service-unreachable', message('updates.notReached'));

/** By `reason` of UpdateRejected, and by the codes of electron-updater and of the disk. */
const known: Readonly<Record<string, (code: string) => Failure>> = {
  signature: notTrusted,
  ERR_UPDATER_INVALID_SIGNATURE: notTrusted,
  metadata: damaged,
  'too-large': damaged,
  ERR_CHECKSUM_MISMATCH: damaged,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
};

export function updateFailure(error: unknown): Failure {
  const code =
    error instanceof Error && 'reason' in error && typeof error.reason === 'string' ? error.reason : errorCode(error);
  // Squirrel.Mac's, for an app that runs from its disk image or was never moved out of Downloads. It has no code.
  if (/read-only volume/.test(code)) return notWritable('EROFS');
  return (known[code] ?? notReached)(code.slice(0, 200));
}

/** The version before is still there. */
export const notInstalled = (version: string): Failure =>
  failureOf('unexpected', message('updates.notInstalled', { version }))('not-installed');

// What the app remembers about its updates, in `updates.json` of the data folder.

const recordSchema = z.object({
  /** Decides about staged rollouts, and is not sent. */
  installationId: z.uuid(),
  /** The version whose notes were read, or that was there first. */
  readVersion: z.string(),
  /** The version that was being installed when the app ended. */
  installing: z.nullable(z.string()),
});
type Stored = z.infer<typeof recordSchema>;

type UpdateRecord = ReturnType<typeof createUpdateRecord>;

/** `version`: of this app. A record that can't be read is begun again: nothing but a note is lost. */
export function createUpdateRecord(store: SettingsStore, version: string) {
  const found = recordSchema.safeParse(store.read());
  let stored: Stored = found.data ?? { installationId: randomUUID(), readVersion: version, installing: null };
  if (!found.success) store.write(stored);
  const change = (more: Partial<Stored>) => {
    stored = { ...stored, ...more };
    store.write(stored);
  };
  return {
    installationId: () => stored.installationId,
    readVersion: () => stored.readVersion,
    installing: () => stored.installing,
    notesRead: () => change({ readVersion: version }),
    beginInstalling: (next: string) => change({ installing: next }),
    endInstalling: () => change({ installing: null }),
  };
}
