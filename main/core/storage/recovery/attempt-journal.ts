// A second book beside the database: which report set out when, and what came of it. A line is on the disk before the first
// byte leaves, so that a database that was damaged, cut short or brought back from yesterday cannot make us send twice.
// It knows nothing that the pilot would miss: it is only read when the database did not end well.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../files/fsync-folder.ts';

const attemptLineSchema = z.object({
  at: z.number(),
  /** `departed`: the attempt began. Otherwise the state that it ended in; `removed`: taken off the board. */
  what: z.string().transform((what) => (what === 'refused' ? 'rejected' : what)), // as 0.1.0 wrote it
  profile: z.string(),
  jobId: z.number(),
  accountId: z.number().nullable(),
  /** Who the service says that account is (A18). */
  subject: z.string().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string(),
  /** Which attempt of the job it is, from 1. */
  attempt: z.number(),
  flightId: z.number().nullable(),
  /** What it takes to find its record (storage/jobs.ts). */
  baselineId: z.number().nullable(),
});
export type Departure = z.infer<typeof attemptLineSchema>;

const beginningSchema = z.object({ began: z.number() });

export type AttemptJournal = {
  /** The book is there from now on; throws as the file system does. */
  begin(): void;
  /** Durable when it returns, where `isDurable`; throws as the file system does. */
  write(departure: Departure, isDurable: boolean): void;
  /** Tries whether it takes lines (where it did not); throws as the file system does. */
  tryRoom(): void;
  close(): void;
};

export type AttemptJournalFile = {
  /** Every departure since then is in it; null where that cannot be said. */
  readonly began: number | null;
  /** Oldest first. */
  readonly departures: readonly Departure[];
};

const MAX_BYTES = 4 * 1024 * 1024;
/** As much as a line may take. */
const ROOM = Buffer.alloc(2_048, '\n');
const olderThan = (path: string) => path.replace(/\.log$/, '.older.log');

/** Writes at the end of the book at `path` (`….log`), which is begun where there is none. */
export function createAttemptJournal(path: string, now: () => number): AttemptJournal {
  let file: number | null = null;
  function open(): number {
    const size = sizeOf(path);
    if (size > MAX_BYTES) renameSync(path, olderThan(path));
    const opened = openSync(path, 'a', 0o600);
    if (size === 0 || size > MAX_BYTES) {
      // Each says where it begins itself: when it is turned over the next time, the one before it is gone.
      writeSync(opened, `${JSON.stringify({ began: now() })}\n`);
      syncFolder(dirname(path));
    }
    return opened;
  }
  return {
    begin() {
      file ??= open();
    },
    write(departure, isDurable) {
      file ??= open();
      const before = fstatSync(file).size;
      const line = Buffer.from(`${JSON.stringify(departure)}\n`);
      try {
        // A disk that is nearly full takes a part, and says so only in the answer.
        if (writeSync(file, line) < line.length) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      } catch (error) {
        // Half a line would cost the next one, too.
        ftruncateSync(file, before);
        throw error;
      }
      if (isDurable) fsyncSync(file);
    },
    tryRoom() {
      file ??= open();
      // Empty lines say nothing; they are left, because another process may write behind them.
      if (writeSync(file, ROOM) < ROOM.length) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** Whatever can be read of the book at `path` and the one before it. */
export function readAttemptJournal(path: string): AttemptJournalFile {
  const [older, current] = [readBook(olderThan(path)), readBook(path)];
  return {
    began: !current.isWhole ? null : !older.hasFile ? current.began : older.isWhole ? older.began : null,
    departures: [...older.departures, ...current.departures],
  };
}

function readBook(path: string) {
  const text = textOf(path);
  const departures: Departure[] = [];
  let began: number | null = null;
  let isWhole = text !== null;
  const lines = (text ?? '').split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const value = parsed(line);
    const departure = attemptLineSchema.safeParse(value);
    const beginning = index === 0 ? beginningSchema.safeParse(value) : null;
    if (beginning?.success) ({ began } = beginning.data);
    else if (departure.success) departures.push(departure.data);
    // A last line that was cut off had not been waited for.
    else if (index < lines.length - 1) isWhole = false;
  });
  return { hasFile: text !== null, isWhole: isWhole && began !== null, began, departures };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
