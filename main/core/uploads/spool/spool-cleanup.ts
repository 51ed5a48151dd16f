// Deletes copies that no job names: from an interrupted run, or of removed reports. A copy from before this run has to
// be a day old by its dates, and unchanged for an hour of the monotonic clock; a later one needs a day of this run. The
// check that no job names it is in the transaction of the deletion, and intake checks for its copy in the transaction
// that writes the job, so that even a process that was suspended for a day loses nothing.
import { lstatSync, unlinkSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Clock, Logger } from '../../platform/ports.ts';
import { incoming } from './spool.ts';
import type { Database } from '../../storage/database/database.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Not during the start. */
const firstCleanupMs = 5_000;
const removedAtOnce = 50;

/** The names of our files; other files are left alone. */
const isOurs = (folder: string, name: string) =>
  folder === incoming
    ? /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
    : /^[0-9a-f]{64}\.(png|jpg)$/.test(name) && name.startsWith(folder);

type Marks = { readonly ino: number; readonly size: number; readonly mtimeMs: number; readonly ctimeMs: number };
type Unnamed = { readonly marks: Marks; readonly ageMs: number; readonly seenAt: number };

export function createSpoolSweep(deps: {
  clock: Clock;
  log: Logger;
  spoolDir: string;
  names: SpoolNames;
  inTransaction<T>(work: () => T): T;
}) {
  const { clock, log, spoolDir, names } = deps;
  let unnamed = new Map<string, Unnamed>();
  let sweeps = 0;
  let isStopped = false;
  let undo = () => {};
  let sweeping: Promise<unknown> = Promise.resolve();

  async function wantedNames(): Promise<Set<string>> {
    const wanted = new Set<string>();
    for (const some of names.wanted(clock.now())) {
      for (const name of some) wanted.add(name);
      await othersFirst();
    }
    return wanted;
  }

  /** Our files, by their names below the spool. */
  async function* ours(): AsyncIterable<string> {
    for (const folder of await readdir(spoolDir).catch(() => [])) {
      for (const name of await readdir(join(spoolDir, folder)).catch(() => [])) {
        if (isOurs(folder, name)) yield join(folder, name);
      }
    }
  }

  async function sweep(): Promise<number> {
    sweeps += 1;
    const isFirst = sweeps === 1;
    const wanted = await wantedNames();
    const seen = new Map<string, Unnamed>();
    const due: string[] = [];
    for await (const name of ours()) {
      if (isStopped) return 0;
      if (wanted.has(name)) continue;
      const info = await lstat(join(spoolDir, name)).catch(() => null);
      if (!info?.isFile()) continue;
      const before = unnamed.get(name);
      const marks = marksOf(info);
      const youngest = Math.max(marks.mtimeMs, marks.ctimeMs);
      const found: Unnamed =
        before && isSame(before.marks, marks)
          ? before
          : { marks, ageMs: isFirst ? Math.max(0, clock.now() - youngest) : 0, seenAt: clock.monotonic() };
      seen.set(name, found);
      const watchedMs = clock.monotonic() - found.seenAt;
      if (watchedMs >= hourMs && found.ageMs + watchedMs >= dayMs) due.push(name);
    }
    unnamed = seen;
    let removed = 0;
    for (let at = 0; at < due.length; at += removedAtOnce) {
      if (isStopped) break;
      removed += removeUnnamed(due.slice(at, at + removedAtOnce));
      await othersFirst();
    }
    if (removed > 0) log.info('copies that no report needs were removed from the spool', { removed });
    return removed;
  }

  function removeUnnamed(due: readonly string[]): number {
    return deps.inTransaction(() => {
      const wanted = names.wantedAmong(due, clock.now());
      let removed = 0;
      for (const name of due) {
        const path = join(spoolDir, name);
        const info = lstatSync(path, { throwIfNoEntry: false });
        const expected = unnamed.get(name)?.marks;
        if (wanted.has(name) || !info || !expected || !isSame(expected, marksOf(info))) continue;
        try {
          unlinkSync(path);
          removed += 1;
        } catch (error) {
          // Open in another program: the next run comes in an hour.
          log.info('a copy could not be removed from the spool', { name, error });
        }
      }
      return removed;
    });
  }

  /** Returns how many were deleted. Never rejects: what failed is tried again in the next run. */
  function sweepOnce(): Promise<number> {
    const mine = sweep().catch((error: unknown) => {
      log.warn('the spool could not be searched', { error });
      return 0;
    });
    sweeping = mine;
    return mine;
  }

  function plan(delayMs: number) {
    undo = clock.schedule(delayMs, () => {
      void sweepOnce().then(() => {
        if (!isStopped) plan(hourMs);
      });
    });
  }

  return {
    sweep: sweepOnce,
    start: () => plan(firstCleanupMs),
    async stop() {
      isStopped = true;
      undo();
      await sweeping;
    },
  };
}

const marksOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): Marks => ({ ino, size, mtimeMs, ctimeMs });
const isSame = (a: Marks, b: Marks) =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** Which copies are needed, by the jobs of all profiles. A job keeps its copy; a removed report's stays for a day. */
type SpoolNames = ReturnType<typeof createSpoolNames>;

const pageRows = 1_000;

const isWanted = `(removed_at IS NULL OR removed_at > :now - ${dayMs})`;

export function createSpoolNames(database: Database) {
  const page = database.prepare(
    `SELECT id, spool, ${isWanted} AS wanted FROM jobs WHERE id > :after ORDER BY id LIMIT ${pageRows}`,
  );
  const among = database.prepare(
    `SELECT spool FROM jobs WHERE spool IN (SELECT value FROM json_each(:names)) AND ${isWanted}`,
  );
  return {
    /** Page by page, so that a long history does not block everything else. */
    *wanted(now: number): Iterable<readonly string[]> {
      for (let last = 0, isMore = true; isMore;) {
        const rows = page.all({ after: last, now });
        yield rows.filter((row) => row['wanted'] === 1).map((row) => String(row['spool']));
        isMore = rows.length === pageRows;
        last = Number(rows.at(-1)?.['id'] ?? last);
      }
    },
    wantedAmong: (names: readonly string[], now: number): ReadonlySet<string> =>
      new Set(among.all({ names: JSON.stringify(names), now }).map((row) => String(row['spool']))),
  };
}
