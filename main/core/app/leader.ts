// The data folder, shared with other processes: who holds `sender.lock` does the work, everybody else looks on. Every 400 ms
// one looks whether another has written, whether the one that worked has ended (then its work is taken over), and now and
// then whether a disk that took nothing has room again. Knows of a profile only that it can be told, and begun anew.
import { join } from 'node:path';
import type { Result } from '../../contract/failure.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ProfileRuntime } from '../profile/profile-runtime.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { dataVersion } from '../storage/database.ts';
import { tryLock, type Lock } from '../storage/files/lock-file.ts';

/** How often another process's writes are looked for. */
const FOREIGN_LOOK_MS = 400;
/** How often a disk that took nothing is tried again: a few bytes each time. */
const DISK_AGAIN_MS = 3_000;
/** How long after a try that came to nothing the work is taken over again. */
const TAKE_OVER_AGAIN_MS = 5_000;

type SenderLock = ReturnType<typeof createSenderLock>;

/** The lock of the one process that works on a data folder. It dies with its holder. */
export function createSenderLock(dataDir: string) {
  const path = join(dataDir, 'sender.lock');
  let lock: Lock | null = null;
  return {
    isHeld: () => lock !== null,
    /** True when this process has it now. Throws where the folder cannot be used. */
    take(): boolean {
      lock ??= tryLock(path);
      return lock !== null;
    },
    release() {
      lock?.release();
      lock = null;
    },
  };
}

export function createLeader(deps: {
  clock: Clock;
  log: Logger;
  data: DataFolder;
  senderLock: SenderLock;
  /** Whether this process goes on with the work when the one that did it has ended. */
  takesOver: boolean;
  runtime(): ProfileRuntime | null;
  /** One change of profile after the other. */
  runExclusive(work: () => Promise<void>): Promise<void>;
  /** Begins anew with the profile of this station, as the process that works; the station is another one then. */
  reopen(before: ProfileRuntime): Promise<Result<null>>;
  onError(): void;
}) {
  const { clock, log, data, senderLock } = deps;
  // What is written from here on is noticed, while a profile is opened too.
  let seenVersion = dataVersion(data.database);
  let diskTriedAt = clock.monotonic();
  let takesOverFrom = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let undoLook = () => {};
  let lookupFailure = '';

  function look() {
    undoLook = clock.schedule(FOREIGN_LOOK_MS, () => {
      try {
        lookOnce();
        lookupFailure = '';
      } catch (error) {
        // A folder that has gone, a disk that gives nothing: it may come back, and until then once in the log is enough.
        if (lookupFailure !== String(error)) log.warn('the data could not be looked at', { error: String(error) });
        lookupFailure = String(error);
      }
      look();
    });
  }

  function lookOnce() {
    const version = dataVersion(data.database);
    if (version !== seenVersion) deps.runtime()?.onForeignChange();
    seenVersion = version;
    if (deps.takesOver && !senderLock.isHeld()) takeOverWork();
    tryDiskAgain();
  }

  /** A disk that was full a moment ago may have room: whatever could not be written down goes on at once. */
  function tryDiskAgain() {
    if (clock.monotonic() - diskTriedAt < DISK_AGAIN_MS) return;
    diskTriedAt = clock.monotonic();
    if (data.tryAgain()) deps.runtime()?.refresh();
  }

  /** The process that did the work has ended: this one goes on with it. */
  function takeOverWork() {
    const before = deps.runtime();
    if (before === null || clock.monotonic() < takesOverFrom) return;
    if (!senderLock.take()) return;
    log.info('the work is taken over from a process that ended');
    void deps.runExclusive(async () => {
      const why = await deps.reopen(before).then((begun) => (begun.ok ? null : begun.failure.message), String);
      if (why === null || deps.runtime() !== before) return;
      // Nobody works now: whoever can may have it, and this process tries again.
      log.warn('the work could not be taken over', { why });
      senderLock.release();
      takesOverFrom = clock.monotonic() + TAKE_OVER_AGAIN_MS;
    });
  }

  data.onError(() => {
    deps.onError();
    // Not within the statement that has met it.
    clock.schedule(0, () => {
      try {
        if (!isStopped) deps.runtime()?.onState();
      } catch (error) {
        log.warn('what the reports wait for could not be looked at', { error: String(error) });
      }
    });
  });

  return {
    /** Begins to look; call it once the profile is open. */
    start: look,
    stop() {
      isStopped = true;
      undoLook();
    },
  };
}
