// Takes files in: checked, hashed and copied in one pass, durable in the spool, and its job committed, before anybody is
// told that we have it. The pilot's own file is only ever read. Two are copied at a time (while one is hashed the other is
// read and written); what is copied stands in one line (commit-line.ts), where many become jobs in one transaction.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../platform/error-code.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Source } from '../../../contract/strip.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock } from '../../platform/ports.ts';
import type { History } from '../../storage/tables/log/history.ts';
import type { Job, Jobs } from '../../storage/tables/jobs.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createResourcePool } from './resource-pool.ts';
import { createImageCheck, hasReportExtension } from '../image/image-check.ts';
import { readBuffers, hashStream, SourceUnreadable, type ReadBuffers } from './hash-stream.ts';
import { spoolDisk, type SpoolDisk } from '../spool/spool-disk.ts';
import { createSpool, type IncomingCopy, spoolNameOf } from '../spool/spool.ts';

export type IntakeOutcome =
  | { readonly kind: 'added'; readonly jobId: number; readonly sha256: string; readonly held: Failure | null }
  | { readonly kind: 'duplicate'; readonly jobId: number; readonly sha256: string }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly sha256: string | null }
  /** It could not be kept just now (disk): hand it over again later. */
  | { readonly kind: 'later'; readonly failure: Failure };

export type IntakeFile = {
  readonly path: string;
  readonly name: string;
  /** Taken, and held until the pilot says that it is sent. */
  readonly needsApproval?: boolean;
};

export type Intake = ReturnType<typeof createIntake>;

/** So many times the service's limit is taken into the queue (held, with the reason); beyond that it is no screenshot. */
export const FAR_TOO_LARGE = 10;
const COPIED_AT_ONCE = 2;

/** A whole picture, its copy on the disk and not yet in its place. */
type Copied = {
  readonly file: IntakeFile;
  readonly source: Source;
  readonly copy: IncomingCopy;
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
};

/** Who may write into a watched folder may lay a link to any picture of the pilot's there, also after it was looked at. */
const linkFlag = (source: Source) => (source.kind === 'folder' ? (constants.O_NOFOLLOW ?? 0) : 0);

/** `swept`: the copy was gone when its job was to be written. */
type Committed = IntakeOutcome | { readonly kind: 'swept' };

/** `isNews`: the queue is another now. */
type Row = { readonly item: Copied; readonly outcome: Committed; readonly isNews: boolean };

export function createIntake(deps: {
  clock: Clock;
  spoolDir: string;
  jobs: Jobs;
  history: History;
  accountId(): number | null;
  maxFileBytes(): number;
  inTransaction<T>(work: () => T): T;
  /** These are jobs now, or wait again. Called before anybody is told. */
  onAdded(jobIds: readonly number[]): void;
  disk?: SpoolDisk;
  /** No room for new files: only what is here already is said to be. */
  isDiskFull?(): boolean;
}) {
  const { clock, jobs, history } = deps;
  const spool = createSpool({ dir: deps.spoolDir, disk: deps.disk ?? spoolDisk });
  const lanes = createResourcePool<ReadBuffers>(COPIED_AT_ONCE, readBuffers);
  const line = createCommitQueue<Copied, Committed>({ clock, commit });

  async function copyFrom(
    handle: FileHandle,
    file: IntakeFile,
    source: Source,
    buffers: ReadBuffers,
  ): Promise<Copied | IntakeOutcome> {
    const copy = await spool.begin();
    try {
      const hash = createHash('sha256');
      const check = createImageCheck(file.name);
      let bytes = 0;
      await hashStream(handle, buffers, async (piece) => {
        const written = copy.write(piece);
        hash.update(piece);
        check.push(piece);
        bytes += piece.length;
        await written;
        // What is no picture does not become one.
        const { kind } = check.verdict();
        return kind === 'complete' || kind === 'incomplete';
      });
      const verdict = check.verdict();
      if (verdict.kind === 'complete') {
        await copy.seal();
        return { file, source, copy, sha256: hash.digest('hex'), bytes, mediaType: verdict.mediaType };
      }
      await copy.drop();
      return verdict.kind === 'incomplete'
        ? { kind: 'rejected', failure: failures.fileIncomplete(file.name), sha256: hash.digest('hex') }
        : { kind: 'rejected', failure: failures.notAReport(file.name, verdict.why), sha256: null };
    } catch (error) {
      await copy.drop();
      throw error;
    }
  }

  async function copyIn(file: IntakeFile, source: Source, buffers: ReadBuffers): Promise<Copied | IntakeOutcome> {
    const rejected = (failure: Failure): IntakeOutcome => ({ kind: 'rejected', failure, sha256: null });
    let handle: FileHandle;
    try {
      // Without waiting: a pipe would be waited for until somebody writes to it, and every file after it too.
      handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | linkFlag(source));
    } catch (error) {
      if (codeOf(error) === 'ELOOP') return rejected(failures.fileIsLink(file.name));
      return rejected(failures.fileUnreadable(file.name, codeOf(error)));
    }
    try {
      const info = await handle.stat();
      if (!info.isFile()) return rejected(failures.fileUnreadable(file.name, 'not a file'));
      const maxBytes = deps.maxFileBytes();
      if (info.size === 0) return rejected(failures.notAReport(file.name, 'it is empty'));
      if (info.size > maxBytes * FAR_TOO_LARGE) return rejected(failures.fileTooLarge(file.name, info.size, maxBytes));
      if (deps.isDiskFull?.()) return await knownOrNotKept(handle, file, source, buffers, noRoom());
      return await copyFrom(handle, file, source, buffers).catch((error: unknown) => {
        if (error instanceof SourceUnreadable) throw error;
        return knownOrNotKept(handle, file, source, buffers, error);
      });
    } catch (error) {
      return error instanceof SourceUnreadable
        ? rejected(failures.fileUnreadable(file.name, codeOf(error.cause)))
        : notKept(error);
    } finally {
      await handle.close();
    }
  }

  /** What could not be copied may be in the queue already, under any name: it is read for its content alone. */
  async function knownOrNotKept(
    handle: FileHandle,
    file: IntakeFile,
    source: Source,
    buffers: ReadBuffers,
    error: unknown,
  ): Promise<IntakeOutcome> {
    const hash = createHash('sha256');
    await hashStream(handle, buffers, async (piece) => {
      hash.update(piece);
      return true;
    });
    return knownOf({ file, source, sha256: hash.digest('hex') }) ?? notKept(error);
  }

  /** The one place where copies become jobs. Each is in the spool and on the disk before its row is written. */
  async function commit(items: readonly Copied[]): Promise<Committed[]> {
    const outcomes = new Map<Copied, Committed>();
    const placed: Copied[] = [];
    const folders = new Set<string>();
    for (const item of items) {
      try {
        const known = knownOf(item);
        if (known) outcomes.set(item, known);
        else {
          // Not beside one another: of two copies of one picture the second takes the first one's place.
          for (const folder of await item.copy.place(nameOf(item), item.bytes, clock.now())) folders.add(folder);
          placed.push(item);
        }
      } catch (error) {
        outcomes.set(item, notKept(error));
      }
    }
    let news: number[] = [];
    try {
      await spool.settle(folders);
      const rows = placed.length === 0 ? [] : await spool.exclusive(() => writeRows(placed));
      for (const { item, outcome } of rows) outcomes.set(item, outcome);
      news = rows.flatMap(({ outcome, isNews }) => (isNews && 'jobId' in outcome ? [outcome.jobId] : []));
    } catch (error) {
      for (const item of placed) outcomes.set(item, notKept(error));
    }
    for (const item of items) await item.copy.drop();
    if (news.length > 0) deps.onAdded(news);
    return items.map((item) => outcomes.get(item)!);
  }

  /** One transaction for all; where that cannot be, one for each, so that none stands in the way of the others. */
  function writeRows(items: readonly Copied[]): Row[] {
    if (items.length === 0) return [];
    try {
      return deps.inTransaction(() => items.map((item) => ({ item, ...writeRow(item) })));
    } catch (error) {
      return items.length === 1
        ? [{ item: items[0]!, outcome: afterAll(items[0]!, error), isNews: false }]
        : items.flatMap((item) => writeRows([item]));
    }
  }

  /** An error may have come after its row was durable: what is in the database counts. */
  function afterAll(item: Copied, error: unknown): IntakeOutcome {
    try {
      return knownOf(item) ?? notKept(error);
    } catch {
      return notKept(error);
    }
  }

  /** In a transaction: between this look at the spool and the row, no sweep (spool-sweep.ts) can come. */
  function writeRow(item: Copied): Omit<Row, 'item'> {
    const { file, source, sha256, bytes, mediaType } = item;
    if (spool.bytesOf(nameOf(item)) !== bytes) return { outcome: { kind: 'swept' }, isNews: false };
    // Asked here, not before: another program may have taken it meanwhile, or the pilot signed in.
    const accountId = deps.accountId();
    const now = clock.now();
    const twin = jobs.byContent(sha256, accountId);
    if (twin) {
      // Its copy was lost, and is back.
      const isBack = twin.reason?.kind === 'file-gone';
      if (isBack) jobs.change(twin.id, now, { state: 'waiting', reason: null });
      return { outcome: { kind: 'duplicate', jobId: twin.id, sha256 }, isNews: isBack };
    }
    const maxBytes = deps.maxFileBytes();
    const held =
      bytes > maxBytes
        ? failures.fileTooLarge(file.name, bytes, maxBytes)
        : file.needsApproval
          ? failures.approvalNeeded()
          : null;
    const jobId = jobs.add({
      accountId,
      sha256,
      name: file.name,
      bytes,
      mediaType,
      spool: nameOf(item),
      source,
      originalPath: file.path,
      addedAt: now,
      state: held ? 'held' : 'waiting',
      reason: held,
    });
    history.add({ accountId, jobId }, now, 'added', { source });
    if (held) {
      const what = held.kind === 'approval-needed' ? 'approval-needed' : 'too-large';
      history.add({ accountId, jobId }, now, what, { bytes, maxBytes });
    }
    return { outcome: { kind: 'added', jobId, sha256, held }, isNews: true };
  }

  /** Taken before, and nothing has to be put back: the service has it, or our copy is there. */
  function knownOf({ file, source, sha256 }: Pick<Copied, 'file' | 'source' | 'sha256'>): IntakeOutcome | null {
    const known = jobs.byContent(sha256, deps.accountId());
    // What the pilot does not want sent does not come back from a folder; handed over by the pilot's own hand it does.
    const isDeclined = known ? known.state === 'declined' : jobs.wasDeclined(sha256, deps.accountId());
    if (isDeclined && source.kind === 'folder') {
      return { kind: 'rejected', failure: failures.declinedBefore(file.name), sha256 };
    }
    if (!known || !(known.state === 'uploaded' || isKept(known))) return null;
    return { kind: 'duplicate', jobId: known.id, sha256 };
  }
  const isKept = (job: Job) => job.reason?.kind !== 'file-gone' && spool.bytesOf(job.spool) === job.bytes;

  async function takeOnce(file: IntakeFile, source: Source): Promise<Committed> {
    const place = line.join();
    try {
      const copied = await lanes.run((buffers) => copyIn(file, source, buffers));
      return 'copy' in copied ? await line.ready(place, copied) : copied;
    } finally {
      line.leave(place);
    }
  }

  return {
    /** Takes one file in; resolves when it is safe, or says why it is not taken. Never rejects for what a file may be. */
    async take(file: IntakeFile, source: Source): Promise<IntakeOutcome> {
      if (!hasReportExtension(file.name)) {
        const why = 'its name does not end in .png, .jpg or .jpeg';
        return { kind: 'rejected', failure: failures.notAReport(file.name, why), sha256: null };
      }
      let outcome = await takeOnce(file, source);
      // This process was stopped for a day in the middle, and another one has cleaned up behind it.
      if (outcome.kind === 'swept') outcome = await takeOnce(file, source);
      return outcome.kind === 'swept' ? { kind: 'later', failure: failures.disk('ENOENT') } : outcome;
    },

    /** Takes a job's copy again from its original, where that still has the job's content. Never rejects. */
    async restore({ originalPath, name, source, sha256, spool: place, bytes }: Job): Promise<void> {
      if (originalPath === null) return;
      const copied = await lanes
        .run((buffers) => copyIn({ path: originalPath, name }, source, buffers))
        .catch(() => null);
      if (copied === null || !('copy' in copied)) return;
      try {
        if (copied.sha256 === sha256) await spool.settle(await copied.copy.place(place, bytes, clock.now()));
      } catch {
        // Whoever asked looks at the copy again, and says what is there.
      } finally {
        await copied.copy.drop();
      }
    },
  };
}

const nameOf = ({ sha256, mediaType }: Copied) => spoolNameOf(sha256, mediaType);
const notKept = (error: unknown): IntakeOutcome => ({ kind: 'later', failure: failures.disk(codeOf(error)) });

const noRoom = () => Object.assign(new Error('no room'), { code: 'ENOSPC' });

const SQLITE_FULL = 13;

function codeOf(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL) return 'ENOSPC';
  return errorCode(error);
}
