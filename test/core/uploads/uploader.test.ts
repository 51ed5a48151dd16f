import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, type Failure } from '../../../main/contract/failure.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { openDatabase } from '../../../main/core/storage/database.ts';
import type { UploadOutcome } from '../../../main/core/service/flight-client.ts';
import type { Job } from '../../../main/core/storage/tables/jobs.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import type { Hold } from '../../../main/core/uploads/transitions.ts';
import type { CopyCheck } from '../../../main/core/uploads/spool/spool-copy.ts';
import { createUploader } from '../../../main/core/uploads/uploader.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, fullestMinute, type ServiceFake } from '../flight-service-fake.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

let folder: string;
let clock: VirtualClock;
let service: ServiceFake;
let stores: FreshStores;
let accountId: number;
let running: ReturnType<typeof createUploader>[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uploader-'));
  const opened = openDatabase(join(folder, 'companion.db'));
  if (!opened.ok) throw new Error(opened.failure.message);
  clock = createVirtualClock();
  service = createServiceFake(clock);
  stores = freshStores('demo', opened.value);
  accountId = stores.accountOf('anna');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((uploader) => uploader.stop()));
  stores.database.close();
  rmSync(folder, { recursive: true });
});

function uploaderOf(more: { inTransaction?: <T>(work: () => T) => T } = {}) {
  const world = {
    isSignedIn: true,
    canRead: true as boolean | null,
    hasEverRead: false,
    hasLooked: true,
    isHighestSure: true,
    /** What the check of a copy finds; whole where nothing is said. */
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
    waiting: () => stores.jobs.waitingIds(accountId).length,
    onChange() {},
  });
  const uploader = createUploader({
    clock,
    log,
    accountId,
    service: { name: 'The service', maxFileBytes: () => 1_000_000 },
    store: {
      jobs: stores.jobs,
      history: stores.history,
      hold: {
        read: () => stores.facts.read('account 1', 'hold'),
        write: (hold) => stores.facts.write('account 1', 'hold', hold, clock.now()),
      },
      inTransaction: more.inTransaction ?? stores.inTransaction,
      isPaused: () => stores.pauseSwitch.isPaused(),
      spoolPath: (job: Job) => join('/spool', job.spool),
      async checkCopy(job: Job) {
        world.onCheckCopy(job.id);
        return world.copies.get(job.id) ?? { found: 'whole', now: 'whole' };
      },
    },
    scheduler: {
      isSignedIn: () => world.isSignedIn,
      nextUploadAt: scheduler.nextUploadAt,
      nextReadAt: () => scheduler.nextReadAt(false),
      upload: scheduler.upload,
      list: scheduler.list,
    },
    flights: {
      canRead: () => world.canRead,
      hasEverRead: () => world.hasEverRead,
      hasLooked: () => world.hasLooked,
      highestId: () => stores.flights.highestId(accountId),
      isHighestSure: () => world.isHighestSure,
      keep(flight) {
        world.known.push(flight.id);
        stores.flights.put(accountId, flight, 'automatic-check', clock.now(), null, clock.now());
      },
    },
    events: {
      onJob() {},
      onProgress: (_id, sent) => world.progress.push(sent),
      onReadingRefused: () => (world.refusedLookups += 1),
      onHold: (hold) => world.holds.push(hold),
    },
  });
  running.push(uploader);
  return { uploader, world, scheduler };
}

const add = (count = 1, more: Parameters<typeof newJob>[0] = {}) =>
  Array.from({ length: count }, () => stores.jobs.add(newJob({ accountId, ...more })));
const stateOf = (id: number | undefined) => stores.jobs.byId(id!)?.state;
/** What became of its attempts. */
const messageOf = (id: number | undefined) =>
  stores.history.of({ jobId: id! }).flatMap(({ what }) => (what === 'uploading' ? [] : [what]));
const untilAll = (ids: readonly number[], state: Job['state'], limitMs?: number) =>
  clock.advanceUntil(() => ids.every((id) => stateOf(id) === state), limitMs);

describe('the queue', () => {
  it('leaves in its order, a wait apart, and each report is uploaded when the service says so', async () => {
    const ids = add(4);
    const { uploader, world } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    const uploads = service.uploads();
    expect(uploads.map((one) => one.name)).toEqual(ids.map((id) => stores.jobs.byId(id)!.name));
    expect(uploads.map((one) => one.at)).toEqual([0, 5_200, 10_400, 15_600]);
    expect(ids.map((id) => stores.jobs.byId(id)!.flightId)).toEqual([1, 2, 3, 4]);
    expect(world.known).toEqual([1, 2, 3, 4]);
    expect(messageOf(ids[0])).toEqual(['uploaded']);
    expect(world.progress.length).toBeGreaterThan(0);
  });

  it('learns the wait that the service wants, and no report is lost on the way', async () => {
    service.minWaitMs = 9_000;
    const ids = add(10);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(10);
    expect(service.uploads().length).toBeLessThanOrEqual(15);
  });

  it('is on disk as departing, with its attempt, before the first byte leaves', async () => {
    const [id] = add();
    stores.flights.put(accountId, flightOf({ id: 40 }), 'settled', 1, 1, 1);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 1);
    expect(stores.jobs.byId(id!)).toMatchObject({
      state: 'uploading',
      attempts: 1,
      attempt: { startedAt: clock.now(), endedAt: null, baselineId: 40, looks: 0 },
    });
  });

  it('waits while it is paused, and a report on its way arrives all the same', async () => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => stateOf(first) === 'uploading');
    stores.pauseSwitch.setPaused(true);
    await clock.advance(60_000);
    expect([stateOf(first), stateOf(second)]).toEqual(['uploaded', 'waiting']);
    stores.pauseSwitch.setPaused(false);
    uploader.wake();
    await untilAll([second!], 'uploaded', 1_000);
  });

  it('waits while nobody is signed in, and until the service was looked at', async () => {
    const ids = add();
    const { uploader, world } = uploaderOf();
    world.isSignedIn = false;
    world.hasLooked = false;
    uploader.start();
    await clock.advance(60_000);
    world.isSignedIn = true;
    uploader.wake();
    await clock.advance(60_000);
    expect(service.requests).toEqual([]);
    world.hasLooked = true;
    uploader.wake();
    await untilAll(ids, 'uploaded', 1_000);
  });

  it('leaves other pilots’ reports alone, and those that nobody owns', async () => {
    const foreign = stores.jobs.add(newJob({ accountId: stores.accountOf('ben') }));
    const orphan = stores.jobs.add(newJob());
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advance(60_000);
    expect([stateOf(foreign), stateOf(orphan)]).toEqual(['waiting', 'waiting']);
    expect(service.uploads()).toEqual([]);
  });

  it('wakes for a new report', async () => {
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advance(60_000);
    const ids = add();
    uploader.wake();
    await untilAll(ids, 'uploaded', 1_000);
    expect(service.uploads()).toHaveLength(1);
  });

  it('holds a report whose copy is gone, says so, and goes on', async () => {
    const [gone, good] = add(2);
    const { uploader, world } = uploaderOf();
    world.copies.set(gone!, { found: 'missing', now: 'missing' });
    uploader.start();
    await untilAll([good!], 'uploaded');
    expect(stores.jobs.byId(gone!)).toMatchObject({ state: 'held', reason: { kind: 'file-gone' } });
    expect(messageOf(gone)).toEqual(['file-gone']);
    expect(service.uploads()).toHaveLength(1);
  });

  it('holds a report whose copy is damaged, says so, and sends nothing of it', async () => {
    const [damaged, good] = add(2);
    const { uploader, world } = uploaderOf();
    world.copies.set(damaged!, { found: 'damaged', now: 'damaged' });
    uploader.start();
    await untilAll([good!], 'uploaded');
    const { state, reason } = stores.jobs.byId(damaged!)!;
    expect(state).toBe('held');
    expect(reason).toMatchObject({
      kind: 'file-gone',
      message: expect.stringContaining('is damaged'),
      requiredAction: 'other-file',
    });
    expect(messageOf(damaged)).toEqual(['copy-damaged']);
    expect(service.uploads()).toHaveLength(1);
  });

  it('sends a report whose damaged copy was taken again from the original, and says both', async () => {
    const ids = add(2);
    const { uploader, world } = uploaderOf();
    world.copies.set(ids[0]!, { found: 'damaged', now: 'whole' });
    world.copies.set(ids[1]!, { found: 'missing', now: 'whole' });
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(messageOf(ids[0])).toEqual(['copy-damaged', 'copy-restored', 'uploaded']);
    expect(messageOf(ids[1])).toEqual(['file-gone', 'copy-restored', 'uploaded']);
  });

  it('does not send what the pilot has taken off the board at the last moment', async () => {
    const [removed, next] = add(2);
    const { uploader, world } = uploaderOf();
    world.onCheckCopy = (id) => {
      if (id === removed) stores.jobs.change(id, clock.now(), { removedAt: clock.now() });
    };
    uploader.start();
    await untilAll([next!], 'uploaded');
    expect(service.uploads().map((one) => one.name)).toEqual([stores.jobs.byId(next!)!.name]);
  });

  it('refuses what the service refuses, and goes on', async () => {
    service.whims.push({ kind: 'file-refused', code: 'invalid_file' });
    const [bad, good] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([good!], 'uploaded');
    expect(stateOf(bad)).toBe('rejected');
  });

  it('lets the others pass a report that the service stumbles over, and tries that one for ever, slower', async () => {
    const [bad, ...good] = add(4);
    const badName = stores.jobs.byId(bad!)!.name;
    const upload = service.client.upload;
    service.client.upload = async (call) =>
      call.file.name === badName
        ? (service.requests.push({ at: clock.monotonic(), what: 'upload', name: badName, token: '' }),
          { kind: 'not-understood', code: 'HTTP 422' })
        : upload(call);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(good, 'uploaded', 60_000);
    await clock.advance(3_600_000);
    const tries = service.uploads().filter((one) => one.name === badName);
    expect(tries.length).toBeGreaterThan(8);
    expect(tries.length).toBeLessThan(40);
    expect(stores.jobs.byId(bad!)).toMatchObject({ state: 'waiting', reason: { kind: 'answer-not-understood' } });
  });

  it('never holds more than 60 requests in a minute, also where every one ends in doubt', async () => {
    service.latencyMs = 5;
    service.always = 'lose-report';
    add(5);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advance(10 * 60_000);
    expect(fullestMinute(service.requests.map((one) => one.at))).toBeLessThanOrEqual(60);
  });
});

describe('a lost answer', () => {
  it('is found again, and the report is not sent twice', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
    expect(messageOf(ids[0])).toEqual(['answer-lost', 'found-again']);
    expect(stores.jobs.byId(ids[0]!)).toMatchObject({ flightId: 1, attempt: null, reason: null });
  });

  it('of a report that never arrived sends it again after the grace time, once', async () => {
    service.whims.push('lose-report');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(3);
    expect(service.uploads()[1]!.at - service.uploads()[0]!.at).toBeGreaterThanOrEqual(10_000);
    expect(messageOf(ids[0])).toEqual(['answer-lost', 'not-arrived', 'uploaded']);
  });

  it('whose record comes late is found on a later look', async () => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => (stores.jobs.byId(ids[0]!)?.attempt?.looks ?? 0) === 1);
    service.put();
    await untilAll(ids, 'uploaded');
    expect(service.uploads()).toHaveLength(1);
  });

  it('with two that could be it is the pilot’s to decide, and the queue goes on', async () => {
    service.whims.push('lose-answer');
    const [doubtful, next] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 1);
    service.put();
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({
      state: 'held',
      reason: { requiredAction: 'decision' },
      attempt: {},
    });
    expect(messageOf(doubtful)).toEqual(['answer-lost', 'ambiguous']);
    expect(service.uploads()).toHaveLength(2);
  });

  it('is told from a record that was made before, once the service’s clock is known, however wrong', async () => {
    service.aheadMs = -2 * 3_600_000;
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    // Made elsewhere by the same pilot, before the attempt and after the last record known here.
    service.put({ createdAt: clock.now() + service.aheadMs - 60_000 });
    await untilAll([second!], 'uploaded');
    expect(service.uploads()).toHaveLength(2);
  });

  it('that cannot be looked up waits for the pilot, and the others leave', async () => {
    const [first, doubtful, next] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({ state: 'unconfirmed', reason: { requiredAction: 'decision' } });
    await clock.advance(3_600_000);
    expect(service.uploads()).toHaveLength(3);
    world.canRead = true;
    uploader.wake();
    await untilAll([doubtful!], 'uploaded');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({ flightId: 2 });
  });

  it('is put to the pilot where it was the very first, and a record found an hour later may be anybody’s', async () => {
    service.whims.push('lose-answer');
    const [doubtful] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(3_600_000);
    world.canRead = true;
    uploader.wake();
    await untilAll([doubtful!], 'held');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({ reason: { requiredAction: 'decision' }, attempt: {} });
    expect(messageOf(doubtful)).toEqual(['answer-lost', 'unclear']);
  });

  it('is not taken for found where the service was never looked at: the one record there may be last year’s', async () => {
    service.put({ createdAt: clock.now() - 365 * 86_400_000 });
    service.whims.push('lose-report');
    const [doubtful] = add();
    const { uploader, world } = uploaderOf();
    // The first look did not come about, and whether reading is possible is not known.
    world.canRead = null;
    uploader.start();
    await clock.advanceUntil(() => stateOf(doubtful) === 'unconfirmed');
    world.canRead = true;
    uploader.wake();
    await untilAll([doubtful!], 'held');
    expect(service.uploads()).toHaveLength(1);
  });

  it('is not taken for found where the newest record before it could not be read: the one there may be that one', async () => {
    service.whims.push('lose-report');
    const [doubtful] = add();
    const { uploader, world } = uploaderOf();
    world.isHighestSure = false;
    uploader.start();
    await clock.advanceUntil(() => stateOf(doubtful) === 'unconfirmed');
    service.put();
    await untilAll([doubtful!], 'held');
    expect(messageOf(doubtful)).toEqual(['answer-lost', 'unclear']);
  });

  it('is not taken for found by the record of one that the pilot has said the service has', async () => {
    const [first, lost, received] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-report', 'lose-answer');
    await untilAll([lost!, received!], 'unconfirmed');
    stores.jobs.change(received!, clock.now(), { state: 'uploaded', reason: null, attempt: null });
    world.canRead = true;
    uploader.wake();
    await untilAll([lost!], 'held');
    expect(service.records()).toHaveLength(2);
    expect(messageOf(lost)).toEqual(['answer-lost', 'unclear']);
  });

  it('is not taken for found by the record of one that left under an account without a name, and is in doubt as well', async () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 1).id;
    const [other] = add(1, { accountId: unnamed });
    const [lost] = add();
    service.whims.push('lose-report');
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => stateOf(lost) === 'unconfirmed');
    const now = clock.now();
    const attempt = { startedAt: now, endedAt: now, baselineId: 0, looks: 0 };
    stores.jobs.change(other!, now, { state: 'unconfirmed', attempts: 1, attempt });
    service.put();
    await untilAll([lost!], 'held');
    expect(messageOf(lost)).toEqual(['answer-lost', 'unclear']);
  });

  it('is found though another was put to the pilot long before', async () => {
    const [other, lost] = add(2);
    const long = clock.now() - 3_600_000;
    stores.jobs.change(other!, long, {
      state: 'held',
      attempt: { startedAt: long, endedAt: long, baselineId: 0, looks: 0 },
    });
    service.whims.push('lose-answer');
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([lost!], 'uploaded');
    expect(messageOf(lost)).toEqual(['answer-lost', 'found-again']);
    expect(stateOf(other)).toBe('held');
  });

  it('of two at once is settled for both: as many new records as reports in doubt, each its own', async () => {
    const [first, ...doubtful] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer', 'lose-answer');
    await untilAll(doubtful, 'unconfirmed');
    world.canRead = true;
    uploader.wake();
    await untilAll(doubtful, 'uploaded');
    expect(doubtful.map((id) => stores.jobs.byId(id)!.flightId)).toEqual([2, 3]);
    expect(service.uploads()).toHaveLength(3);
    expect(service.reads()).toHaveLength(1);
  });

  it('of two at once, one of which never arrived, sends that one again and no other', async () => {
    const [first, arrived, lost] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer', 'lose-report');
    await untilAll([arrived!, lost!], 'unconfirmed');
    world.canRead = true;
    uploader.wake();
    await untilAll([arrived!, lost!], 'uploaded');
    expect(service.records()).toHaveLength(3);
    expect(stores.jobs.byId(arrived!)).toMatchObject({ flightId: 2 });
    expect(messageOf(lost)).toEqual(['answer-lost', 'not-arrived', 'uploaded']);
  });

  it('is not taken for found by a record that another program made in between: the pilot is asked', async () => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.put({ createdAt: clock.now() - 60_000 });
    service.whims.push('lose-report');
    await untilAll([second!], 'held');
    expect(messageOf(second)).toEqual(['answer-lost', 'unclear']);
    expect(service.uploads()).toHaveLength(2);
  });

  it('whose record appears after the grace time is sent again, and that record is not taken for the next report’s', async () => {
    const [first, second, third] = add(3);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-report');
    await untilAll([second!], 'uploaded');
    // What ten seconds of grace cannot see (0008): the service has two of it now.
    service.put({ createdAt: clock.now() - 20_000 });
    service.whims.push('lose-answer');
    await untilAll([third!], 'uploaded');
    expect(stores.jobs.byId(third!)).toMatchObject({ flightId: 4 });
    expect(service.uploads()).toHaveLength(4);
  });

  it('is found among records that are listed over several pages', async () => {
    const [first, doubtful] = add(2);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    await untilAll([doubtful!], 'unconfirmed');
    await clock.advance(2 * 3_600_000);
    for (let made = 0; made < 250; made += 1) service.put();
    world.canRead = true;
    uploader.wake();
    await untilAll([doubtful!], 'uploaded');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({ flightId: 2 });
    expect(service.reads()).toHaveLength(3);
  });

  it('is not sent again while a record that could be it cannot be read', async () => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    service.reading = { kind: 'page', flights: [], nextBeforeId: null, unreadIds: [7] };
    uploader.start();
    await untilAll(ids, 'held');
    expect(service.uploads()).toHaveLength(1);
  });

  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('is found after the clock of this computer was set %s by a day between two reports', async (_way, byMs) => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    clock.setWall(clock.now() + byMs);
    service.aheadMs = -byMs;
    service.whims.push('lose-answer');
    await untilAll([second!], 'uploaded');
    expect(service.uploads()).toHaveLength(2);
    expect(messageOf(second)).toEqual(['answer-lost', 'found-again']);
  });

  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('keeps its grace time where the clock of this computer is set %s meanwhile', async (_way, byMs) => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'unconfirmed');
    clock.setWall(clock.now() + byMs);
    await untilAll(ids, 'uploaded', 30_000);
    const [lost, again] = service.uploads();
    expect(again!.at - lost!.at).toBeGreaterThanOrEqual(10_000);
  });

  it('goes to the pilot where reading is refused meanwhile, and is found once it is allowed again', async () => {
    const [first, doubtful, next] = add(3);
    const { uploader, world } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    service.reading = { kind: 'scope-missing', code: 'insufficient_scope' };
    await clock.advanceUntil(() => world.refusedLookups > 0);
    expect(stateOf(next)).toBe('waiting');
    // Whoever reads flights was told, and has found the same.
    world.canRead = false;
    uploader.wake();
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(doubtful!)).toMatchObject({ state: 'unconfirmed', reason: { requiredAction: 'decision' } });
    service.reading = null;
    world.canRead = true;
    uploader.wake();
    await untilAll([doubtful!], 'uploaded', 600_000);
    expect(service.uploads()).toHaveLength(3);
  });

  it('is left as the pilot decides while the service is asked', async () => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    const looks = service.reads().length;
    await clock.advanceUntil(() => service.reads().length > looks);
    stores.jobs.change(ids[0]!, clock.now(), { state: 'uploaded', attempt: null, reason: null });
    await clock.advance(60_000);
    expect(stores.jobs.byId(ids[0]!)).toMatchObject({ state: 'uploaded', flightId: null });
    expect(service.uploads()).toHaveLength(1);
  });

  it('puts few reports in doubt where every answer is lost and none can be looked up', async () => {
    service.always = 'lose-answer';
    const ids = add(30);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(10 * 60_000);
    expect(ids.filter((id) => stateOf(id) === 'unconfirmed').length).toBeLessThanOrEqual(8);
  });

  /** Every answer that proves nothing. */
  const unproved: readonly UploadOutcome[] = [
    { kind: 'accepted-unread', code: 'HTTP 200, not a flight record' },
    { kind: 'captive-portal', code: 'HTTP 200, text/html' },
    { kind: 'not-understood', code: 'HTTP 303' },
    { kind: 'not-understood', code: 'HTTP 307' },
    { kind: 'not-understood', code: 'HTTP 422: no', isAboutRequest: true },
    { kind: 'absent', code: 'HTTP 404' },
    { kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, isUnavailable: true },
    { kind: 'server-error', code: 'HTTP 500', retryAfterMs: null },
    { kind: 'not-permitted', code: 'HTTP 403' },
    { kind: 'unauthorized', code: 'HTTP 401', outcomeUnknown: true },
  ];

  it.each(unproved)('finds the record of a report that was carried out and then answered with $code', async (done) => {
    service.whims.push({ done });
    const ids = add(2);
    uploaderOf().uploader.start();
    await untilAll(ids, 'uploaded', 900_000);
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
  });

  it.each(unproved)('sends a report again that the service does not have after $code', async (whim) => {
    service.whims.push(whim);
    const ids = add();
    uploaderOf().uploader.start();
    await untilAll(ids, 'uploaded', 900_000);
    expect(service.records()).toHaveLength(1);
    expect(service.uploads()).toHaveLength(2);
  });

  it.each(unproved)('asks the pilot after $code where nobody can look, but after a 503', async (done) => {
    service.whims.push({ done });
    const [id] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(3_600_000);
    const isUnavailable = done.kind === 'server-error' && done.isUnavailable === true;
    expect(stateOf(id)).toBe(isUnavailable ? 'uploaded' : 'unconfirmed');
    expect(service.uploads()).toHaveLength(isUnavailable ? 2 : 1);
    expect(stores.jobs.byId(id!)?.reason?.requiredAction).toBe(isUnavailable ? undefined : 'decision');
  });

  it('holds a 503 in doubt until it is known whether anybody can look, and then believes it', async () => {
    service.whims.push({ kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, isUnavailable: true });
    const [id] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = null;
    uploader.start();
    await clock.advance(300_000);
    expect([stateOf(id), service.uploads().length]).toEqual(['unconfirmed', 1]);
    world.canRead = false;
    uploader.wake();
    await untilAll([id!], 'uploaded');
    expect(service.uploads()).toHaveLength(2);
  });

  it('lists a report that the service refuses in unknown words after three tries, each looked up, with those words', async () => {
    const refusal: UploadOutcome = { kind: 'not-understood', code: 'HTTP 422: no tail number', isAboutRequest: true };
    service.always = refusal;
    const [rejected] = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([rejected!], 'rejected', 3_600_000);
    expect(stores.jobs.byId(rejected!)!.reason).toMatchObject({
      kind: 'file-refused-by-service',
      requiredAction: 'decision',
      code: 'HTTP 422: no tail number',
    });
    await clock.advance(24 * 3_600_000);
    expect(service.uploads()).toHaveLength(3);
    expect(service.reads().length).toBeGreaterThanOrEqual(9);
    // Tried again by hand it has one try more.
    stores.jobs.change(rejected!, clock.now(), { state: 'waiting', reason: null });
    uploader.wake();
    await clock.advance(3_600_000);
    expect([stateOf(rejected), service.uploads().length]).toEqual(['rejected', 4]);
  });

  it('that repeats is retried slower and slower, not every few seconds', async () => {
    for (const [whim, atMost] of [
      // Each try may put it in doubt: less often.
      ['lose-report', 25],
      [{ kind: 'server-error', code: 'HTTP 500', retryAfterMs: null }, 25],
    ] as const) {
      service.always = whim;
      service.requests.length = 0;
      const ids = add();
      const { uploader } = uploaderOf();
      uploader.start();
      await clock.advance(3_600_000);
      expect(service.uploads().length).toBeLessThanOrEqual(atMost);
      expect(service.uploads().length).toBeGreaterThan(8);
      service.always = 'accept';
      await untilAll(ids, 'uploaded', 400_000);
      await uploader.stop();
    }
  });

  it('is looked for again when the listing itself does not come about, and nothing is sent meanwhile', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    const { uploader } = uploaderOf();
    service.reading = { kind: 'unreachable', code: 'ECONNREFUSED' };
    uploader.start();
    await clock.advance(10 * 60_000);
    expect(service.uploads()).toHaveLength(1);
    expect(service.reads().length).toBeLessThan(15);
    // All reports wait for it: that is said.
    expect(uploader.hold()?.failure).toMatchObject({
      kind: 'service-unreachable',
      retryAt: expect.any(Number) as number,
    });
    service.reading = null;
    await clock.advanceUntil(() => stateOf(ids[0]) === 'uploaded', 400_000);
    expect(uploader.hold()).toBeNull();
    await untilAll(ids, 'uploaded', 400_000);
    expect(service.records()).toHaveLength(2);
  });

  it('ends its look at a listing that goes round in circles', async () => {
    service.whims.push('lose-answer');
    const ids = add();
    const { uploader } = uploaderOf();
    service.reading = { kind: 'page', flights: [flightOf({ id: 9 }), flightOf({ id: 8 })], nextBeforeId: 9 };
    uploader.start();
    await clock.advanceUntil(() => stateOf(ids[0]) === 'held');
    expect(service.reads().length).toBeLessThanOrEqual(4);
  });
});

describe('the way to the service', () => {
  it('that is cut is tried for ever, slower, and the queue says why it waits', async () => {
    service.always = { kind: 'unreachable', code: 'ECONNREFUSED' };
    const ids = add(3);
    const { uploader, world } = uploaderOf();
    uploader.start();
    await clock.advance(3_600_000);
    const moments = service.uploads().map((one) => one.at);
    const gaps = moments.slice(1).map((at, index) => at - moments[index]!);
    expect(gaps.slice(0, 4).map((gap) => Math.floor(gap / 1000))).toEqual([5, 10, 20, 40]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(300_200);
    expect(world.holds.at(-1)).toMatchObject({
      failure: { kind: 'service-unreachable', retryAt: expect.any(Number) as number },
    });
    expect(uploader.hold()?.failure.retryAt).toBeGreaterThan(clock.now());
    service.always = 'accept';
    uploader.wake({ resetBackoff: true });
    await untilAll(ids, 'uploaded', 20_000);
  });

  it.each<[string, Failure]>([
    ['the sign-in has ended', failures.signInEnded('unauthorized')],
    ['the application is not known', failures.applicationRefused('invalid_client')],
  ])('is closed where %s, until the pilot has done something about it', async (_words, failure) => {
    const ids = add(2);
    const { uploader, world } = uploaderOf();
    world.noToken = failure;
    uploader.start();
    await clock.advance(3_600_000);
    expect(service.requests).toEqual([]);
    expect(uploader.hold()).toMatchObject({ failure: { requiredAction: failure.requiredAction } });
    expect(stateOf(ids[0])).toBe('waiting');
    world.noToken = null;
    uploader.wake();
    await clock.advance(60_000);
    expect(service.requests).toEqual([]);
    uploader.wake({ resetBackoff: true });
    await untilAll(ids, 'uploaded', 10_000);
  });

  it('without permission to write holds the queue, asks again by itself, and goes on', async () => {
    service.whims.push({ kind: 'write-not-enabled' });
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advance(299_000);
    expect(service.uploads()).toHaveLength(1);
    await untilAll(ids, 'uploaded', 20_000);
  });

  it('is begun anew after a sleep: the call in flight is given up, and looked for', async () => {
    service.latencyMs = 50_000;
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advance(1_000);
    service.latencyMs = 200;
    uploader.interrupt();
    await untilAll(ids, 'uploaded', 20_000);
    expect(messageOf(ids[0])).toEqual(['answer-lost', 'found-again']);
    expect(service.uploads()).toHaveLength(1);
  });
});

describe('a restart', () => {
  it('in the middle of an upload finds its record: one report, one record', async () => {
    const [id] = add();
    service.whims.push('lose-answer');
    const before = uploaderOf();
    before.uploader.start();
    await clock.advanceUntil(() => stateOf(id) === 'uploading');
    // The process is killed: nothing of it writes any more. What stands on disk is the departing job.
    const { attempt } = stores.jobs.byId(id!)!;
    await before.uploader.stop();
    stores.jobs.change(id!, clock.now(), { state: 'uploading', attempt });
    const after = uploaderOf();
    after.uploader.start();
    await untilAll([id!], 'uploaded');
    expect(service.records()).toHaveLength(1);
    expect(service.uploads()).toHaveLength(1);
  });

  it('takes up whatever waited', async () => {
    const ids = add(3);
    const before = uploaderOf();
    before.uploader.start();
    await clock.advanceUntil(() => stateOf(ids[0]) === 'uploaded');
    await before.uploader.stop();
    const after = uploaderOf();
    after.uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(3);
    const moments = service.uploads().map((one) => one.at);
    expect(moments[1]! - moments[0]!).toBeGreaterThanOrEqual(5_000);
  });
});

describe('nothing ends the uploader', () => {
  it('not a disk that is full while the answer is written down: the record is found, once there is room', async () => {
    let failuresLeft = 3;
    const ids = add(2);
    const { uploader, world } = uploaderOf({
      inTransaction(work) {
        if ((failuresLeft -= 1) >= 0) throw new Error('database or disk is full');
        return stores.inTransaction(work);
      },
    });
    uploader.start();
    await untilAll(ids, 'uploaded', 300_000);
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
    expect(world.logged).toHaveLength(3);
  });

  it('not a service that begins afresh and gives its numbers anew', async () => {
    const [old] = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([old!], 'uploaded');
    service.forget();
    const ids = add(2);
    uploader.wake();
    await untilAll(ids, 'uploaded', 30_000);
    expect(service.uploads()).toHaveLength(3);
    expect(ids.map((id) => stores.jobs.byId(id)!.flightId)).toEqual([1, 2]);
    expect(stores.jobs.byId(old!)).toMatchObject({ state: 'uploaded', flightId: null });
  });
});
