// The filing of uploaded files with a real queue, ledger and folder, in virtual time.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ok, type Result } from '../../../main/contract/failure.ts';
import type { AfterUpload } from '../../../main/contract/folder-rules.ts';
import { createFileAfterUpload } from '../../../main/core/filing/file-after-upload.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

export const toSent: AfterUpload = { kind: 'move', to: 'sent' };
export const toTrash: AfterUpload = { kind: 'trash' };
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

export let shots: string;
export let clock: VirtualClock;
export let stores: FreshStores;
let accountId: number;
let folderId: string;
export let trashed: string[];
export let changed: number[];
export let errors: string[];
export let filing: ReturnType<typeof createFileAfterUpload> | undefined;
/** The system's trash, which a test may replace before the start. */
export const system = {} as { trash: ((path: string) => Promise<Result<null>>) | undefined };

/** Gives each test of the file its own folder and queue. */
export function withFiling() {
  beforeEach(() => {
    shots = mkdtempSync(join(tmpdir(), 'filing-'));
    clock = createVirtualClock();
    stores = freshStores();
    accountId = stores.accountOf('anna');
    [trashed, changed, errors] = [[], [], []];
    system.trash = async (path) => {
      trashed.push(path);
      rmSync(path);
      return ok(null);
    };
    folderId = stores.folders.add('demo', shots, clock.now()).id;
  });
  afterEach(async () => {
    await filing?.stop();
    filing = undefined;
    stores.database.close();
    rmSync(shots, { recursive: true, force: true });
  });
}

export function start(change: Partial<Parameters<typeof createFileAfterUpload>[0]> = {}) {
  filing = createFileAfterUpload({
    clock,
    log: { debug() {}, info() {}, warn() {}, error: (message) => void errors.push(message) },
    store: stores.filing,
    folders: stores.folders,
    history: stores.history,
    inTransaction: stores.inTransaction,
    trash: system.trash,
    onChange: (jobId) => void changed.push(jobId),
    ...change,
  });
}

/** A file on disk; in the ledger if it was added. */
export function put(name: string, content = name, isAdded = true) {
  const path = join(shots, name);
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  if (isAdded) enter(path, content);
  return path;
}
/** `like`: the file whose metadata it gets. */
export function enter(path: string, content: string, like = path) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(like);
  const marks = { size, mtimeMs, ctimeMs, ino };
  stores.folders.ledger.put(folderId, { path, ...marks, verdict: 'added', message: null, sha256: hashOf(content) });
}
/** An uploaded report of this file, to be filed. */
export function due(path: string, after: AfterUpload, content = path.slice(shots.length + 1)) {
  const name = path.slice(shots.length + 1);
  const jobId = stores.jobs.add(newJob({ accountId, name, originalPath: path, sha256: hashOf(content) }));
  stores.jobs.change(jobId, clock.now(), { state: 'uploaded', evidence: 'answered' });
  stores.filing.note(jobId, folderId, after, clock.now());
  return jobId;
}
export const historyOf = (jobId: number) =>
  stores.history.of({ jobId }).map(({ what, details }) => ({ what, ...details }));
export const reasonOf = () => stores.filing.due().map(({ reason }) => reason);
export const kept = () => stores.filing.notFiled(folderId, 0, 9).map(({ failure }) => failure);
export async function wake() {
  filing?.wake();
  await clock.advance(0);
}
