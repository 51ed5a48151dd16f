// Leader election by `leader.lock`. Every second it checks whether another process has written, whether the leader has
// ended (then this process takes over), sometimes whether a failing disk works again, and whether a backup is due.
import { join } from 'node:path';
import type { Ports } from '../platform/ports.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { dataVersion } from '../storage/database/database.ts';
import { leaderLockName, tryLock, type Lock } from '../storage/files/lock-file.ts';
import type { LeaderRecord } from '../storage/tables/leader.ts';
import type { ProfileSwitch } from './profile-switch.ts';

/** How often it checks for writes of other processes: no timer of an idle companion fires more often. */
const checkEveryMs = 1_000;
/** How often a failing disk is tried again, with a few bytes. */
const diskAgainMs = 3_000;
/** How long after a failed attempt to take over the next one is made. */
const takeOverAgainMs = 5_000;

type LeaderLock = ReturnType<typeof createLeaderLock>;

/** The lock of the one process that works on a data folder. It ends with its process. */
export function createLeaderLock(dataDir: string) {
  const path = join(dataDir, leaderLockName);
  let lock: Lock | null = null;
  return {
    isHeld: () => lock !== null,
    isInPlace: () => lock?.isInPlace() ?? true,
    /** True when this process has it now. Throws if the folder cannot be used. */
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
  ports: Pick<Ports, 'clock' | 'log'>;
  data: DataFolder;
  leaderLock: LeaderLock;
  leaderRecord: Pick<LeaderRecord, 'clear'>;
  /** Whether this process takes over when the leader has ended. */
  takesOver: boolean;
  profile: Pick<ProfileSwitch, 'runtime' | 'runtimes' | 'workForOthers' | 'runExclusive' | 'reopen' | 'endOthers'>;
  onError(): void;
}) {
  const { data, leaderLock, profile } = deps;
  const { clock, log } = deps.ports;
  // Writes from here on are noticed, also while a profile is opened.
  let seenVersion = dataVersion(data.database);
  let diskTriedAt = clock.monotonic();
  let takesOverFrom = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let undoCheck = () => {};
  let lastError = '';
  let wasInPlace = true;

  function planCheck() {
    undoCheck = clock.schedule(checkEveryMs, () => {
      try {
        check();
        lastError = '';
      } catch (error) {
        // A missing folder or a failing disk may come back; until then it is logged once.
        if (lastError !== String(error)) log.warn('the data could not be checked', { error });
        lastError = String(error);
      }
      planCheck();
    });
  }

  function check() {
    const isInPlace = data.isInPlace();
    if (isInPlace !== wasInPlace) {
      log.warn(isInPlace ? 'the data folder is back' : 'the data folder was removed or replaced');
      holdChanged();
      deps.onError();
    }
    wasInPlace = isInPlace;
    if (!isInPlace) return;
    const version = dataVersion(data.database);
    if (version !== seenVersion) {
      for (const runtime of profile.runtimes()) runtime.onForeignChange();
      // A pilot may have signed in there.
      void profile.workForOthers();
    }
    seenVersion = version;
    if (deps.takesOver && !leaderLock.isHeld()) takeOverWork();
    tryDiskAgain();
    if (leaderLock.isHeld()) data.backup.keepUp();
  }

  function holdChanged() {
    for (const runtime of profile.runtimes()) runtime.holdChanged();
  }

  /** A full disk may have room again: failed writes are retried immediately. */
  function tryDiskAgain() {
    if (clock.monotonic() - diskTriedAt < diskAgainMs) return;
    diskTriedAt = clock.monotonic();
    if (!data.tryAgain()) return;
    for (const runtime of profile.runtimes()) runtime.refresh();
    void profile.workForOthers();
  }

  /** The leader has ended: this process takes over. */
  function takeOverWork() {
    const before = profile.runtime();
    if (clock.monotonic() < takesOverFrom || !leaderLock.take()) return;
    deps.leaderRecord.clear();
    log.info('this process is the leader now: the earlier one has ended');
    void profile.runExclusive(async () => {
      const why = await profile.reopen().then((begun) => (begun.ok ? null : begun.failure.message), String);
      if (why === null || profile.runtime() !== before) return void profile.workForOthers();
      // No process works now: another one may take over, and this one tries again.
      log.warn('could not become the leader', { why });
      await profile.endOthers();
      leaderLock.release();
      takesOverFrom = clock.monotonic() + takeOverAgainMs;
    });
  }

  data.onError(() => {
    deps.onError();
    // Not within the statement that failed.
    clock.schedule(0, () => {
      try {
        if (!isStopped) holdChanged();
      } catch (error) {
        log.warn('what the reports wait for could not be read', { error });
      }
    });
  });

  return {
    /** Begins to check. Call it once the profile is open. */
    start: planCheck,
    async stop() {
      isStopped = true;
      undoCheck();
      await data.backup.settled();
    },
  };
}
