// A second record of attempts, outside the database: a line is on disk before the first byte is sent, so that a damaged,
// truncated or restored database cannot make us send a report twice. It is read only after an unclean shutdown.
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
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { evidences } from '../../../contract/evidence.ts';
import { parseJson } from '../../platform/text/byte-order-mark.ts';

const attemptLineSchema = z.object({
  at: z.int(),
  /** `began`, or the state in which the attempt ended, or `removed`. */
  what: z.string(),
  profile: z.string(),
  jobId: z.int(),
  accountId: z.nullable(z.int()),
  /** The subject of that account (A18). */
  subject: z.nullable(z.string()),
  /** What a report needs whose row is lost. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  imageHash: z.nullable(z.string()),
  name: z.string(),
  bytes: z.int(),
  spool: z.string(),
  /** The number of the attempt of its job, from 1. */
  attempt: z.int(),
  flightId: z.nullable(z.int()),
  /** Of an uploaded report: how it is known. */
  evidence: z.nullable(z.enum(evidences)),
  /** For matching its record (tables/jobs.ts). */
  baselineId: z.nullable(z.int()),
});
export type AttemptLine = z.infer<typeof attemptLineSchema>;

const beginningSchema = z.object({ began: z.number() });

export type AttemptJournal = {
  /** Creates the file. Throws as the file system does. */
  begin(): void;
  /** Durable when it returns, where `isDurable`. Throws as the file system does. */
  write(line: AttemptLine, isDurable: boolean): void;
  /** Tries whether there is room for a line. Throws as the file system does. */
  tryRoom(): void;
  close(): void;
};

export type AttemptJournalFile = {
  /** Every attempt since then is in it; null if that is not certain. */
  readonly began: number | null;
  /** Oldest first. */
  readonly lines: readonly AttemptLine[];
};

const maxBytes = 4 * 1024 * 1024;
/** As large as a line may be. */
const room = Buffer.alloc(2_048, '\n');
const olderThan = (path: string) => `${path.slice(0, -'.log'.length)}.older.log`;

export const attemptJournalPath = (folder: string) => join(folder, 'attempts.log');

/** Appends to the journal at `path` (`….log`). */
export function createAttemptJournal(path: string, now: () => number): AttemptJournal {
  let file: number | null = null;
  function open(): number {
    const size = sizeOf(path);
    if (size > maxBytes) renameSync(path, olderThan(path));
    const opened = openSync(path, 'a', 0o600);
    if (size === 0 || size > maxBytes) {
      try {
        // Each file has its start time: the next rotation removes the previous one.
        writeSync(opened, `${JSON.stringify({ began: now() })}\n`);
        syncFolder(dirname(path));
      } catch (error) {
        closeSync(opened);
        throw error;
      }
    }
    return opened;
  }
  return {
    begin() {
      file ??= open();
    },
    write(line, isDurable) {
      file ??= open();
      const before = fstatSync(file).size;
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      try {
        // A disk that is nearly full may write only a part, without an error.
        if (writeSync(file, bytes) < bytes.length) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      } catch (error) {
        // Half a line would corrupt the next one.
        ftruncateSync(file, before);
        throw error;
      }
      if (isDurable) fsyncSync(file);
    },
    tryRoom() {
      file ??= open();
      // The empty lines stay, because another process may have written behind them.
      if (writeSync(file, room) < room.length) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** What can be read of the journal at `path` and the file before it. */
export function readAttemptJournal(path: string): AttemptJournalFile {
  const [older, current] = [readOne(olderThan(path)), readOne(path)];
  return {
    began: !current.isWhole ? null : !older.hasFile ? current.began : older.isWhole ? older.began : null,
    lines: [...older.lines, ...current.lines],
  };
}

function readOne(path: string) {
  const text = textOf(path);
  const found: AttemptLine[] = [];
  let began: number | null = null;
  let isWhole = true;
  const lines = (text ?? '').split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const value = parseJson(line);
    const attempt = attemptLineSchema.safeParse(value);
    const beginning = index === 0 ? beginningSchema.safeParse(value) : null;
    if (beginning?.success) ({ began } = beginning.data);
    else if (attempt.success) found.push(attempt.data);
    // A truncated last line was never acknowledged.
    else if (index < lines.length - 1) isWhole = false;
  });
  return { hasFile: text !== null, isWhole: isWhole && began !== null, began, lines: found };
}

function textOf(path: string): string | null {
  try {
    // A device has no end.
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : null;
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

// Makes created, renamed and removed names in a folder durable.

export function syncFolder(path: string) {
  // Windows cannot open a folder for this; there the rename itself is journaled.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes the content of a file durable that something else has written. */
export function syncFile(path: string) {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
