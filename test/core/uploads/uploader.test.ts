import { describe, expect, it } from 'vitest';
import { flightOf } from '../sample-flight.ts';
import { newJob } from '../storage/fresh-stores.ts';
import {
  accountId,
  add,
  clock,
  historyOf,
  service,
  stateOf,
  stores,
  untilAll,
  uploaderOf,
  withUploader,
} from './uploader-under-test.ts';

withUploader();

describe('the queue', () => {
  it('uploads in order, with a wait between, each report once the service accepts it', async () => {
    const ids = add(4);
    const { uploader, world } = uploaderOf();
    uploader.start();
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

  it('learns the service’s minimum wait without losing a report', async () => {
    stores.requests.storeState(accountId, null);
    service.minWaitMs = 9_000;
    const ids = add(10);
    uploaderOf().uploader.start();
    await clock.advanceUntil(() => stores.jobs.byId(ids[1]!)?.reason?.kind === 'too-fast');
    expect(stores.jobs.byId(ids[1]!)?.reason?.retryAt).toBeGreaterThan(clock.now());
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(10);
    expect(service.uploads().length).toBeLessThanOrEqual(15);
  });

  it.each([
    ['is stored', 40],
    ['was listed', 50],
  ])('writes the attempt to disk before the first byte is sent, with the newest flight that %s', async (_how, id) => {
    const [job] = add();
    stores.flights.put(accountId, flightOf({ id: 40 }), 'completed', 1, 1, 1);
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
    const { uploader } = uploaderOf();
    uploader.start();
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
    const { uploader } = uploaderOf();
    uploader.start();
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

  it('uploads others before a report that keeps failing, and retries that one at growing intervals', async () => {
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
});
