// Takes files in: checked, hashed and copied into the spool in one pass, durable on disk, and its job committed,
// before anybody is told that we have it. The pilot's own file is only ever read.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, stat, type FileHandle, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import type { Source } from '../../contract/strip.ts';
import { failures } from '../failures.ts';
import type { Clock } from '../ports.ts';
import type { Happenings } from '../storage/happenings.ts';
import type { Jobs } from '../storage/jobs.ts';
import { createPictureCheck, hasReportExtension } from './picture-check.ts';

export type IntakeOutcome =
  | { readonly kind: 'taken'; readonly jobId: number; readonly sha256: string; readonly held: Failure | null }
  | { readonly kind: 'already-taken'; readonly jobId: number; readonly sha256: string }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly sha256: string | null }
  /** It could not be kept just now (disk): hand it over again later. */
  | { readonly kind: 'later'; readonly failure: Failure };

export type Intake = ReturnType<typeof createIntake>;

/** So many times the service's limit is taken into the queue (held, with the reason); beyond that it is no screenshot. */
const FAR_TOO_LARGE = 10;
const DAY_MS = 86_400_000;

export function createIntake(deps: {
  clock: Clock;
  spoolDir: string;
  jobs: Jobs;
  happenings: Happenings;
  accountId(): number | null;
  maxFileBytes(): number;
  inTransaction<T>(work: () => T): T;
  onTaken(jobId: number): void;
}) {
  const { clock, jobs, happenings, spoolDir } = deps;
  // One at a time: the disk is the bottleneck, and two copies of one picture must not pass each other.
  let last: Promise<unknown> = Promise.resolve();

  async function takeOne(file: { path: string; name: string }, source: Source): Promise<IntakeOutcome> {
    const refused = (failure: Failure): IntakeOutcome => ({ kind: 'refused', failure, sha256: null });
    if (!hasReportExtension(file.name)) {
      return refused(failures.notAReport(file.name, 'its name does not end in .png, .jpg or .jpeg'));
    }
    let handle: FileHandle;
    try {
      // Without waiting: a pipe would be waited for until somebody writes to it, and every file after it too.
      handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      return refused(failures.fileUnreadable(file.name, codeOf(error)));
    }
    try {
      const info = await handle.stat();
      if (!info.isFile()) return refused(failures.fileUnreadable(file.name, 'not a file'));
      const maxBytes = deps.maxFileBytes();
      if (info.size === 0) return refused(failures.notAReport(file.name, 'it is empty'));
      if (info.size > maxBytes * FAR_TOO_LARGE) return refused(failures.fileTooLarge(file.name, info.size, maxBytes));
      return await copyAndCommit(handle, file, source, maxBytes);
    } catch (error) {
      const code = codeOf(error);
      return code === 'EIO' || code === 'ENOENT'
        ? refused(failures.fileUnreadable(file.name, code))
        : { kind: 'later', failure: failures.disk(code) };
    } finally {
      await handle.close();
    }
  }

  async function copyAndCommit(
    handle: FileHandle,
    file: { path: string; name: string },
    source: Source,
    maxBytes: number,
  ): Promise<IntakeOutcome> {
    const incoming = join(spoolDir, 'incoming', randomUUID());
    await mkdir(dirname(incoming), { recursive: true, mode: 0o700 });
    const copy = await open(incoming, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const check = createPictureCheck(file.name);
      let bytes = 0;
      for await (const chunk of handle.createReadStream({ autoClose: false, start: 0, highWaterMark: 256 * 1024 })) {
        const data = chunk as Buffer;
        hash.update(data);
        check.push(data);
        bytes += data.length;
        // Not `write`: that one may take a part (a disk that is nearly full) and say so only in its answer.
        await copy.appendFile(data);
      }
      const verdict = check.verdict();
      const sha256 = hash.digest('hex');
      if (verdict.kind === 'incomplete')
        return { kind: 'refused', failure: failures.fileIncomplete(file.name), sha256 };
      if (verdict.kind !== 'complete') {
        return { kind: 'refused', failure: failures.notAReport(file.name, verdict.why), sha256 };
      }
      const known = jobs.byContent(sha256, deps.accountId());
      if (known && (await spooledBytes(join(spoolDir, known.spool))) === known.bytes) {
        return { kind: 'already-taken', jobId: known.id, sha256 };
      }

      const spool = join(sha256.slice(0, 2), `${sha256}${verdict.mediaType === 'image/png' ? '.png' : '.jpg'}`);
      await copy.sync();
      await moveInto(incoming, join(spoolDir, spool));

      const held = bytes > maxBytes ? failures.fileTooLarge(file.name, bytes, maxBytes) : null;
      const now = clock.now();
      const outcome = deps.inTransaction((): IntakeOutcome & { jobId: number } => {
        // Asked again: another program may have taken it meanwhile, or the pilot signed in.
        const accountId = deps.accountId();
        const twin = jobs.byContent(sha256, accountId);
        if (twin) {
          // Its copy was lost, and is back.
          if (twin.reason?.kind === 'file-gone') jobs.change(twin.id, now, { state: 'waiting', reason: null });
          return { kind: 'already-taken', jobId: twin.id, sha256 };
        }
        const jobId = jobs.add({
          accountId,
          sha256,
          name: file.name,
          bytes,
          mediaType: verdict.mediaType,
          spool,
          source,
          originalPath: file.path,
          takenAt: now,
          state: held ? 'held' : 'waiting',
          reason: held,
        });
        happenings.add({ accountId, jobId }, now, 'taken', { source });
        if (held) happenings.add({ accountId, jobId }, now, 'too-large', { bytes, maxBytes });
        return { kind: 'taken', jobId, sha256, held };
      });
      deps.onTaken(outcome.jobId);
      return outcome;
    } finally {
      await copy.close();
      // Gone already where it was moved into the spool.
      await unlink(incoming).catch(() => {});
    }
  }

  return {
    /** Removes copies that a run which was cut off left unfinished: older than a day, so that none under way is met. */
    async sweep() {
      const folder = join(spoolDir, 'incoming');
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const path = join(folder, name);
        const info = await stat(path).catch(() => null);
        if (info && clock.now() - info.mtimeMs > DAY_MS) await unlink(path).catch(() => {});
      }
    },

    /** Takes one file in; resolves when it is safe, or says why it is not taken. Never rejects for what a file may be. */
    take(file: { path: string; name: string }, source: Source): Promise<IntakeOutcome> {
      const mine = last.then(() => takeOne(file, source));
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** Renames and makes the new name durable, and the new folder's. The spool is addressed by content: what is there already is the same. */
async function moveInto(from: string, to: string) {
  const folder = dirname(to);
  const made = await mkdir(folder, { recursive: true });
  await rename(from, to);
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(dirname(folder));
}

async function syncFolder(path: string) {
  // Windows cannot open a folder for this; there the rename itself is journaled.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Size of a spooled file, or null where it is not there. */
export async function spooledBytes(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
}
