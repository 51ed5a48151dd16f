// Opens a data folder: a damaged database is replaced (replace-damaged.ts), one of a newer version is refused. Only a
// process that is alone inspects and replaces; later ones join it.
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { failures } from '../messages/failures.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { backupPath, createDailyBackup, type DailyBackup } from './recovery/backup.ts';
import { createCleanShutdownMarker } from './recovery/clean-shutdown-marker.ts';
import { inspectDatabase } from './recovery/inspect-database.ts';
import {
  inTransaction,
  newerVersion,
  openDatabase,
  openFailure,
  waitForWriters,
  type Database,
  openOrThrow,
} from './database/database.ts';
import {
  attemptJournalPath,
  createAttemptJournal,
  readAttemptJournal,
  type AttemptJournal,
} from './files/attempt-journal.ts';
import { settleUnconfirmedAttempts, spooledNames, type UnconfirmedAttempts } from './recovery/unconfirmed-attempts.ts';
import { shareLock, tryLock, type Lock, inPlaceCheck } from './files/lock-file.ts';
import { versionOf, migrations } from './database/migrate.ts';
import { createNotices, type Rescue } from './tables/log/history.ts';
import { finishReplacing, replaceDamaged } from './recovery/replace-damaged.ts';
import { storageErrorOf, watchStorage } from './files/storage-errors.ts';

export type DataFolder = {
  /** Its absolute path. */
  readonly dir: string;
  readonly database: Database;
  readonly journal: AttemptJournal;
  /** What to tell the pilot about the data: a disk error, else a recent recovery. */
  concern(): Failure | null;
  /** False if the folder, its database or this process's lock was removed or replaced: then nothing is sent either. */
  isInPlace(): boolean;
  /** Why nothing can be written now; null while the queue can continue. */
  failure(): Failure | null;
  /** Tries whether a failing disk works again; true when it does. */
  tryAgain(): boolean;
  onError(listener: () => void): void;
  /** The failure for a thrown error: those of storage have specific ones, anything else is a bug. */
  failureOf(error: unknown): Failure;
  /** For the leader to call often; nothing is backed up while the disk or the database fails. */
  readonly backup: DailyBackup;
  close(): void;
};

/** How long to wait for a process that inspects or replaces (blocking): reading a few hundred megabytes takes seconds. */
const fixingMs = 30_000;

/** `profile` gets the images in the spool of which nothing else is known. */
export function openDataFolder(deps: {
  /** Absolute, and existing. */
  folder: string;
  profile: string;
  /** The leader's (app/leader.ts). `isInPlace`: false if this process has it, and its file was removed. */
  lock: { isHeld(): boolean; isInPlace(): boolean };
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
      together = shareLock(lockPath, fixingMs);
      if (together === null) return failed(failures.dataBusy(path));
      const found = inspectDatabase(path, { isThorough: false, isExpected: () => false });
      // A process that has it open would meet unknown tables.
      if (found.kind === 'fine' && found.version < migrations.length) return rejected(failures.dataOpenInOlder(path));
    } else {
      finishReplacing(path);
      const lastCheckedAt = mark.take(clock.now());
      const isExpected = () =>
        existsSync(backupPath(path)) ||
        spooledNames(join(folder, 'spool')).length > 0 ||
        readAttemptJournal(journalPath).lines.length > 0;
      const found = inspectDatabase(path, { isThorough: lastCheckedAt === null, isExpected });
      if (found.kind === 'fine' && found.version > migrations.length)
        return rejected(newerVersion(path, found.version));
      checkedAt = lastCheckedAt ?? clock.now();
      const settle = (data: Database, knownUntil: number) =>
        settleUnconfirmedAttempts(data, {
          journal: readAttemptJournal(journalPath),
          spoolDir: join(folder, 'spool'),
          profile: deps.profile,
          now: clock.now(),
          knownUntil,
        });
      let damage = found.kind === 'damaged' ? found.why : null;
      if (damage === null) {
        try {
          database = openOrThrow(path);
          // SQLite ignores what it can't read of its log, without a word.
          if (lastCheckedAt === null && found.kind === 'fine') settleAfterUncleanEnd(database, settle);
        } catch (error) {
          // What only a search or a write meets, such as a spoiled index.
          if (storageErrorOf(error) !== 'damaged') throw error;
          database?.close();
          damage = String(error);
        }
      }
      if (damage !== null) {
        log.warn('the database is damaged', { why: damage });
        const copy = inspectDatabase(backupPath(path), { isThorough: true, isExpected: () => false });
        if (copy.kind === 'damaged') log.warn('the backup is damaged as well', { why: copy.why });
        if (copy.kind === 'fine' && copy.version > migrations.length)
          return rejected(newerVersion(backupPath(path), copy.version));
        const rescue = replaceDamaged({ path, hasBackup: copy.kind === 'fine', now: clock.now(), log, settle });
        log.warn('the database was replaced', rescue);
        database = openOrThrow(path);
      }
      beginJournal();
      alone.release();
      alone = null;
      together = shareLock(lockPath, fixingMs);
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

  function settleAfterUncleanEnd(
    opened: Database,
    settle: (data: Database, knownUntil: number) => UnconfirmedAttempts,
  ) {
    inTransaction(opened, () => {
      // A clock may have been set back since the journal began.
      const knownUntil = Math.max(clock.now(), readAttemptJournal(journalPath).began ?? 0);
      const { restored, outcomeUnknown } = settle(opened, knownUntil);
      if (restored + outcomeUnknown === 0) return;
      const lost: Rescue = { what: 'settled', copiedAt: null, restored, outcomeUnknown, keptIn: null };
      createNotices(opened).rescued(lost, clock.now());
      log.warn('the database had lost its end', lost);
    });
  }

  /** Skipped on a full disk: the first attempt tries again. */
  function beginJournal() {
    try {
      journal.begin();
    } catch (error) {
      if (storageErrorOf(error) === null) throw error;
      log.warn('nothing can be written to the disk', { error });
    }
  }

  function inUse(opened: Database): DataFolder {
    const areInPlace = inPlaceCheck(folder, path);
    const isInPlace = () => areInPlace() && deps.lock.isInPlace();
    const watch = watchStorage(opened, isInPlace);
    const notices = createNotices(opened);
    const backup = createDailyBackup({ path, clock, log });
    let rescue = notices.lastRescue(clock.now());
    let isClosed = false;
    function failure(): Failure | null {
      if (!isInPlace()) return failures.dataFolderGone(folder);
      // A process that writes nothing meets no error.
      const found = watch.error() ?? (!deps.lock.isHeld() && isFull(folder) ? 'full' : null);
      if (watch.isDamaged()) return failures.dataDamagedNow(path);
      if (found === 'full') return failures.dataDiskFull('full');
      if (found === 'read-only') return failures.dataReadOnly(folder, 'read-only');
      return found === null ? null : failures.dataDiskError(folder, found);
    }
    function concern(): Failure | null {
      const now = failure();
      if (now) return now;
      rescue = rescue && notices.lastRescue(clock.now());
      return rescue && failures.dataRescued(rescue);
    }
    return {
      dir: folder,
      database: opened,
      journal: {
        ...journal,
        // Without its line no report is sent: the pilot has to see why.
        write: (line, isDurable) => watch.beside(() => journal.write(line, isDurable)),
      },
      isInPlace,
      failure,
      concern,
      failureOf(error) {
        const storageError = storageErrorOf(error);
        if (storageError === null) return failures.unexpected();
        if (storageError === 'full') return failures.dataDiskFull(storageError);
        return (storageError === 'damaged' ? concern() : null) ?? openFailure(folder, error);
      },
      tryAgain() {
        if (watch.error() === null) return false;
        try {
          // Frees what the write-ahead log need not keep.
          if (watch.error() === 'full') opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          inTransaction(opened, () => opened.exec(`PRAGMA user_version = ${versionOf(opened)}`));
          watch.beside(() => journal.tryRoom());
        } catch (error) {
          if (storageErrorOf(error) === null) throw error;
        }
        return watch.error() === null;
      },
      onError: watch.onChange,
      backup: { ...backup, keepUp: () => failure() ?? backup.keepUp() },
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

/** Some network drives tell of no blocks at all. */
function isFull(folder: string): boolean {
  const { blocks, bavail } = statfsSync(folder);
  return blocks > 0 && bavail === 0;
}
