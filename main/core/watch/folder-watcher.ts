// Watches one folder. Whatever wakes it (a hint, the slow timer, a start, a focus, a resume), it does the same: list the
// folder, let reconcile.ts decide, carry the decisions out, one look after the other. A file is handed to intake only
// when it is whole and stands still; until then it is listed as growing, however long that takes.
import { basename, join } from 'node:path';
import { createFolderHints, type FolderHints } from './folder-hints.ts';
import { type ListedFile, type Listing, listFiles, listFolder } from './folder-listing.ts';
import { concernOfUnavailable, type FolderKnowledge, folderState } from './folder-state.ts';
import type { FolderWatch, FolderWatchDeps } from './folder-watch.ts';
import { createGrowingFile } from './growing-file.ts';
import type { LedgerEntry } from './ledger.ts';
import { isNetworkDrive } from './network-drive.ts';
import { type Decision, reconcile, STILL_MS } from './reconcile.ts';
import { createLooks } from './looks.ts';
import { maybeReport } from './report-names.ts';

export type { FolderWatch, FolderWatchDeps, TakeAnswer } from './folder-watch.ts';

/** Full-screen games, network drives and lost hints are made good by this. */
const SLOW_MS = 30_000;

export function createFolderWatch(deps: FolderWatchDeps): FolderWatch {
  const { clock, log } = deps;
  const known: FolderKnowledge = {
    id: deps.id,
    path: deps.path,
    status: 'starting',
    concern: null,
    ledger: new Map(deps.ledger.entries(deps.id).map((entry) => [entry.path, entry])),
    growing: new Map(),
    waiting: new Map(),
    present: new Set(),
  };
  const isWanted = (name: string) => maybeReport(name, deps.pictures);
  /** What hints named since the last look: in a big folder it is looked at before the whole is listed again. */
  const hinted = new Set<string>();
  let isFirstLook = deps.isFirstLook;
  let stopped = false;
  let hints: FolderHints | null = null;
  let identity: string | null = null;
  let isNetwork = false;
  let told = '';
  const looks = createLooks({ clock, log, slowMs: SLOW_MS, look });

  const stopListening = async () => {
    const closing = hints;
    hints = null;
    await closing?.close();
  };

  function listen() {
    if (hints !== null || isNetwork || stopped) return;
    hints = createFolderHints({
      path: deps.path,
      log,
      isWanted,
      onHint(path) {
        if (path !== null && isWanted(path)) hinted.add(join(deps.path, basename(path)));
        looks.hint();
      },
      onLost: () => void stopListening().then(() => looks.hint()),
    });
  }

  function put(file: ListedFile, verdict: LedgerEntry['verdict'], words: string | null, sha256: string | null) {
    const entry: LedgerEntry = { path: file.path, size: file.size, mtimeMs: file.mtimeMs, verdict, words, sha256 };
    // On the disk first: what could not be written is decided again with the next look.
    deps.ledger.put(deps.id, entry);
    known.ledger.set(file.path, entry);
    known.growing.delete(file.path);
    known.waiting.delete(file.path);
  }

  function forget(path: string) {
    deps.ledger.forget(deps.id, path);
    known.ledger.delete(path);
  }

  function tell() {
    const state = JSON.stringify(folderState(known));
    if (state === told || stopped) return;
    told = state;
    deps.onChange();
  }

  /** One look: at the whole folder, or at what is not decided yet. Says how long the listing took. */
  async function look(isWhole: boolean): Promise<number> {
    const began = clock.monotonic();
    const listing = isWhole ? await listFolder(deps.path, isWanted) : await listUndecided();
    const listingMs = clock.monotonic() - began;
    if (stopped) return listingMs;
    if (listing.kind === 'unavailable') await becomeUnavailable(listing.code);
    else {
      if (isWhole) await becomeAvailable(listing);
      await carryOut(listing.files, isWhole);
    }
    tell();
    return listingMs;
  }

  async function listUndecided(): Promise<Listing> {
    const paths = new Set([...known.growing.keys(), ...hinted]);
    hinted.clear();
    const undecided = [...paths].map((path) => ({ name: basename(path), path }));
    try {
      return { kind: 'listed', files: await listFiles(undecided), identity: identity ?? '' };
    } catch {
      return listFolder(deps.path, isWanted);
    }
  }

  async function becomeUnavailable(code: string) {
    if (known.status !== 'unavailable') log.info('a watched folder is not there', { path: deps.path, code });
    known.status = 'unavailable';
    known.concern = concernOfUnavailable(deps.path, code);
    known.growing.clear();
    known.waiting.clear();
    known.present = new Set();
    hinted.clear();
    identity = null;
    await stopListening();
  }

  async function becomeAvailable(listing: Listing & { kind: 'listed' }) {
    if (listing.identity !== identity) {
      identity = listing.identity;
      isNetwork = await isNetworkDrive(deps.path);
      await stopListening();
      listen();
    }
    known.status = hints === null ? 'polling' : 'watching';
    known.concern = null;
    known.present = new Set(listing.files.map((file) => file.path));
  }

  async function carryOut(files: readonly ListedFile[], isWhole: boolean) {
    const listed = new Set(files.map((file) => file.path));
    for (const path of known.growing.keys()) if (!listed.has(path)) known.growing.delete(path);
    if (isWhole) known.waiting.clear();

    const decisions = reconcile({
      files,
      isWhole,
      ledger: known.ledger,
      readings: new Map([...known.growing].map(([path, { reading }]) => [path, reading])),
      isFirstLook: isFirstLook && !deps.takeExistingFirst,
      tellsBlocks: !isNetwork,
      nowMs: clock.monotonic(),
    });
    // What needs no waiting comes first and in one go: a first look is either in the ledger whole or not done.
    const slow = decisions.filter((decision) => !record(decision));
    if (isFirstLook && isWhole) {
      isFirstLook = false;
      deps.onFirstLookDone();
    }
    for (const decision of slow) {
      if (stopped) return;
      if (decision.kind === 'read') await read(decision.file, decision.anew);
      else if (decision.kind === 'take') await take(decision.file);
    }
  }

  /** false: it takes time, and comes later. */
  function record(decision: Decision): boolean {
    if (decision.kind === 'read' || decision.kind === 'take') return false;
    if (decision.kind === 'forget') forget(decision.path);
    else if (decision.kind === 'existing') put(decision.file, 'existing', null, null);
    else if (decision.kind === 'pass-over') passOver(decision.file, decision.words);
    else if (decision.kind === 'carry-over') {
      const { verdict, words, sha256, path } = decision.from;
      put(decision.file, verdict, words, sha256);
      if (path !== decision.file.path) forget(path);
    } else {
      if (decision.words === null) known.waiting.delete(decision.file.path);
      else known.waiting.set(decision.file.path, decision.words);
      if (decision.againInMs !== null) looks.again(decision.againInMs);
    }
    return true;
  }

  function passOver(file: ListedFile, words: string) {
    log.info('a file is passed over', { path: file.path, words });
    put(file, 'passed-over', words, null);
  }

  async function read(listed: ListedFile, anew: boolean) {
    const file =
      known.growing.get(listed.path)?.file ??
      createGrowingFile({ pictures: deps.pictures, monotonic: () => clock.monotonic(), isStopped: () => stopped });
    const reading = await file.read(listed, anew);
    known.growing.set(listed.path, { file, reading });
    if (reading.words === null) {
      known.waiting.delete(listed.path);
      looks.again(STILL_MS);
    } else known.waiting.set(listed.path, reading.words);
  }

  async function take(file: ListedFile) {
    const answer = await deps.take({ path: file.path, name: file.name });
    const growing = known.growing.get(file.path);
    if (answer.outcome === 'refused') passOver(file, answer.words);
    else if (answer.outcome !== 'later') put(file, 'taken', answer.words, answer.sha256);
    else if (growing) {
      growing.reading = { ...growing.reading, notBeforeMs: clock.monotonic() + SLOW_MS, words: answer.words };
      known.waiting.set(file.path, answer.words);
    }
    tell();
  }

  void looks.whole();
  return {
    state: () => folderState(known),
    rescan() {
      if (known.status === 'polling') listen();
      return looks.whole();
    },
    takeExisting() {
      // Forgotten at once and durably: from here on these files are as new as any other.
      for (const entry of known.ledger.values()) if (entry.verdict === 'existing') forget(entry.path);
      return looks.whole();
    },
    async stop() {
      stopped = true;
      await looks.stop();
      await stopListening();
    },
  };
}
