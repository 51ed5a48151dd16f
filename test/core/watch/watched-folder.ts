// A watch on a real temporary folder, with an intake that keeps its input, on the virtual clock.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { imageRules } from '../../../main/core/uploads/image/image-check.ts';
import type { HintsKind } from '../../../main/core/watch/folder-hints.ts';
import {
  type AddAnswer,
  createFolderWatch,
  type FolderWatchDeps,
  type WatchedFolder as WatchedFolderInput,
} from '../../../main/core/watch/folder-watch.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';

export type WatchedFolder = Awaited<ReturnType<typeof createWatchedFolder>>;

type Change = Partial<WatchedFolderInput & Pick<FolderWatchDeps, 'add' | 'imageRules' | 'system'>> & {
  readonly events?: Partial<FolderWatchDeps['events']>;
};

/** `start` watches the folder; a second `start` after `stop` is the app after a restart, with the same ledger. */
export async function createWatchedFolder({ hints }: { hints?: HintsKind } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'watched-'));
  const path = join(home, 'shots');
  const clock = createVirtualClock();
  const ledger = createMemoryLedger();
  const added: { name: string; bytes: Buffer }[] = [];
  const problems: string[] = [];
  const answers: AddAnswer[] = [];
  const seen = new Set<string>();
  let scanned = false;
  let watch: ReturnType<typeof createFolderWatch> | null = null;

  const log: Logger = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (message, fields) => void problems.push(`${message}: ${String(fields?.['error'])}`),
  };

  async function add(file: { path: string; name: string }): Promise<AddAnswer> {
    const planned = answers.shift();
    if (planned) return planned;
    const bytes = await readFile(file.path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (seen.has(sha256)) return { outcome: 'duplicate', message: verbatim('It was taken before.'), sha256 };
    seen.add(sha256);
    added.push({ name: file.name, bytes });
    return { outcome: 'added', message: verbatim('Taken.'), sha256 };
  }

  const folder = {
    home,
    path,
    clock,
    /** The input of intake, in order, with the bytes of the file at that time. */
    added,
    /** Bugs that the watch reported. */
    problems,
    /** Answers that intake returns first, before it adds anything. */
    answers,
    ledger: () =>
      ledger
        .entries('folder')
        .map(({ path, verdict }) => `${verdict} ${path.slice(home.length + 7)}`)
        .sort(),
    file: (name: string) => join(path, name),
    names: () => added.map(({ name }) => name).sort(),
    state: () => running().state(),
    message: () =>
      running()
        .state()
        .skipped.map(({ name, message }) => `${name}: ${text(message)}`),
    start({ events, system, add: addHere = add, imageRules: rules = imageRules, ...change }: Change = {}) {
      watch = createFolderWatch(
        { id: 'folder', path, isFirstScan: !scanned, ...change },
        {
          clock,
          log,
          ledger,
          imageRules: rules,
          add: addHere,
          events: { onFirstScanDone: () => (scanned = true), onChange: () => {}, ...events },
          system: { hints, ...system },
        },
      );
      return watch.rescan();
    },
    rescan: () => running().rescan(),
    /** Intake, for a second watch that shares it. */
    add,
    addExisting: () => running().addExisting(),
    stop: async () => watch?.stop(),
    /** Scans, and advances time until unchanged files are added. */
    async settle() {
      await running().rescan();
      await clock.advance(300);
      await running().rescan();
      await clock.advance(300);
      await running().rescan();
    },
    /**
     * Advances time until the condition holds; throws if it does not after `limitMs`. In small steps, each with real
     * time for hints, which the system sends independently of the clock.
     */
    async until(isDone: () => boolean, limitMs: number) {
      const stepMs = Math.max(20, limitMs / 500);
      for (let passedMs = 0; !isDone(); passedMs += stepMs) {
        if (passedMs > limitMs) throw new Error(`it is not so after ${limitMs} ms`);
        await clock.advance(stepMs);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
    async [Symbol.asyncDispose]() {
      await watch?.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
  const running = () => {
    if (!watch) throw new Error('not started');
    return watch;
  };
  return folder;
}
