import { expect, it, describe } from 'vitest';
import { statusMeaning } from '../../../main/core/service/outcomes.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  add,
  clock,
  service,
  stateOf,
  stores,
  untilAll,
  uploaderOf,
  withUploader,
  accountId,
  historyOf,
  startUploader,
} from './uploader-under-test.ts';
import { flightOf } from '../sample-flight.ts';
import { newJob } from '../storage/fresh-stores.ts';
import type { Failure } from '../../../main/contract/failure.ts';

withUploader();

describe('the queue', () => {
  it('uploads in order, with a wait between, each report once the service accepts it', async () => {
    const ids = add(4);
    const { world } = startUploader();
    await untilAll(ids, 'uploaded');
    const uploads = service.uploads();
    expect(uploads.map((one) => one.name)).toEqual(ids.map((id) => stores.jobs.byId(id)!.name));
    uploads.slice(1).forEach((one, index) => {
      expect(one.at - uploads[index]!.at).toBeGreaterThanOrEqual(5_000);
      expect(one.at - uploads[index]!.at).toBeLessThan(5_600);
    });
    expect(ids.map((id) => stores.jobs.byId(id)!.flightId)).toEqual([1, 2, 3, 4]);
    expect(world.known).toEqual([1, 2, 3, 4]);
    expect(historyOf(ids[0])).toEqual(['uploaded']);
    expect(world.progress.length).toBeGreaterThan(0);
  });

  it('says of a report that came too soon when it is sent again', async () => {
    service.minWaitMs = 9_000;
    const [, second] = add(2);
    startUploader();
    await clock.advanceUntil(() => stores.jobs.byId(second!)?.reason?.kind === 'too-fast');
    expect(stores.jobs.byId(second!)?.reason?.retryAt).toBeGreaterThan(clock.now());
  });

  it.each([
    ['is stored', 40],
    ['was listed', 50],
  ])('writes the attempt to disk before the first byte is sent, with the newest flight that %s', async (_how, id) => {
    const [job] = add();
    stores.flights.put(accountId, flightOf({ id: 40 }), {
      stage: 'completed',
      stageSince: 1,
      completedAt: 1,
      polledAt: 1,
    });
    service.aheadMs = 5_000;
    const { uploader, scheduler } = uploaderOf();
    service.put({ id });
    await clock.advanceUntilSettled(scheduler.list({ limit: 1, signal: new AbortController().signal }));
    uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 1);
    const serviceTime = clock.now() + 5_000;
    expect(stores.jobs.byId(job!)).toMatchObject({
      state: 'uploading',
      attempts: 1,
      attempt: { startedAt: clock.now(), endedAt: null, baselineId: id, lookups: 0, sentAt: { from: serviceTime } },
    });
  });

  it('starts no upload while paused, and finishes the one in progress', async () => {
    const [first, second] = add(2);
    const { uploader } = startUploader();
    await clock.advanceUntil(() => stateOf(first) === 'uploading');
    stores.switches.setPaused(true);
    await clock.advance(60_000);
    expect([stateOf(first), stateOf(second)]).toEqual(['uploaded', 'waiting']);
    stores.switches.setPaused(false);
    uploader.wake();
    await untilAll([second!], 'uploaded', 1_000);
  });

  it('waits for a sign-in and for the first listing of flights', async () => {
    const ids = add();
    const { uploader, world } = uploaderOf();
    world.isSignedIn = false;
    world.hasListed = false;
    uploader.start();
    await clock.advance(60_000);
    world.isSignedIn = true;
    uploader.wake();
    await clock.advance(60_000);
    expect(service.requests).toEqual([]);
    world.hasListed = true;
    uploader.wake();
    await untilAll(ids, 'uploaded', 1_000);
  });

  it('waits a minute for a first listing that failed, then uploads without it', async () => {
    const ids = add();
    const { uploader, world } = uploaderOf();
    world.canRead = null;
    uploader.start();
    await clock.advance(59_999);
    expect(service.requests).toEqual([]);
    await untilAll(ids, 'uploaded', 2_000);
  });

  it('uploads neither other pilots’ reports nor those without an account', async () => {
    const foreign = stores.jobs.add(newJob({ accountId: stores.accountOf('ben') }));
    const orphan = stores.jobs.add(newJob());
    startUploader();
    await clock.advance(60_000);
    expect([stateOf(foreign), stateOf(orphan)]).toEqual(['waiting', 'waiting']);
    expect(service.uploads()).toEqual([]);
  });

  it('holds a report whose copy is missing, and continues', async () => {
    const [gone, good] = add(2);
    const { uploader, world } = uploaderOf();
    world.copies.set(gone!, { found: 'missing', now: 'missing' });
    uploader.start();
    await untilAll([good!], 'uploaded');
    expect(stores.jobs.byId(gone!)).toMatchObject({ state: 'held', reason: { kind: 'file-gone' } });
    expect(historyOf(gone)).toEqual(['file-gone']);
    expect(service.uploads()).toHaveLength(1);
  });
});

describe('the connection to the service', () => {
  it('is retried at growing intervals while it is down, and the queue shows why it waits', async () => {
    service.always = { kind: 'unreachable', code: 'ECONNREFUSED' };
    const ids = add(3);
    const { uploader, world } = startUploader();
    await clock.advance(3_600_000);
    const times = service.uploads().map((one) => one.at);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
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
  ])('holds the queue where %s, until the pilot acts', async (_words, failure) => {
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

  it('aborts the call in flight after a sleep, and looks it up', async () => {
    service.latencyMs = 50_000;
    const ids = add();
    const { uploader } = startUploader();
    await clock.advance(1_000);
    service.latencyMs = 200;
    uploader.interrupt();
    await untilAll(ids, 'uploaded', 20_000);
    expect(historyOf(ids[0])).toEqual(['answer-lost', 'inferred']);
    expect(service.uploads()).toHaveLength(1);
  });
});

describe('an upload that takes long', () => {
  it('is recorded on disk every two seconds, for as long as it lasts', async () => {
    const [id] = add();
    service.latencyMs = 25_000;
    startUploader();
    await clock.advanceUntil(() => stateOf(id) === 'uploading');
    const lastedMs = () => stores.jobs.byId(id!)!.attempt?.lastedMs;
    const { startedAt } = stores.jobs.byId(id!)!.attempt!;
    const noted: unknown[] = [];
    for (const at of [1_999, 2_000, 3_999, 4_000]) {
      await clock.advance(startedAt + at - clock.now());
      noted.push(lastedMs());
    }
    expect(noted).toEqual([undefined, 2_000, 2_000, 4_000]);
    await untilAll([id!], 'uploaded');
    await clock.advance(20_000);
    expect(stores.jobs.byId(id!)).toMatchObject({ state: 'uploaded', attempt: null });
  });

  it('continues if it cannot be recorded', async () => {
    const [id] = add();
    service.latencyMs = 25_000;
    startUploader();
    await clock.advanceUntil(() => stateOf(id) === 'uploading');
    const { change } = stores.jobs;
    let failed = 0;
    stores.jobs.change = () => {
      failed += 1;
      throw new Error('the disk is full');
    };
    await clock.advance(5_000);
    stores.jobs.change = change;
    expect(failed).toBe(2);
    await untilAll([id!], 'uploaded');
  });

  it.each<[string, () => Parameters<typeof stores.jobs.change>[2]]>([
    ['that was decided meanwhile', () => ({ state: 'declined' })],
    ['that was removed meanwhile', () => ({ removedAt: clock.now() })],
    ['that is another pilot’s meanwhile', () => ({ accountId: stores.accountOf('ben') })],
  ])('is not begun for a report %s', async (_name, change) => {
    const [id, next] = add(2);
    const { uploader, world } = uploaderOf();
    world.onCheckCopy = (checked) => {
      if (checked === id) stores.jobs.change(checked, clock.now(), change());
    };
    uploader.start();
    await untilAll([next!], 'uploaded');
    expect(service.uploads()).toHaveLength(1);
    expect(stores.jobs.byId(id!)?.attempts ?? 0).toBe(0);
  });
});

it.each([
  ['an attempt of a minute', { lastedMs: 60_000 }],
  ['an attempt before its first heartbeat', {}],
])('a restart counts %s as ended when it was last known to last', async (_what, lasted) => {
  const [id] = add();
  const since = clock.now();
  const attempt = { startedAt: since, endedAt: null, baselineId: 3, lookups: 2, ...lasted };
  stores.jobs.change(id!, since, { state: 'uploading', attempt });
  const { uploader, world } = uploaderOf();
  world.canRead = false;
  uploader.start();
  await clock.advance(0);
  expect(stores.jobs.byId(id!)?.attempt).toEqual({
    startedAt: since,
    baselineId: 3,
    endedAt: clock.now(),
    lookups: 0,
    ...lasted,
  });
  expect(stores.history.of({ jobId: id! })).toMatchObject([{ what: 'answer-lost', details: { code: 'restart' } }]);
});

describe('after an error the uploader', () => {
  it('finds the record once a full disk, on which the answer could not be stored, has room', async () => {
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

  it('continues after a service was reset and reuses its ids', async () => {
    const [old] = add();
    const { uploader } = startUploader();
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

// A pause after a temporary failure ends on time, even if no attempt follows that could show it.
const unavailable = { kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: statusMeaning(503)! } as const;

function startFailing() {
  const [id] = add();
  service.whims.push(unavailable);
  const opened = uploaderOf();
  opened.world.canRead = false;
  opened.uploader.start();
  return { id: id!, ...opened };
}

it.each<[string, (id: number) => void]>([
  ['while the pilot has paused uploads', () => stores.switches.setPaused(true)],
  ['once the pilot has removed the report', (id) => stores.jobs.change(id, clock.now(), { removedAt: clock.now() })],
])('a failure of the service is no longer shown after its pause %s', async (_, act) => {
  const { id, uploader, world } = startFailing();
  await clock.advanceUntil(() => uploader.hold() !== null);
  expect(uploader.hold()?.failure.kind).toBe('service-error');
  act(id);
  uploader.wake();
  await clock.advance(4_000);
  expect(uploader.hold()).not.toBeNull();
  await clock.advance(20_000);
  expect(uploader.hold()).toBeNull();
  expect(world.holds.at(-1)).toBeNull();
  expect(service.uploads()).toHaveLength(1);
});

it('uploads go on after a pause by the pilot, with longer and longer pauses if the service still fails', async () => {
  const { id, uploader } = startFailing();
  await clock.advanceUntil(() => uploader.hold() !== null);
  stores.switches.setPaused(true);
  await clock.advance(30_000);
  service.whims.push(unavailable);
  stores.switches.setPaused(false);
  uploader.wake();
  await clock.advanceUntil(() => uploader.hold() !== null);
  expect(uploader.hold()!.until - clock.monotonic()).toBeGreaterThan(5_000);
  await untilAll([id], 'uploaded');
  expect(stateOf(id)).toBe('uploaded');
});

it('a hold that needs the pilot stays', async () => {
  add();
  const { uploader, world } = uploaderOf();
  world.noToken = failures.writeNotEnabled();
  uploader.start();
  await clock.advanceUntil(() => uploader.hold() !== null);
  stores.switches.setPaused(true);
  uploader.wake();
  await clock.advance(10 * 60_000);
  expect(uploader.hold()?.failure.kind).toBe('write-not-enabled');
});
