// The clean-up of a spool with the real database, in virtual time. The files are real, with current times.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Logger } from '../../../../main/core/platform/ports.ts';
import type { Database } from '../../../../main/core/storage/database/database.ts';
import { createSpoolNames, createSpoolSweep } from '../../../../main/core/uploads/spool/spool-cleanup.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores, newJob } from '../../storage/fresh-stores.ts';
import { createDatabase } from '../../storage/create-database.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
export let folder: string;
export let spoolDir: string;
export let database: Database;

/** Gives each test of the file its own folder and database. */
export function withSpool() {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spool-sweep-'));
    spoolDir = join(folder, 'spool');
    database = createDatabase(join(folder, 'companion.db'));
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
}

/** A test's files have current times; a clock set ahead makes them old. */
export const clockAhead = (ms: number) => createVirtualClock(Date.now() + ms);
export const sweepWith = (clock: VirtualClock, onTransaction = () => {}, names = createSpoolNames(database)) =>
  createSpoolSweep({
    clock,
    log,
    spoolDir,
    names,
    inTransaction(work) {
      onTransaction();
      return freshStores('demo', database).inTransaction(work);
    },
  });

let count = 0;
export function copy(name = `ab/ab${String((count += 1)).padStart(62, '0')}.png`) {
  const path = join(spoolDir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'an image');
  return { name, path, isThere: () => existsSync(path) };
}
export const unfinished = () => copy(`incoming/${crypto.randomUUID()}`);
export const jobOf = (spool: string, profile = 'demo', more = {}) =>
  freshStores(profile, database).jobs.add(newJob({ spool, ...more }));
