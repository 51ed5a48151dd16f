// The watched folders of a profile, on real folders and stores, with an intake of the test.
import { ok } from '../../../main/contract/failure.ts';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { createWatchedFolders } from '../../../main/core/folders/watched-folders.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { StoredLedgerEntry } from '../../../main/core/storage/tables/folders.ts';
import type { IntakeFile, IntakeOutcome } from '../../../main/core/uploads/intake/copy-file.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';
import { samplePng } from '../../support/image-samples.ts';

type Options = { isWatching?: boolean; canTrash?: boolean; watcher?: string | null };

type Asked = { name: string; needsApproval: boolean; source: unknown };

export let home: string;

export let shots: string;

export let clock: VirtualClock;

export let stores: FreshStores;

let opened: ReturnType<typeof createWatchedFolders>[];

export let asked: Asked[];

/** What a test sets, and what was counted. */
export const world = {
  answer: {} as IntakeOutcome,
  maxFileBytes: 0,
  changes: 0,
  noted: 0,
  hasText: (_name: string): boolean | null => true,
  advisable: [] as number[],
};

export function folder(name: string) {
  mkdirSync(join(home, name));
  return join(home, name);
}

export const save = (name: string) => writeFileSync(join(shots, name), samplePng({ text: name }));

const log = { debug() {}, info() {}, warn() {}, error() {} };

export function open({ isWatching = true, canTrash = true, watcher = 'leader' }: Options = {}) {
  const folders = createWatchedFolders({
    ports: { clock, log, desktop: canTrash ? { trash: async () => ok(null) } : {} },
    profileKey: 'demo',
    stores,
    intake: {
      add: async (file: IntakeFile, source: unknown) => {
        asked.push({ name: file.name, needsApproval: Boolean(file.approval), source });
        return world.answer;
      },
    } as unknown as Parameters<typeof createWatchedFolders>[0]['intake'],
    accounts: { of: () => null, shown: () => null, nameOf: () => '' },
    images: { maxBytes: () => world.maxFileBytes, hasText: async (path) => world.hasText(basename(path)) },
    watcher: { isHere: isWatching, id: () => watcher },
    events: {
      onAdvisable: (jobId) => world.advisable.push(jobId),
      onNoted: () => (world.noted += 1),
      onDecided: undefined,
      onChange: () => (world.changes += 1),
    },
  });
  opened.push(folders);
  return folders;
}

type Folders = ReturnType<typeof open>;

/** Scans, and advances time until unchanged files are added. */
export async function settle(folders: Folders) {
  for (let n = 0; n < 3; n += 1) {
    folders.rescan();
    await clock.advance(300);
  }
}

export async function added(path = shots, existing = false, change: FolderRulesChange = {}, options: Options = {}) {
  const folders = open(options);
  expect(await folders.add(path, existing, change)).toEqual({ ok: true, value: null });
  return { folders, id: stores.folders.list('demo').find((one) => one.path === path)!.id };
}

export const idOf = (path = shots) => stores.folders.list('demo').find((one) => one.path === path)!.id;

export const entriesOf = (id: string) =>
  stores.folders.ledger
    .entries(id)
    .map((one) => `${basename(one.path)}: ${one.verdict}`)
    .toSorted();

export function put(id: string, name: string, more: Partial<StoredLedgerEntry> = {}) {
  const entry = { path: join(shots, name), size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, message: null, sha256: null };
  stores.folders.ledger.put(id, { ...entry, verdict: 'added', ...more });
}

export const notFound = { ok: false, failure: failures.notFound('folder') };

/** For each test of a file. */
export function setUpFolders() {
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')));
    shots = folder('shots');
    clock = createVirtualClock();
    stores = freshStores();
    opened = [];
    asked = [];
    world.answer = { kind: 'added', jobId: 1, sha256: 'ab', held: null };
    world.maxFileBytes = 1_000;
    world.changes = 0;
    world.noted = 0;
    world.hasText = () => true;
    world.advisable = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.stop()));
    stores.database.close();
    rmSync(home, { recursive: true });
  });
}
