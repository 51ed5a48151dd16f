// The strips of reports and flights, from a context that a test changes.
import { beforeEach } from 'vitest';
import { stripOf, type StripContext } from '../../../main/core/board/strips.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { JobChange } from '../../../main/core/storage/tables/job.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

export let stores: FreshStores;

let anna: number;

export let context: StripContext;

export const attempt = { startedAt: 1, endedAt: 2, baselineId: 0, lookups: 0 };

export function jobOf(change: JobChange = {}, accountId: number | null = anna, canRead = true) {
  const id = stores.jobs.add(newJob({ accountId, name: 'a.png', bytes: 100 }));
  stores.jobs.change(id, 5, change);
  const seen = { hidden: [], unreadable: canRead ? [] : [anna], shown: anna, isSending: true };
  return stores.jobs.onBoard(id, seen)!;
}

export const drawn = (change: JobChange = {}, more: Partial<StripContext> = {}, accountId: number | null = anna) =>
  stripOf(jobOf(change, accountId, more.canRead !== false), null, { ...context, ...more });

export const tooLarge = failures.fileTooLarge(11, 10);

export const offline = failures.offline();

/** For each test of a file. */
export function setUpStrips() {
  beforeEach(() => {
    stores = freshStores();
    anna = stores.accountOf('anna');
    context = {
      canRead: true,
      canShowFile: true,
      hasFlightPages: true,
      hold: null,
      whose: { pilot: null, isShown: true },
      uploadsAt: (id) => 1_000 + id,
      progress: () => null,
      usually: () => null,
    };
    return () => stores.database.close();
  });
}
