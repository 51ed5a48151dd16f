// Adds files to the queue. A file is durable in the spool, and its job committed, before it is reported as added. Two files
// are copied at a time (copy-file.ts); their jobs are committed in order, many in one transaction (commit-queue.ts).
import { join } from 'node:path';
import { isSettled } from '../../../contract/evidence.ts';
import type { Source } from '../../../contract/strip.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock } from '../../platform/ports.ts';
import type { History } from '../../storage/tables/log/history.ts';
import type { Job } from '../../storage/tables/job.ts';
import type { Jobs } from '../../storage/tables/jobs.ts';
import { createCommitQueue } from './commit-queue.ts';
import { createResourcePool } from '../../platform/resource-pool.ts';
import { examineFile, readBuffers, type ReadBuffers } from './read-report.ts';
import {
  createFileCopier,
  notKept,
  type Copied,
  type EditedFrom,
  type IntakeFile,
  type IntakeOutcome,
} from './copy-file.ts';
import { isEditedCopy } from '../image/edited-copy.ts';
import { applyTransition } from '../report-writer.ts';
import { addedAgain, replaced } from '../transitions.ts';
import { spoolDisk, type SpoolDisk, createSpool, spoolNameOf } from '../spool/spool.ts';

export type Intake = ReturnType<typeof createIntake>;

const copiedAtOnce = 2;

/** `swept`: the copy was gone when its job was to be written. */
type Committed = IntakeOutcome | { readonly kind: 'swept' };

/** What a copy has become, and whether the queue has changed. */
type Row = { readonly item: Copied; readonly outcome: Committed; readonly isQueueChanged: boolean };

export function createIntake(deps: {
  clock: Clock;
  spoolDir: string;
  stores: { readonly jobs: Jobs; readonly history: History; inTransaction<T>(work: () => T): T };
  accountId(): number | null;
  maxFileBytes(): number;
  /** These are jobs now, or wait again. Called before the outcome is returned. */
  onAdded(jobIds: readonly number[]): void;
  disk?: SpoolDisk;
}) {
  const { clock, stores } = deps;
  const { jobs, history } = stores;
  const spool = createSpool({ dir: deps.spoolDir, disk: deps.disk ?? spoolDisk });
  const readBufferPool = createResourcePool<ReadBuffers>(copiedAtOnce, readBuffers);
  const accountOf = (file: IntakeFile) => file.accountId ?? deps.accountId();
  const commitQueue = createCommitQueue<Copied, Committed>({ clock, commit });
  const copyIn = createFileCopier({
    spool,
    maxFileBytes: deps.maxFileBytes,
    knownOf,
  });

  /** Turns copies into jobs. Each copy is in the spool and durable before its row is written. */
  async function commit(items: readonly Copied[]): Promise<Committed[]> {
    const outcomes = new Map<Copied, Committed>();
    const placed: Copied[] = [];
    const folders = new Set<string>();
    for (const item of items) {
      try {
        const known = knownOf(item);
        if (known) outcomes.set(item, known);
        else {
          // One after the other: of two copies of one image the second replaces the first.
          for (const folder of await item.copy.place(nameOf(item), item.bytes, clock.now())) folders.add(folder);
          placed.push(item);
        }
      } catch (error) {
        outcomes.set(item, notKept(error));
      }
    }
    let addedJobIds: number[] = [];
    try {
      await spool.syncNames(folders);
      const rows = placed.length === 0 ? [] : await spool.exclusive(() => writeRows(placed));
      for (const { item, outcome } of rows) outcomes.set(item, outcome);
      addedJobIds = rows.flatMap(({ outcome, isQueueChanged }) =>
        isQueueChanged && 'jobId' in outcome ? [outcome.jobId] : [],
      );
    } catch (error) {
      for (const item of placed) outcomes.set(item, notKept(error));
    }
    for (const item of items) await item.copy.drop();
    if (addedJobIds.length > 0) deps.onAdded(addedJobIds);
    return items.map((item) => outcomes.get(item)!);
  }

  /** One transaction for all; if that fails, one for each, so that one file does not block the others. */
  function writeRows(items: readonly Copied[]): Row[] {
    if (items.length === 0) return [];
    try {
      return stores.inTransaction(() => items.map((item) => ({ item, ...writeRow(item) })));
    } catch (error) {
      return items.length === 1
        ? [{ item: items[0]!, outcome: afterAll(items[0]!, error), isQueueChanged: false }]
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

  /** In a transaction: no cleanup (spool-cleanup.ts) can come between this check of the spool and the row. */
  function writeRow(item: Copied): Omit<Row, 'item'> {
    const { file, source, sha256, imageHash, bytes, mediaType } = item;
    if (spool.bytesOf(nameOf(item)) !== bytes) return { outcome: { kind: 'swept' }, isQueueChanged: false };
    // Checked here, not before: another process may have added it meanwhile, or the pilot signed in.
    const accountId = accountOf(file);
    const now = clock.now();
    const found = jobs.byImage(item, accountId);
    const twin = twinOf(found);
    if (found && !twin) applyTransition(stores, found, replaced(now), now);
    if (twin) {
      // Its copy was lost, and is restored; by another file of the same picture if that was added.
      const isBack = twin.reason?.kind === 'file-gone';
      const isOtherFile = twin.sha256 !== sha256 && twin.state !== 'uploaded' && !isKept(twin);
      const file = isOtherFile ? { sha256, bytes, spool: nameOf(item) } : null;
      applyTransition(stores, twin, addedAgain(file, isBack), now);
      return { outcome: { kind: 'duplicate', jobId: twin.id, sha256 }, isQueueChanged: isBack };
    }
    const maxBytes = deps.maxFileBytes();
    const held = heldFor(item, maxBytes);
    const reason = held?.reason ?? null;
    const jobId = jobs.add({
      accountId,
      sha256,
      imageHash,
      name: file.name,
      bytes,
      mediaType,
      spool: nameOf(item),
      source,
      originalPath: file.path,
      addedAt: now,
      state: held ? 'held' : 'waiting',
      reason,
      lacksText: file.lacksText ?? null,
    });
    history.add({ accountId, jobId }, now, { what: 'added', source });
    if (held) history.add({ accountId, jobId }, now, { what: held.what, bytes, maxBytes });
    return { outcome: { kind: 'added', jobId, sha256, held: reason }, isQueueChanged: true };
  }

  /** Added before, and complete: the service has it, or our copy is there. */
  function knownOf(
    found: Pick<Copied, 'file' | 'sha256' | 'imageHash'> & { source: Pick<Source, 'kind'> },
    known = jobs.byImage(found, accountOf(found.file)),
  ): IntakeOutcome | null {
    const { file, source, sha256 } = found;
    // A declined image does not come back from a folder; the pilot can add it by hand.
    if (source.kind === 'folder' && jobs.isDeclined(known, found, accountOf(file))) {
      return { kind: 'rejected', failure: failures.declinedBefore(file.name), sha256 };
    }
    if (!known || isOnlyCopy(known) || !(isSettled(known) || isKept(known))) return null;
    return { kind: 'duplicate', jobId: known.id, sha256 };
  }
  /** Found in the spool after an unclean end, and never uploaded: its file is a report like any other. */
  const isOnlyCopy = ({ state, reason, attempt, attempts }: Job) =>
    state === 'held' && reason?.code === 'rescued' && attempt === null && attempts === 0;
  const twinOf = (found: Job | null) => (found && isOnlyCopy(found) ? null : found);
  const isKept = (job: Job) => job.reason?.kind !== 'file-gone' && spool.bytesOf(job.spool) === job.bytes;

  /**
   * The report that was made from the same path, if the picture there was edited since (0041). A new picture at the same
   * path, as of a tool that always writes latest.png, is a new report.
   */
  async function editedFrom({ file, imageHash }: Pick<Copied, 'file' | 'imageHash'>): Promise<EditedFrom | null> {
    const accountId = accountOf(file);
    const earlier = jobs
      .byOriginalPath(file.path)
      .findLast((job) => job.accountId === accountId && job.state !== 'declined' && job.imageHash !== imageHash);
    if (!earlier || !(await isEditedCopy(file.path, join(deps.spoolDir, earlier.spool)))) return null;
    return { jobId: earlier.id, flightId: earlier.flightId };
  }

  async function addOnce(file: IntakeFile, source: Source): Promise<Committed> {
    const place = commitQueue.join();
    try {
      const copied = await readBufferPool.run((buffers) => copyIn(file, source, buffers));
      if (!('copy' in copied)) return copied;
      return await commitQueue.ready(place, { ...copied, editedFrom: await editedFrom(copied) });
    } finally {
      commitQueue.leave(place);
    }
  }

  return {
    /** Adds one file. Resolves when it is safe, or with the reason why it is not added. */
    async add(file: IntakeFile, source: Source): Promise<IntakeOutcome> {
      let outcome = await addOnce(file, source);
      // The process was suspended for a day in between, and another one has swept the spool.
      if (outcome.kind === 'swept') outcome = await addOnce(file, source);
      return outcome.kind === 'swept' ? { kind: 'later', failure: failures.disk('ENOENT') } : outcome;
    },

    /** What a file holds, the report that it is already, and why it would be held; nothing is added. */
    async examine(file: IntakeFile, source: Pick<Source, 'kind'>) {
      const maxBytes = deps.maxFileBytes();
      const content = await examineFile(file, maxBytes);
      if (content.kind === 'not-report') return content;
      const found = { ...content, file, source };
      const report = jobs.byImage(found, accountOf(file));
      const outcome = knownOf(found, report);
      if (outcome?.kind === 'rejected') {
        return { kind: 'declined', failure: outcome.failure, bytes: content.bytes, jobId: report?.id } as const;
      }
      const twin = twinOf(report);
      return {
        ...content,
        // Its copy was lost: the file brings it back to the queue.
        known: twin?.reason?.kind === 'file-gone' ? null : twin,
        held: heldFor({ ...found, editedFrom: await editedFrom(found) }, maxBytes),
      };
    },

    /** Restores a job's copy from its original, where that still has the job's content. Never rejects. */
    async restore({ originalPath, name, source, sha256, spool: place, bytes }: Job): Promise<void> {
      if (originalPath === null) return;
      const copied = await readBufferPool
        .run((buffers) => copyIn({ path: originalPath, name }, source, buffers))
        .catch(() => null);
      if (copied === null || !('copy' in copied)) return;
      try {
        if (copied.sha256 === sha256) await spool.syncNames(await copied.copy.place(place, bytes, clock.now()));
      } catch {
        // The caller checks the copy again.
      } finally {
        await copied.copy.drop();
      }
    },
  };
}

const nameOf = ({ sha256, mediaType }: Copied) => spoolNameOf(sha256, mediaType);

/** Why a new report waits for the pilot, and what its history says of that; null: it is queued. */
function heldFor({ file, bytes, editedFrom }: Pick<Copied, 'file' | 'bytes' | 'editedFrom'>, maxBytes: number) {
  if (bytes > maxBytes) return { reason: failures.fileTooLarge(bytes, maxBytes), what: 'too-large' } as const;
  if (editedFrom) return { reason: failures.editedCopy(editedFrom), what: 'edited-copy' } as const;
  return file.approval ? ({ reason: file.approval, what: 'approval-needed' } as const) : null;
}
