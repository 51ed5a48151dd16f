// Dry runs of a real folder, with real stores.
import { defaultRules, type FolderRulesChange } from '../../../main/contract/folder-rules.ts';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach } from 'vitest';
import type { DryRunFile } from '../../../main/contract/dry-run.ts';
import { createDryRun } from '../../../main/core/folders/dry-run.ts';
import type { StoredLedgerEntry } from '../../../main/core/storage/tables/folders.ts';
import type { JobChange } from '../../../main/core/storage/tables/jobs.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';
import { samplePng } from '../uploads/image-samples.ts';

export let shots: string;

export let stores: FreshStores;

let anna: number;

/** Paths of files that are only in a cloud. */
export const placeholders = new Set<string>();

export let dryRun: ReturnType<typeof createDryRun>;

export const file = (name: string) => join(shots, name);

export function save(name: string, bytes: Buffer | string = samplePng({ text: name })) {
  writeFileSync(file(name), bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

export function reported(sha256: string, change: JobChange = {}) {
  const id = stores.jobs.add(newJob({ accountId: anna, sha256 }));
  stores.jobs.change(id, 5, change);
  return id;
}

type Asked = {
  path?: string;
  existing?: boolean;
  names?: string[];
  approval?: boolean;
  look?: boolean;
  limit?: number;
};

export const ask = ({ path = shots, existing = false, names, approval, look, limit = 100 }: Asked = {}) =>
  dryRun.folder({ path, existing, names: names ?? null, approval: approval ?? null, look, limit });

export async function askFolder(more: Asked = {}) {
  const result = await ask(more);
  if (!result.ok) throw new Error(result.failure.message.id);
  return result.value;
}

export const shown = (files: readonly DryRunFile[]) => files.map((one) => [one.name, one.outcome, one.message.id]);

export const filesOf = async (more: Asked = {}) => shown((await askFolder(more)).files);

/** The folder as it is watched, with what is known of its files. */
export function watched(
  entries: Readonly<Record<string, Partial<StoredLedgerEntry>>> = {},
  more: FolderRulesChange = {},
) {
  const folder = stores.folders.add('demo', shots, 1, { rules: { ...defaultRules, ...more } });
  stores.folders.markScanned(folder.id);
  for (const [name, entry] of Object.entries(entries)) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(file(name));
    const base = {
      path: file(name),
      size,
      mtimeMs,
      ctimeMs,
      ino,
      verdict: 'added',
      message: null,
      sha256: null,
    } as const;
    stores.folders.ledger.put(folder.id, { ...base, ...entry });
  }
}

/** For each test of a file. */
export function setUpDryRun() {
  beforeEach(() => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'dry-run-')));
    shots = join(home, 'shots');
    mkdirSync(shots);
    stores = freshStores();
    anna = stores.accountOf('anna');
    dryRun = createDryRun({
      clock: createVirtualClock(),
      stores,
      profileKey: 'demo',
      accountId: () => anna,
      maxFileBytes: () => 1_000,
      findPlaceholders: async () => placeholders,
      textCheck: { hasText: async (path) => !basename(path).startsWith('view') },
    });
    return () => {
      stores.database.close();
      rmSync(home, { recursive: true });
    };
  });
}
