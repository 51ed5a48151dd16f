// Opens a data folder: a damaged database is rescued (rescue.ts), one of a newer version is refused. Only a process
// that is alone inspects and repairs; later ones join it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { createCleanShutdownMarker } from './recovery/clean-shutdown-marker.ts';
import {
  inTransaction,
  newerVersion,
  openDatabase,
  openFailure,
  relieveWhenFull,
  waitForWriters,
  type Database,
} from './database/database.ts';
import {
  attemptJournalPath,
  createAttemptJournal,
  readAttemptJournal,
  type AttemptJournal,
} from './files/attempt-journal.ts';
import { settleUnconfirmedAttempts, spooledNames } from './recovery/unconfirmed-attempts.ts';
import { shareLock, tryLock, type Lock } from './files/lock-file.ts';
import { inspectDatabase } from './recovery/inspect-database.ts';
import { versionOf } from './database/migrate.ts';
import { migrations } from './database/migrations.ts';
import { createNotices } from './tables/log/notices.ts';
import { finishReplacing, replaceDamaged } from './recovery/replace-damaged.ts';
import { inPlaceCheck } from './files/in-place.ts';
import { createReserve } from './files/reserve.ts';
import { storageErrorOf, watchStorage } from './files/storage-errors.ts';

export type DataFolder = {
  readonly database: Database;
  readonly journal: AttemptJournal;
  /** What to tell the pilot about the data: a disk error, else a recent recovery. */
  concern(): Failure | null;
  /** False if the folder, its database or this process's lock was removed or replaced: then nothing is sent either. */
  isInPlace(): boolean;
  /** Why nothing can be written now; null while the queue can continue. */
  failure(): Failure | null;
  /** The disk is full except for the reserve: no new file is added. */
  isFullForFiles(): boolean;
  /** Tries whether a failing disk works again; true when it does. */
  tryAgain(): boolean;
  onError(listener: () => void): void;
  close(): void;
};

/** How long to wait for a process that inspects or repairs (blocking): recovering a hundred megabytes takes seconds. */
const FIXING_MS = 30_000;
/** SQLite's own, and so few that the write-ahead log of a full disk is overwritten instead of growing into the reserve. */
const CHECKPOINT_PAGES = 1_000;
const FULL_DISK_CHECKPOINT_PAGES = 8;

/** `profile` gets the images in the spool of which nothing else is known. */
export function openDataFolder(deps: {
  /** Absolute, and existing. */
  folder: string;
  profile: string;
  /** False if this process's lock on the folder was removed. */
  isLockInPlace?(): boolean;
  clock: Pick<Clock, 'now'>;
  log: Logger;
}): Result<DataFolder> {
  const { folder, clock, log } = deps;
  const path = join(folder, 'companion.db');
  const lockPath = join(folder, 'data.lock');
  const journalPath = attemptJournalPath(folder);
  const mark = createCleanShutdownMarker(path);
  const journal = createAttemptJournal(journalPath, clock.now);
  let alone: Lock | null = null;
  let together: Lock | null = null;
  let database: Database | null = null;
  let checkedAt = clock.now();
  try {
    alone = tryLock(lockPath);
    if (alone === null) {
      together = shareLock(lockPath, FIXING_MS);
      if (together === null) return failed(failures.dataBusy(path));
      const found = inspectDatabase(path, { isThorough: false, hasImages: () => false });
      // A process that has it open would meet unknown tables.
      if (found.version !== null && found.version > 0 && found.version < migrations.length) {
        return rejected(failures.dataOpenInOlder(path));
      }
    } else {
      finishReplacing(path);
      const lastCheckedAt = mark.take(clock.now());
      const found = inspectDatabase(path, {
        isThorough: lastCheckedAt === null,
        hasImages: () => spooledNames(join(folder, 'spool')).length > 0,
      });
      if (found.version !== null && found.version > migrations.length) {
        return rejected(newerVersion(path, found.version));
      }
      checkedAt = lastCheckedAt ?? clock.now();
      const readJournal = () => readAttemptJournal(journalPath);
      const unconfirmedAttempts = { spoolDir: join(folder, 'spool'), profile: deps.profile, now: clock.now() };
      if (found.isDamaged) {
        log.warn('the database is damaged', { why: found.why });
        const rescue = replaceDamaged({
          path,
          version: found.version,
          now: clock.now(),
          log,
          settle: (fresh) =>
            settleUnconfirmedAttempts(fresh, { ...unconfirmedAttempts, journal: readJournal(), isTailLost: true }),
        });
        log.warn('the database was rescued', rescue);
      }
      const opened = openDatabase(path);
      if (!opened.ok) return rejected(opened.failure);
      database = opened.value;
      if (lastCheckedAt === null && !found.isDamaged && !found.isNew) {
        afterUncleanEnd(database, () =>
          settleUnconfirmedAttempts(opened.value, {
            ...unconfirmedAttempts,
            journal: readJournal(),
            isTailLost: found.isTailLost,
          }),
        );
      }
      begin(database);
      alone.release();
      alone = null;
      together = shareLock(lockPath, FIXING_MS);
      if (together === null) return rejected(failures.dataBusy(path));
    }
    if (database === null) {
      const opened = openDatabase(path);
      if (!opened.ok) return rejected(opened.failure);
      database = opened.value;
    }
  } catch (error) {
    log.warn('the data could not be opened', { error });
    return rejected(openFailure(path, error));
  }
  waitForWriters(database);
  return ok(inUse(database));

  function rejected(failure: Failure): Result<DataFolder> {
    database?.close();
    journal.close();
    alone?.release();
    together?.release();
    return failed(failure);
  }

  /** The write-ahead log is missing or truncated: its last commits may be lost, and are in the attempt journal. */
  function afterUncleanEnd(opened: Database, settle: () => ReturnType<typeof settleUnconfirmedAttempts>) {
    inTransaction(opened, () => {
      const { restored, outcomeUnknown } = settle();
      if (restored + outcomeUnknown === 0) return;
      const lost = { reports: 0, flights: 0, restored, outcomeUnknown, unreadable: 0, keptIn: null };
      createNotices(opened).rescued(lost, clock.now());
      log.warn('the database had lost its end', lost);
    });
  }

  /**
   * From here on a missing or empty write-ahead log was lost. Skipped on a full disk: the next start then inspects it.
   */
  function begin(opened: Database) {
    try {
      // What was committed before the journal began is in the database file itself.
      opened.exec('PRAGMA wal_checkpoint(FULL)');
      journal.begin();
      opened.exec(`PRAGMA user_version = ${versionOf(opened)}`);
    } catch (error) {
      if (storageErrorOf(error) === null) throw error;
      log.warn('nothing can be written to the disk', { error });
    }
  }

  function inUse(opened: Database): DataFolder {
    const reserve = createReserve(join(folder, 'reserve'));
    const checkpointEvery = (pages: number) => opened.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
    /** Frees space for pending writes: the reserve, and what the write-ahead log need not keep. */
    function freeSpace(): boolean {
      const before = bytesOf(`${path}-wal`);
      const isGiven = reserve.release();
      if (isGiven) log.warn('the disk is full; the space reserved for answers is in use now');
      try {
        checkpointEvery(FULL_DISK_CHECKPOINT_PAGES);
        // It is refused within a transaction.
        opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (error) {
        if (storageErrorOf(error) === null) throw error;
      }
      return isGiven || bytesOf(`${path}-wal`) < before;
    }
    let isRelieving = false;
    function relief(): boolean {
      // The checkpoint is a statement as well, and calls `relief` if it doesn't fit either.
      if (isRelieving) return false;
      isRelieving = true;
      try {
        return freeSpace();
      } finally {
        isRelieving = false;
      }
    }
    const areInPlace = inPlaceCheck(folder, path);
    const isInPlace = () => areInPlace() && (deps.isLockInPlace?.() ?? true);
    const watch = watchStorage(opened, relief, isInPlace);
    relieveWhenFull(opened, relief);
    const notices = createNotices(opened);
    let rescue = notices.lastRescue(clock.now());
    let isClosed = false;
    function failure(): Failure | null {
      if (!isInPlace()) return failures.dataFolderGone(folder);
      const found = watch.error();
      if (watch.isDamaged()) return failures.dataDamagedNow(path);
      if (found === 'full') return failures.dataDiskFull('full');
      if (found === 'read-only') return failures.dataReadOnly(folder, 'read-only');
      return found === null ? null : failures.dataDiskError(folder, found);
    }
    function restoreReserve() {
      try {
        reserve.restore();
        checkpointEvery(reserve.isSpent() ? FULL_DISK_CHECKPOINT_PAGES : CHECKPOINT_PAGES);
      } catch (error) {
        log.info('space for answers could not be reserved', { error });
      }
    }
    return {
      database: opened,
      journal: {
        ...journal,
        // Without its line no report is sent: the pilot has to see why.
        write: (line, isDurable) => watch.beside(() => journal.write(line, isDurable)),
      },
      isInPlace,
      failure,
      isFullForFiles: reserve.isSpent,
      concern() {
        const now = failure();
        if (now) return now;
        if (reserve.isSpent()) return failures.dataDiskNearlyFull();
        rescue = rescue && notices.lastRescue(clock.now());
        return rescue && failures.dataRescued(rescue);
      },
      tryAgain() {
        if (watch.error() === null) {
          restoreReserve();
          return false;
        }
        try {
          inTransaction(opened, () => opened.exec(`PRAGMA user_version = ${versionOf(opened)}`));
          watch.beside(() => journal.tryRoom());
        } catch (error) {
          if (storageErrorOf(error) === null) throw error;
        }
        return watch.error() === null;
      },
      onError: watch.onChange,
      close() {
        if (isClosed) return;
        isClosed = true;
        opened.close();
        journal.close();
        together?.release();
        // Another process may have the folder at this path now.
        if (watch.isDamaged() || !areInPlace()) return;
        try {
          // The last process writes the clean shutdown marker.
          const last = tryLock(lockPath);
          if (last) mark.set(checkedAt);
          last?.release();
        } catch (error) {
          // Without the marker, as on a full disk, the next start checks the data.
          log.warn('the clean shutdown marker could not be written', { error });
        }
      },
    };
  }
}

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
