import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import type { Flight } from '../../../main/contract/flight.ts';
import { createBackFill, progressOf, type BackFillState } from '../../../main/core/flights/back-fill.ts';
import { createFlightBook } from '../../../main/core/flights/flight-book.ts';
import { createTracker } from '../../../main/core/flights/tracker.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, fullestMinute, type ServiceFake } from '../flight-service-fake.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

const hour = 3_600_000;
/** Long enough to read all flights again. */
const againMs = 25 * hour;

let clock: VirtualClock;
let service: ServiceFake;
let stores: FreshStores;
let accountId: number;
let stop: () => Promise<void>;
beforeEach(() => {
  clock = createVirtualClock();
  service = createServiceFake(clock);
  stores = freshStores();
  accountId = stores.accountOf('anna');
  stop = async () => {};
});
afterEach(() => stop());

const completed: Partial<Flight> = { automatedChecked: true, seasonPoints: 10 };
function putMany(count: number) {
  for (let n = 0; n < count; n += 1) service.put({ ...completed, createdAt: clock.now() - (count - n) * hour });
}

function start() {
  const { flights, facts, history } = stores;
  const world = { isIdle: true, keepsUnknown: true, deleted: [] as number[] };
  const scheduler = createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: { accessToken: async () => ok({ value: 't' }), rejected: async () => ok({ value: 't' }), accepted() {} },
    waiting: () => 0,
    onChange() {},
  });
  const backFill = createBackFill({
    clock,
    flights: {
      count: () => flights.count(accountId),
      has: (id) => flights.has(accountId, id),
      between: (low, high) => flights.notArchived(accountId, low, high),
    },
    state: {
      read: () => facts.read('account', 'back-fill'),
      write: (state: BackFillState) => facts.write('account', 'back-fill', state, clock.now()),
    },
    inTransaction: stores.inTransaction,
    isIdle: () => world.isIdle,
    keep: (some) => some.forEach((flight) => book.keep(flight, 'older')),
    async onDeleted(ids) {
      world.deleted.push(...ids);
      ids.forEach((id) => book.markDeleted(id));
    },
    onChange() {},
  });
  const tracker = createTracker({
    clock,
    log: {
      debug() {},
      info() {},
      warn() {},
      error(message) {
        throw new Error(message);
      },
    },
    isSignedIn: () => true,
    flights: {
      open: () => flights.watched(accountId),
      reach: (from, records) => flights.reach(accountId, from, records),
      between: (low, high) => flights.between(accountId, low, high),
    },
    reads: {
      nextReadAt: () => scheduler.nextReadAt(true),
      readEveryMs: scheduler.readEveryMs,
      list: (call) => scheduler.list({ ...call, lowPriority: true }),
      read: (call) => scheduler.read({ ...call, lowPriority: true }),
    },
    backFill,
    events: {
      onSeen: (seen) =>
        seen.forEach((flight) => {
          if (world.keepsUnknown || flights.has(accountId, flight.id)) book.keep(flight, 'seen');
        }),
      onAbsent: (id) => void book.markAbsent(id),
      onReading() {},
      onReached() {},
      onFirstListing() {},
    },
  });
  const book = createFlightBook({
    clock,
    accountId,
    flights,
    history,
    canRead: () => tracker.canRead(),
    onReused() {},
  });
  tracker.start();
  stop = () => tracker.stop();
  return { tracker, world, backFill, book };
}
const count = () => stores.flights.count(accountId);
const progress = () => progressOf(stores.facts.read('account', 'back-fill'));
const record = (id: number) => stores.flights.byId(accountId, id);
/** From now on the listing lacks these flights; `unread`: those that it lists without a readable record. */
function hideFromList(hidden: readonly number[], unread: readonly number[] = []) {
  const { client } = service;
  const list = client.list;
  client.list = async (call) => {
    const page = await list(call);
    if (page.kind !== 'page') return page;
    const unreadIds = page.flights.flatMap(({ id }) => (unread.includes(id) ? [id] : []));
    return { ...page, flights: page.flights.filter(({ id }) => !hidden.includes(id)), unreadIds };
  };
}
const pages = () => service.reads().filter(({ what }) => what === 'list').length;

describe('reading all flights', () => {
  it('reads every flight, oldest included, within ten requests a minute', async () => {
    putMany(2_500);
    start();
    await clock.advance(60_000);
    expect(progress().isComplete).toBe(false);
    await clock.advance(9 * 60_000);
    expect(count()).toBe(2_500);
    expect(progress().isComplete).toBe(true);
    expect(fullestMinute(service.reads().map(({ at }) => at))).toBeLessThanOrEqual(10);
    expect(pages()).toBeLessThan(32);
  });

  it('uses sixty requests a minute as far as they are known, and leaves slots that a burst of reports needs', async () => {
    putMany(7_000);
    stores.requests.storeState(accountId, { hasSubscription: true });
    start();
    await clock.advance(90_000);
    expect(count()).toBe(7_000);
    expect(progress().isComplete).toBe(true);
    const times = service.reads().map(({ at }) => at);
    expect(fullestMinute(times)).toBeLessThanOrEqual(50);
    const last = Math.max(...times);
    for (let second = 1; second < 60; second += 1) {
      const counted = times.filter((at) => at > last + second * 1_000 - 60_000).length;
      expect(counted + second).toBeLessThanOrEqual(60);
    }
  });

  it('adds no history to completed flights that it finds, and none to those of today', async () => {
    putMany(300);
    start();
    await clock.advance(10 * 60_000);
    expect(stores.history.of({ accountId, flightId: 5, jobId: null })).toEqual([]);
    expect(stores.flights.counts(accountId, clock.now() - 30 * 60_000).today).toBe(0);
  });

  it('does nothing while reports wait', async () => {
    putMany(500);
    const { world } = start();
    world.isIdle = false;
    await clock.advance(30 * 60_000);
    expect(count()).toBeLessThanOrEqual(200);
    world.isIdle = true;
    await clock.advance(10 * 60_000);
    expect(count()).toBe(500);
  });

  it('continues at the page where it stopped', async () => {
    putMany(2_000);
    start();
    await clock.advance(60_000);
    await stop();
    const before = count();
    expect(before).toBeLessThan(1_500);
    service.requests.length = 0;
    start();
    await clock.advance(10 * 60_000);
    expect(count()).toBe(2_000);
    expect(pages()).toBeLessThanOrEqual(Math.ceil((2_000 - before) / 100) + 4);
  });

  it('stays complete while new flights arrive, and finds those of a long absence', async () => {
    putMany(300);
    start();
    await clock.advance(10 * 60_000);
    putMany(3);
    await clock.advance(6 * 60_000);
    expect(count()).toBe(303);
    await stop();
    putMany(450);
    service.requests.length = 0;
    start();
    await clock.advance(2_000);
    expect(progress().isComplete).toBe(false);
    await clock.advance(10 * 60_000);
    expect(count()).toBe(753);
    expect(progress().isComplete).toBe(true);
    expect(pages()).toBeLessThanOrEqual(11);
  });

  it('finds those of a long absence below reports that were uploaded from here meanwhile', async () => {
    putMany(300);
    start();
    await clock.advance(10 * 60_000);
    await stop();
    putMany(150);
    const middle = service.put();
    putMany(150);
    const newest = service.put();
    const { book } = start();
    for (const uploaded of [middle, newest]) book.keep(uploaded, 'uploaded-here');
    await clock.advance(2_000);
    expect(progress().isComplete).toBe(false);
    await clock.advance(10 * 60_000);
    expect([count(), progress().isComplete]).toEqual([602, true]);
  });

  it('reads those again that were listed, and not kept, while a report uploaded', async () => {
    putMany(10);
    const { world, tracker } = start();
    await clock.advance(10 * 60_000);
    expect(progress().isComplete).toBe(true);
    putMany(180);
    Object.assign(world, { isIdle: false, keepsUnknown: false });
    tracker.wake({ pollNow: true });
    await clock.advance(10_000);
    expect([count(), progress().isComplete]).toEqual([10, false]);
    Object.assign(world, { isIdle: true, keepsUnknown: true });
    await clock.advance(60_000);
    expect([count(), progress().isComplete]).toEqual([190, true]);
  });

  it('reads a page again if a report began to upload before its answer', async () => {
    putMany(10);
    const { world, backFill } = start();
    await clock.advance(10 * 60_000);
    world.isIdle = false;
    backFill.onPage(null, { flights: [service.put()], nextBeforeId: null });
    expect(count()).toBe(10);
  });

  it('is not complete after a page that leads to unknown flights', async () => {
    putMany(10);
    const { backFill } = start();
    await clock.advance(10 * 60_000);
    backFill.onPage(null, { flights: [service.put()], nextBeforeId: 11 });
    expect(progress().isComplete).toBe(false);
  });

  it.each([
    ['the same page', 0],
    ['one further up', 50],
  ])('ends at a page that leads to %s, instead of reading it forever', async (_, up) => {
    putMany(600);
    const { client } = service;
    const { list } = client;
    client.list = async (call) => {
      const page = await list(call);
      const { beforeId } = call;
      return page.kind === 'page' && beforeId !== undefined ? { ...page, nextBeforeId: beforeId + up } : page;
    };
    start();
    await clock.advance(3 * 60_000);
    expect(progress().isComplete).toBe(true);
    expect(pages()).toBeLessThan(10);
  });

  it('delays no poll of a flight that is followed', async () => {
    putMany(1_500);
    const { id } = service.put();
    start();
    await clock.advance(5_000);
    service.change(id, completed);
    await clock.advance(12_500);
    expect(record(id)?.stage).toBe('completed');
  });
});

describe('reading all flights again', () => {
  it('takes about a day, and notices what changed', async () => {
    putMany(600);
    start();
    await clock.advance(hour);
    service.change(7, { seasonPoints: 0 });
    service.change(8, { isArchived: true });
    service.requests.length = 0;
    await clock.advance(againMs);
    expect(record(7)?.record.seasonPoints).toBe(0);
    expect(record(8)?.stage).toBe('archived');
    // In addition to the overview every five minutes.
    expect(pages() - (29 * 60) / 5).toBeLessThan(20);
  });

  it('archives flights that were deleted at the service, once each was looked up', async () => {
    putMany(300);
    const { world } = start();
    await clock.advance(hour);
    hideFromList([40, 41]);
    const { client } = service;
    const read = client.read;
    client.read = async (call) => (call.id === 41 ? read(call) : { kind: 'absent', code: 'not_found' });
    await clock.advance(againMs);
    // 41 exists, so the listing was wrong: nothing is concluded.
    expect(world.deleted).toEqual([]);
    client.read = async () => ({ kind: 'absent', code: 'not_found' });
    await clock.advance(againMs);
    expect(world.deleted).toEqual([40, 41]);
    expect(record(40)?.stage).toBe('archived');
  });

  it('looks up deleted flights even if another record of the page cannot be read', async () => {
    putMany(300);
    const { world } = start();
    await clock.advance(hour);
    hideFromList([40, 45], [45]);
    service.client.read = async () => ({ kind: 'absent', code: 'not_found' });
    await clock.advance(againMs);
    expect(world.deleted).toEqual([40]);
  });

  it('counts the records that cannot be read', async () => {
    putMany(300);
    const unreadable = [45, 120];
    hideFromList(unreadable, unreadable);
    start();
    await clock.advance(hour);
    expect(progress()).toEqual({ isComplete: true, unread: 2 });
    unreadable.pop();
    await clock.advance(againMs);
    expect([count(), progress().unread]).toEqual([299, 1]);
  });

  it('reads the new flights of a service that restarted its numbering', async () => {
    putMany(500);
    const { world } = start();
    await clock.advance(hour);
    service.forget();
    for (let n = 0; n < 150; n += 1) service.put({ ...completed, aircraft: 'NEW' });
    await clock.advance(againMs);
    expect(count()).toBe(500);
    expect([record(1), record(150)].map((flight) => flight?.record.aircraft)).toEqual(['NEW', 'NEW']);
    expect(world.deleted).toHaveLength(350);
    // Of many, the first and the last of each page are looked up.
    expect(service.reads().length - pages()).toBeLessThan(30);
    expect(record(400)?.stage).toBe('archived');
  });
});
