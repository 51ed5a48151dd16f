// Watches one folder. Regardless of the trigger (a hint, a timer, a start, a focus, a resume), each scan does the same: list
// the folder, let reconcile.ts decide, carry the decisions out. A file is passed to intake only when it is complete and
// unchanged for a while; until then it is growing. Its parts, in the order in which they are needed:
//   folder-hints.ts        the system's hints that something changed
//   scan-scheduler.ts      when the next scan begins
//   folder-listing.ts      which files are there, without reading them
//   reconcile.ts           the rule: one decision a file
//   file-reader.ts         reads a file that may still be growing
//   content-comparison.ts  what a changed file contains, compared with its earlier decision
//   known-files.ts         all decisions, and the files without one
import type { Failure } from '../../contract/failure.ts';
import type { FolderState } from '../../contract/state.ts';
import type { Message } from '../../messages/message.ts';
import { basename, join } from 'node:path';
import type { Clock, Logger } from '../platform/ports.ts';
import { createContentComparison } from './content-comparison.ts';
import { createFileReader, type ImageRules } from './file-reader.ts';
import { createFolderHints, type HintsKind } from './folder-hints.ts';
import {
  concernOfUnavailable,
  findPlaceholders,
  type FindPlaceholders,
  identifyFolder,
  type ListedFile,
  type Listing,
  listFiles,
  listFolder,
  maybeReport,
} from './folder-listing.ts';
import { createKnownFiles, folderState, type Ledger, type LedgerEntry, type WatchState } from './known-files.ts';
import { createScanScheduler } from './scan-scheduler.ts';
import { alikePaths, type Decision, reconcile, mustBeStillMs } from './reconcile.ts';

export type AddAnswer = {
  /** `later`: it could not be kept now (a full disk); the watcher passes it again. */
  readonly outcome: 'added' | 'duplicate' | 'rejected' | 'later';
  readonly message: Message | null;
  readonly sha256: string | null;
};

export type WatchedFolder = {
  readonly id: string;
  readonly path: string;
  /** Its rule for names; by default every image. */
  readonly hasWantedName?: ((name: string) => boolean) | undefined;
  /** It was never scanned: files that are there become 'existing'. */
  readonly isFirstScan: boolean;
  /** A drive was mounted there when an earlier watcher last saw it. */
  readonly isMountPoint?: boolean | undefined;
};

export type FolderWatchDeps = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  /** The image check of uploads: `imageRules`. */
  readonly imageRules: ImageRules;
  /** Intake. A watcher passes a few files at a time. */
  add(file: { readonly path: string; readonly name: string }): Promise<AddAnswer>;
  readonly events: {
    /** The first scan is in the ledger: from here on everything else is new, after a restart too. */
    onFirstScanDone(): void;
    /** Decisions of a scan, for the decision log. */
    readonly onDecided?: ((decisions: readonly Decision[]) => void) | undefined;
    /** `state()` has changed. */
    onChange(): void;
  };
  /** What is otherwise detected by the system or, for hints, chosen by the folder's size. */
  readonly system?: {
    /** Whether the folder is on a network drive. */
    readonly isNetworkDrive?: ((path: string) => Promise<boolean>) | undefined;
    /** Which files are only in a cloud. */
    readonly findPlaceholders?: FindPlaceholders | undefined;
    readonly hints?: HintsKind | undefined;
  };
};

export type FolderWatch = {
  state(): WatchState;
  /** Whether a drive was mounted at the folder when it was last there: without it, the folder is another one. */
  isMountPoint(): boolean;
  /** Scans the whole folder. Resolves when a scan that began after the call has ended. Never rejects. */
  rescan(): Promise<void>;
  /** A file that was left out is a report after all. */
  settle(path: string): void;
  /** Adds the files that were there before the folder was watched. Holds across a restart. */
  addExisting(): Promise<void>;
  /** Resolves when nothing is in progress. */
  stop(): Promise<void>;
};

/** Covers full-screen games, network drives and lost hints. */
const slowMs = 30_000;
const addedAtOnce = 16;

/** The result of a scan; for a part of the folder, with its paths. */
type Seen = {
  readonly files: readonly ListedFile[];
  /** The existing paths, those of unchanged files too. */
  readonly present: ReadonlySet<string>;
  readonly examined: ReadonlySet<string> | null;
  /** Monotonic: before the first file was examined. A file is unchanged until then, and not longer. */
  readonly atMs: number;
  /** When the last hint of each file came before the scan. */
  readonly hintedMs: ReadonlyMap<string, number>;
};
/** Without a hint for this long, a file counts as unchanged. */
const maxCreditMs = mustBeStillMs / 2;

export function createFolderWatch(folder: WatchedFolder, deps: FolderWatchDeps): FolderWatch {
  const { clock, log, events, system } = deps;
  const known = createKnownFiles(folder, deps);
  const findElsewhere = system?.findPlaceholders ?? findPlaceholders;
  const isWanted = (name: string) => maybeReport(name, deps.imageRules);
  /** Paths named by hints since the last scan, and when: they are scanned before a big folder is listed again. */
  const hinted = new Map<string, number>();
  let isFirstScan = folder.isFirstScan;
  let stopped = false;
  let notifiedState = '';
  const scans = createScanScheduler({
    clock,
    log,
    slowMs,
    // Nothing hints that a drive was unmounted.
    isHinted: () => hints.isHinted() && !known.isMountPoint,
    scan,
  });
  const hints = createFolderHints({
    path: folder.path,
    log,
    kind: system?.hints,
    isNetworkDrive: system?.isNetworkDrive,
    onHint(path) {
      if (path === null) return scans.hint(false);
      if (!isWanted(basename(path))) return;
      hinted.set(join(folder.path, basename(path)), clock.monotonic());
      scans.hint(true);
    },
    onLost: () => scans.hint(false),
  });

  const contents = createContentComparison({
    known,
    imageRules: deps.imageRules,
    findPlaceholders: findElsewhere,
    isInterrupted: () => stopped || hinted.size > 0,
    onSame({ file, from }) {
      const same = { kind: 'carry-over', file, from } as const;
      known.put(entryOf(same)!);
      note(same);
      events.onDecided?.([same]);
    },
    onOther: (file) => read(file, false, undefined),
  });

  function notifyIfChanged() {
    const state = JSON.stringify(folderState(known));
    if (state === notifiedState || stopped) return;
    notifiedState = state;
    events.onChange();
  }

  /** Scans the whole folder, or undecided files only. Returns how long listing a whole folder took. */
  async function scan(isWhole: boolean): Promise<number | null> {
    const part = isWhole ? null : await seePart();
    const listedMs = part === null ? await scanAll() : null;
    if (part !== null && !stopped) await carryOut(part);
    notifyIfChanged();
    return listedMs;
  }

  async function scanAll(): Promise<number> {
    const began = clock.monotonic();
    const hintedMs = drainHints();
    const listing = await listFolder(folder.path, isWanted, known.ledger);
    const listedMs = clock.monotonic() - began;
    if (stopped) return listedMs;
    if (listing.kind === 'unavailable') await becomeUnavailable(listing.code);
    // The empty folder where a drive was mounted.
    else if (known.isMountPoint && !listing.isMountPoint) await becomeUnavailable('not mounted');
    else {
      await becomeAvailable(listing);
      await carryOut({ files: listing.files, present: listing.present, examined: null, atMs: began, hintedMs });
    }
    return listedMs;
  }

  function drainHints(): ReadonlyMap<string, number> {
    const added = new Map(hinted);
    hinted.clear();
    return added;
  }

  /** Scans undecided files and those named by hints; null if the folder itself has changed and has to be listed. */
  async function seePart(): Promise<Seen | null> {
    const atMs = clock.monotonic();
    const hintedMs = drainHints();
    const examined = new Set([...known.growing.keys(), ...hintedMs.keys()]);
    try {
      const files = await listFiles([...examined]);
      const like = alikePaths(files, circumstances(atMs)).filter((path) => !examined.has(path));
      files.push(...(await listFiles(like)));
      for (const path of like) examined.add(path);
      const isSomeGone = files.length < examined.size;
      if (isSomeGone && (await identifyFolder(folder.path)) !== hints.identity()) return null;
      return { files, present: new Set(files.map((file) => file.path)), examined, atMs, hintedMs };
    } catch {
      return null;
    }
  }

  async function becomeUnavailable(code: string) {
    if (known.status !== 'unavailable') log.info('a watched folder is not there', { path: folder.path, code });
    become('unavailable', concernOfUnavailable(folder.path, code));
    known.isThere = false;
    known.growing.clear();
    known.waiting.clear();
    hinted.clear();
    await hints.lose();
  }

  async function becomeAvailable(listing: Listing & { kind: 'listed' }) {
    const isOther = listing.identity !== hints.identity();
    await hints.follow(listing);
    if (isOther) known.since = null;
    become(hints.isHinted() ? 'watching' : 'polling', null);
    known.isThere = true;
    known.isMountPoint = listing.isMountPoint;
  }

  function become(status: FolderState['status'], concern: Failure | null) {
    const isSame = known.status === status && known.concern?.message.id === concern?.message.id;
    if (!isSame || known.since === null) known.since = clock.now();
    known.status = status;
    known.concern = concern;
  }

  const circumstances = (nowMs: number) => ({
    ledger: known.ledger,
    readings: new Map([...known.growing].map(([path, { reading }]) => [path, reading])),
    absent: known.absent,
    nowMs,
  });

  async function carryOut({ files, present, examined, atMs, hintedMs }: Seen) {
    const isWhole = examined === null;
    for (const path of known.growing.keys()) if (!present.has(path)) known.growing.delete(path);
    if (isWhole) known.waiting.clear();

    const placeholders = isFirstScan ? new Set<string>() : await findElsewhere(files);
    const decisions = reconcile({
      ...circumstances(atMs),
      listing: { files, present, isWhole, examined: examined ?? present },
      folder: { hasWantedName: folder.hasWantedName, isFirstScan, placeholders, keepsInodes: !hints.isNetwork() },
    });
    known.notePresence(present, clock.monotonic(), examined ?? undefined);
    // Immediate decisions first: a first scan is complete when they are in the ledger.
    await known.putAll(decisions.map(entryOf).filter((entry) => entry !== null));
    for (const decision of decisions) note(decision);
    events.onDecided?.(decisions);
    if (isFirstScan && isWhole) {
      isFirstScan = false;
      events.onFirstScanDone();
    }
    const whole = decisions.filter((decision) => decision.kind === 'add');
    await inParallel(whole, ({ file }) => add(file));
    for (const decision of decisions) {
      if (stopped) return;
      if (decision.kind === 'read') await read(decision.file, decision.again, hintedMs.get(decision.file.path));
    }
    const isCompared = await contents.compare(decisions.filter((decision) => decision.kind === 'compare'));
    if (!isCompared) scans.hint(false);
    if (decisions.some(({ kind }) => kind === 'existing' || kind === 'carry-over')) contents.wake();
    // A network drive is not read for hashes that may never be needed.
    if (isWhole && !hints.isNetwork()) await contents.readBaseline();
  }

  /** A few at a time: intake commits those together. */
  async function inParallel<T>(items: readonly T[], handle: (item: T) => Promise<void>) {
    const rest = items.values();
    const worker = async () => {
      for (const item of rest) if (!stopped) await handle(item);
    };
    await Promise.all(Array.from({ length: addedAtOnce }, worker));
  }

  /** The ledger entry of a decision; null if there is none, or where it comes later. */
  function entryOf(decision: Decision): LedgerEntry | null {
    switch (decision.kind) {
      case 'existing':
      case 'other-name':
        return entry(decision.file, decision.kind, null, null);
      case 'skip':
        log.info('a file was skipped', { path: decision.file.path, message: decision.message });
        return entry(decision.file, 'skipped', decision.message, null);
      case 'carry-over':
        return entry(decision.file, decision.from.verdict, decision.from.message, decision.from.sha256);
      default:
        return null;
    }
  }

  function note(decision: Decision) {
    if (decision.kind === 'forget') known.forget(decision.path);
    else if (decision.kind === 'carry-over') {
      if (decision.from.path !== decision.file.path) known.forget(decision.from.path);
    } else if (decision.kind === 'wait') {
      if (decision.message === null) known.waiting.delete(decision.file.path);
      else known.waiting.set(decision.file.path, decision.message);
      if (decision.againInMs === null) return;
      if (!known.growing.has(decision.file.path)) hinted.set(decision.file.path, clock.monotonic());
      scans.again(decision.againInMs);
    }
  }

  async function read(listed: ListedFile, again: boolean, hintedMs: number | undefined) {
    const reader =
      known.growing.get(listed.path)?.reader ??
      createFileReader({ imageRules: deps.imageRules, monotonic: () => clock.monotonic(), isStopped: () => stopped });
    const heardMs = hinted.get(listed.path) ?? hintedMs ?? Number.POSITIVE_INFINITY;
    const nowMs = clock.monotonic();
    const reading = await reader.read(listed, again, Math.min(nowMs, Math.max(heardMs, nowMs - maxCreditMs)));
    known.growing.set(listed.path, { reader, reading });
    if (reading.message === null) {
      known.waiting.delete(listed.path);
      scans.again(Math.max(0, reading.stillSinceMs + mustBeStillMs - clock.monotonic()));
    } else {
      known.waiting.set(listed.path, reading.message);
      events.onDecided?.([{ kind: 'wait', file: listed, againInMs: null, message: reading.message }]);
    }
  }

  async function add(file: ListedFile) {
    const before = known.ledger.get(file.path);
    if (before && (await contents.isAsBefore(file, before))) {
      const same = { kind: 'carry-over', file, from: before, wasRead: true } as const;
      known.put(entryOf(same)!);
      events.onDecided?.([same]);
      return notifyIfChanged();
    }
    const answer = await deps.add({ path: file.path, name: file.name });
    const growing = known.growing.get(file.path);
    if (answer.outcome === 'rejected') {
      log.info('a file was skipped', { path: file.path, message: answer.message });
      known.put(entry(file, 'skipped', answer.message, answer.sha256));
    } else if (answer.outcome !== 'later') known.put(entry(file, 'added', answer.message, answer.sha256));
    else if (growing) {
      growing.reading = { ...growing.reading, notBeforeMs: clock.monotonic() + slowMs, message: answer.message };
      if (answer.message !== null) known.waiting.set(file.path, answer.message);
    }
    notifyIfChanged();
  }

  void scans.whole();
  return {
    state: () => folderState(known),
    isMountPoint: () => known.isMountPoint,
    rescan() {
      if (known.isThere) hints.again();
      return scans.whole();
    },
    settle(path: string) {
      const before = known.ledger.get(path);
      if (before) known.put({ ...before, verdict: 'added', message: null });
      notifyIfChanged();
    },
    addExisting() {
      // Forgotten immediately and durably: from here on these files are as new as any other.
      known.forgetExisting();
      return scans.whole();
    },
    async stop() {
      stopped = true;
      await scans.stop();
      await hints.stop();
    },
  };
}

const entry = (
  { path, size, mtimeMs, ctimeMs, ino }: ListedFile,
  verdict: LedgerEntry['verdict'],
  message: Message | null,
  sha256: string | null,
): LedgerEntry => ({ path, size, mtimeMs, ctimeMs, ino, verdict, message, sha256 });
