// An uploader with the real queue and request scheduler, in virtual time, against a fake service.
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ok, type Failure } from '../../../main/contract/failure.ts';
import type { Logger } from '../../../main/core/platform/ports.ts';
import type { Job } from '../../../main/core/storage/tables/job.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import type { Hold } from '../../../main/core/uploads/upload-hold.ts';
import { createSizeLimit } from '../../../main/core/uploads/size-limit.ts';
import type { CopyCheck } from '../../../main/core/uploads/spool/spool.ts';
import { createUploader } from '../../../main/core/uploads/uploader.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, type ServiceFake } from '../flight-service-fake.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

let running: ReturnType<typeof createUploader>[];
export let clock: VirtualClock;
export let service: ServiceFake;
export let stores: FreshStores;
export let accountId: number;

/** Gives each test of the file its own database, clock and service. */
export function withUploader() {
  beforeEach(() => {
    clock = createVirtualClock();
    service = createServiceFake(clock);
    stores = freshStores();
    accountId = stores.accountOf('anna');
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((uploader) => uploader.stop()));
    stores.database.close();
  });
}

export function uploaderOf(more: { inTransaction?: <T>(work: () => T) => T } = {}) {
  const world = {
    isSignedIn: true,
    canRead: true as boolean | null,
    hasListed: true,
    /** The result of the check of a copy; intact by default. */
    copies: new Map<number, CopyCheck>(),
    noToken: null as Failure | null,
    holds: [] as (Hold | null)[],
    logged: [] as string[],
    progress: [] as number[],
    known: [] as number[],
    refusedLookups: 0,
    onCheckCopy: (_id: number) => {},
  };
  const log: Logger = { debug() {}, info() {}, warn() {}, error: (message) => world.logged.push(message) };
  const scheduler = createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: {
      accessToken: async () => (world.noToken ? { ok: false, failure: world.noToken } : ok({ value: 'token' })),
      rejected: async () => ok({ value: 'token-2' }),
      accepted() {},
    },
    waiting: () => stores.jobs.waitingCount(accountId),
    onChange() {},
  });
  const sizeLimit = createSizeLimit({ clock, facts: stores.facts, inSettings: () => 1_000_000 });
  const uploader = createUploader({
    ports: { clock, log },
    account: {
      id: accountId,
      isSignedIn: () => world.isSignedIn,
      canRead: () => world.canRead,
      hasListed: () => world.hasListed,
    },
    service: {
      name: 'The service',
      timeAt(monotonic) {
        const at = clock.now() - clock.monotonic() + monotonic + service.aheadMs;
        return { from: at, until: at };
      },
      sizeLimit,
    },
    stores: { ...stores, inTransaction: more.inTransaction ?? stores.inTransaction },
    scheduler,
    spool: {
      pathOf: (job: Job) => join('/spool', job.spool),
      async check(job: Job) {
        world.onCheckCopy(job.id);
        return world.copies.get(job.id) ?? { found: 'whole', now: 'whole' };
      },
    },
    keep(flight) {
      world.known.push(flight.id);
      stores.flights.put(accountId, flight, {
        stage: 'automatic-check',
        stageSince: clock.now(),
        completedAt: null,
        polledAt: clock.now(),
      });
    },
    events: {
      onJob() {},
      onProgress: (_id, sent) => world.progress.push(sent),
      onReadingRejected: () => (world.refusedLookups += 1),
      onHold: (hold) => world.holds.push(hold),
    },
  });
  running.push(uploader);
  return { uploader, world, scheduler };
}

export function startUploader() {
  const opened = uploaderOf();
  opened.uploader.start();
  return opened;
}

export const add = (count = 1, more: Parameters<typeof newJob>[0] = {}) =>
  Array.from({ length: count }, () => stores.jobs.add(newJob({ accountId, ...more })));
export const stateOf = (id: number | undefined) => stores.jobs.byId(id!)?.state;
/** Its history, without the starts of attempts. */
export const historyOf = (id: number | undefined) =>
  stores.history.of({ jobId: id! }).flatMap(({ what }) => (what === 'uploading' ? [] : [what]));
export const untilAll = (ids: readonly number[], state: Job['state'], limitMs?: number) =>
  clock.advanceUntil(() => ids.every((id) => stateOf(id) === state), limitMs);
