// Dry runs: what would happen to files, by the rules of watching (reconcile.ts) and of intake. Nothing is added, recorded
// or moved.
import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { isSettled } from '../../contract/evidence.ts';
import { defaultWithoutText, type FolderRules, type WithoutText } from '../../contract/folder-rules.ts';
import { dryRunOutcomes, type DryRun, type DryRunFile, type DryRunOutcome } from '../../contract/dry-run.ts';
import { message, type Message } from '../../messages/message.ts';
import { unansweredMessage, failures } from '../messages/failures.ts';
import { findFolder, typedPath } from '../platform/files/home-dir.ts';
import type { Job } from '../storage/tables/job.ts';
import { approvalAsked } from './approval.ts';
import { createNameRule, type NameRule } from './name-pattern.ts';
import type { Clock } from '../platform/ports.ts';
import type { Repositories } from '../storage/repositories.ts';
import { verdictUnder, type StoredFolder, type StoredLedgerEntry } from '../storage/tables/folders.ts';
import type { Intake } from '../uploads/intake/intake.ts';
import { imageRules } from '../uploads/image/image-check.ts';
import { isAsDecided } from '../watch/content-comparison.ts';
import { createFileReader, type Reading } from '../watch/file-reader.ts';
import { isNetworkDrive } from '../watch/folder-hints.ts';
import {
  listFolder,
  type ListedFile,
  maybeReport,
  findPlaceholders,
  type FindPlaceholders,
  concernOfUnavailable,
} from '../watch/folder-listing.ts';
import { reconcile, stalledMs, type Decision } from '../watch/reconcile.ts';
import { jobStripId, type LooksLike } from '../../contract/strip.ts';

type FolderDryRun = {
  readonly path: string;
  /** As if existing screenshots were to be added. */
  readonly existing: boolean;
  /** As if these were the folder's patterns. */
  readonly names: readonly string[] | null;
  /** As if the folder required approval, or did not. */
  readonly approval: boolean | null;
  /**
   * Looks for text on what would be added, as the folder's rule says, and for its route. It takes a few seconds for each
   * image.
   */
  readonly look?: boolean | undefined;
  /** Lists at most this many files. */
  readonly limit: number;
};

/** What a folder asks about. */
type Asks = {
  readonly approval: boolean;
  readonly withoutText: WithoutText;
  readonly look: boolean;
  readonly account: number | null;
};

/** Files that this dry run would have added, name by image hash: a second copy is not a second report. */
type Before = Map<string, string>;

export function createDryRun(deps: {
  clock: Clock;
  stores: Repositories;
  profileKey: string;
  /** Whose report a file of a folder with these rules becomes; null: one that is not in a watched folder. */
  accountOf(rules: FolderRules | null): number | null;
  examine: Intake['examine'];
  findPlaceholders?: FindPlaceholders;
  /** Null: unknown. */
  hasText(path: string): Promise<boolean | null>;
  /** Null: none, or not read. */
  looksLike(path: string): Promise<LooksLike | null>;
}) {
  const { clock, stores } = deps;

  /** What would happen to a file added now. `folder`: the rules of a watched one. */
  async function addFile(path: string, name: string, before: Before, folder: Asks | null): Promise<DryRunFile> {
    const account = folder ? folder.account : deps.accountOf(null);
    const examined = await deps.examine({ path, name, accountId: account }, { kind: folder ? 'folder' : 'dropped' });
    const result = resultsOf(path, name, examined.bytes);
    if (examined.kind === 'not-report') return result('leave', examined.failure.message);
    if (examined.kind === 'declined') return result('leave', examined.failure.message, examined.jobId);
    const { known } = examined;
    if (known) return result('known', sameAs(known), known.id);
    const twin = before.get(examined.imageHash);
    if (twin !== undefined) return result('known', message('dryRun.sameAsFile', { name: twin }));
    before.set(examined.imageHash, name);
    const { held } = examined;
    if (held) return result(held.what === 'too-large' ? 'hold' : 'ask', held.reason.message);
    const withoutText = folder === null ? 'advise' : folder.withoutText;
    const hasText = withoutText === 'off' ? null : await deps.hasText(path);
    const lacksText = hasText === null ? null : !hasText;
    const isAsked = folder !== null && approvalAsked(folder, lacksText) !== null;
    const why = isAsked ? result('ask', message('dryRun.approval')) : result('send', message('dryRun.upload'));
    return { ...why, lacksText, looksLike: folder?.look === false ? null : await deps.looksLike(path) };
  }

  const resultsOf =
    (path: string, name: string, bytes: number | null) =>
    (outcome: DryRunOutcome, why: Message, jobId?: number): DryRunFile => ({
      name,
      path,
      bytes,
      outcome,
      message: why,
      lacksText: null,
      looksLike: null,
      stripId: jobId === undefined ? null : jobStripId(jobId),
    });

  async function judge(
    file: ListedFile,
    decision: Decision | undefined,
    entry: StoredLedgerEntry | undefined,
    before: Before,
    asks: Asks,
  ): Promise<DryRunFile> {
    const result = resultsOf(file.path, file.name, file.size);
    switch (decision?.kind) {
      case 'add':
        return addFile(file.path, file.name, before, asks);
      case 'skip':
        return result('leave', decision.message);
      case 'existing':
        return result('leave', message('dryRun.existing'));
      case 'other-name':
        return result('leave', message('dryRun.otherName'));
      case 'carry-over':
      case 'compare':
        return decision.from.verdict === 'existing'
          ? result('leave', message('dryRun.existing'))
          : result('known', message('dryRun.renamed'));
      case 'wait':
      case 'read':
        return result('wait', decision.message ?? message('dryRun.growing'));
      default:
        return judgeDecided(result, entry, asks.account);
    }
  }

  function judgeDecided(
    result: ReturnType<typeof resultsOf>,
    entry: StoredLedgerEntry | undefined,
    account: number | null,
  ): DryRunFile {
    if (entry?.verdict === 'existing') return result('leave', message('dryRun.existing'));
    if (entry?.verdict === 'other-name') return result('leave', message('dryRun.otherName'));
    if (entry?.verdict !== 'added') return result('leave', entry?.message ?? message('dryRun.skippedBefore'));
    const { sha256 } = entry;
    const job = sha256 === null ? null : stores.jobs.byImage({ sha256, imageHash: null }, account);
    const flight = job?.flightId;
    const isUploaded = job !== null && isSettled(job);
    const known = flight && isUploaded ? message('dryRun.uploadedBefore', { flight }) : message('dryRun.addedBefore');
    return result('known', known, job?.id);
  }

  /** The ledger as it would be under these rules. */
  function ledgerOf(folder: StoredFolder | undefined, isWanted: NameRule, existing: boolean) {
    const ledger = new Map<string, StoredLedgerEntry>();
    for (const entry of folder ? stores.folders.ledger.entries(folder.id) : []) {
      const verdict = verdictUnder(entry.verdict, isWanted(basename(entry.path)));
      if (verdict !== 'existing' || !existing) ledger.set(entry.path, { ...entry, verdict });
    }
    return ledger;
  }

  return {
    async files(paths: readonly string[]): Promise<DryRun> {
      const files: DryRunFile[] = [];
      const before: Before = new Map();
      for (const path of paths) files.push(await addFile(path, basename(path), before, null));
      return { files, counts: countsOf(files) };
    },

    async folder({ path, existing, names, approval, look, limit }: FolderDryRun): Promise<Result<DryRun>> {
      const absolute = typedPath(path);
      if (absolute === null) return failed(failures.pathNotWhole(path));
      const real = await realpath(absolute).catch(() => null);
      const info = real === null ? null : await stat(real).catch(() => null);
      if (real === null || info === null) return failed(failures.folderMissing(absolute));
      if (!info.isDirectory()) return failed(failures.folderNotAFolder(absolute));
      const folder = (await findFolder(stores.folders.list(deps.profileKey), real)) ?? undefined;
      const isWanted = createNameRule(names ?? folder?.rules.names ?? ['*']);
      const listing = await listFolder(folder?.path ?? real, (name) => maybeReport(name, imageRules));
      if (listing.kind === 'unavailable') return failed(concernOfUnavailable(real, listing.code));

      const placeholders = await (deps.findPlaceholders ?? findPlaceholders)(listing.files);
      const ledger = ledgerOf(folder, isWanted, existing);
      // Complete files count as unchanged for long enough, and incomplete ones not as stalled.
      const stoodStillMs = stalledMs - 1;
      const decide = async (readings: ReadonlyMap<string, Reading>) =>
        reconcile({
          listing: { files: listing.files, present: new Set(listing.files.map((file) => file.path)), isWhole: true },
          folder: {
            hasWantedName: isWanted,
            isFirstScan: folder?.scanned !== true && !existing,
            placeholders,
            keepsInodes: !(await isNetworkDrive(real)),
          },
          ledger,
          readings,
          nowMs: clock.monotonic(),
        });
      const readings = new Map<string, Reading>();
      for (const decision of await decide(readings)) {
        // Compared and identical: the earlier decision stays.
        const isOther =
          decision.kind === 'compare' &&
          !(await isAsDecided(decision.file, decision.from, imageRules).catch(() => false));
        if (decision.kind !== 'read' && !isOther) continue;
        const growing = createFileReader({ imageRules, monotonic: () => clock.monotonic(), isStopped: () => false });
        const reading = await growing.read(decision.file, true, clock.monotonic() - stoodStillMs);
        readings.set(decision.file.path, reading);
      }
      const decisions = new Map<string, Decision>();
      for (const decision of await decide(readings))
        if ('file' in decision) decisions.set(decision.file.path, decision);

      const files: DryRunFile[] = [];
      const before: Before = new Map();
      const asks: Asks = {
        approval: approval ?? folder?.rules.approval ?? false,
        withoutText: look ? (folder?.rules.withoutText ?? defaultWithoutText) : 'off',
        look: look === true,
        account: deps.accountOf(folder?.rules ?? null),
      };
      for (const file of listing.files.toSorted((a, b) => a.name.localeCompare(b.name))) {
        files.push(await judge(file, decisions.get(file.path), ledger.get(file.path), before, asks));
      }
      return ok({ files: files.slice(0, limit), counts: countsOf(files) });
    },
  };
}

const sameAs = (known: Job) =>
  (known.state === 'declined' ? message('intake.declinedBefore') : unansweredMessage(known)) ??
  (known.flightId === null ? message('dryRun.inQueue') : message('dryRun.sameAsFlight', { flight: known.flightId }));

function countsOf(files: readonly DryRunFile[]): DryRun['counts'] {
  const counts = Object.fromEntries(dryRunOutcomes.map((one) => [one, 0])) as DryRun['counts'];
  for (const { outcome } of files) counts[outcome] += 1;
  return counts;
}
