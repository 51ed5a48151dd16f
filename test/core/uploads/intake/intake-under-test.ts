import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../../../../main/core/storage/database/database.ts';
import { createIntake, type Intake } from '../../../../main/core/uploads/intake/intake.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../../storage/fresh-stores.ts';
import { createDatabase } from '../../storage/create-database.ts';

export const maxBytes = 4_000;

export const source = { kind: 'dropped' } as const;

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** An intake with a folder and a database on disk for each test of a file. */
export function setUpIntake() {
  const context = {} as {
    folder: string;
    spoolDir: string;
    database: Database;
    stores: FreshStores;
    accountId: number | null;
    added: number[];
    intake: Intake;
  };

  beforeEach(() => {
    context.folder = mkdtempSync(join(tmpdir(), 'intake-'));
    context.spoolDir = join(context.folder, 'spool');
    context.database = createDatabase(join(context.folder, 'companion.db'));
    context.stores = freshStores('demo', context.database);
    context.accountId = context.stores.accountOf('anna');
    context.added = [];
    context.intake = newIntake();
  });

  afterEach(() => {
    context.database.close();
    rmSync(context.folder, { recursive: true });
  });

  const newIntake = (more: Partial<Parameters<typeof createIntake>[0]> = {}) =>
    createIntake({
      clock: createVirtualClock(),
      spoolDir: context.spoolDir,
      stores: context.stores,
      accountId: () => context.accountId,
      maxFileBytes: () => maxBytes,
      onAdded: (ids) => void context.added.push(...ids),
      ...more,
    });

  /** The stores, with this in place of their transaction. */
  const storesWith = (inTransaction: FreshStores['inTransaction']) => ({ ...context.stores, inTransaction });

  function put(name: string, content: Buffer): { path: string; name: string } {
    const path = join(context.folder, name);
    writeFileSync(path, content);
    return { path, name };
  }

  const jobRows = () => context.database.prepare('SELECT * FROM jobs').all();

  /** Files of the spool, without copies in progress. */
  const spooled = () =>
    existsSync(context.spoolDir)
      ? readdirSync(context.spoolDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      : [];

  return { context, newIntake, storesWith, put, jobRows, spooled };
}
