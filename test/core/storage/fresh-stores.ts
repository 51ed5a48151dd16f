// The repositories over a real in-memory database, with accounts as owners.
import { createRepositories, type Repositories } from '../../../main/core/storage/repositories.ts';
import type { Database } from '../../../main/core/storage/database/database.ts';
import type { NewJob } from '../../../main/core/storage/tables/job.ts';
import { createDatabase } from './create-database.ts';

export type FreshStores = Repositories & { database: Database; accountOf(name: string): number };

export function freshStores(profile = 'demo', database = createDatabase()): FreshStores {
  const stores = createRepositories(database, profile);
  return {
    ...stores,
    database,
    accountOf: (name) => stores.accounts.signedIn(profile, { subject: name, name }, 1).id,
  };
}

let count = 0;
/** A waiting report, with unique content unless a test sets it. */
export function newJob(more: Partial<NewJob> = {}): NewJob {
  count += 1;
  const sha256 = more.sha256 ?? String(count).padStart(64, '0');
  return {
    accountId: null,
    sha256,
    imageHash: sha256,
    name: `shot-${count}.png`,
    bytes: 100,
    mediaType: 'image/png',
    spool: `00/${sha256}.png`,
    source: { kind: 'dropped' },
    originalPath: `/shots/shot-${count}.png`,
    addedAt: 1_000,
    state: 'waiting',
    reason: null,
    ...more,
  };
}
