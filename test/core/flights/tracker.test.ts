import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../support/fast-check.ts';
import { ok } from '../../../main/contract/failure.ts';
import { pollEveryMs, nextPoll, type Watched } from '../../../main/core/flights/reading-plan.ts';
import { createTracker } from '../../../main/core/flights/tracker.ts';
import { createFlightBook } from '../../../main/core/flights/flight-book.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, type ServiceFake } from '../flight-service-fake.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

describe('how often a flight is polled', () => {
  it.each([
    [-5_000, 5_000],
    [0, 5_000],
    [599_999, 5_000],
    [600_000, 10_000],
    [3 * 86_400_000, 300_000],
    [14 * 86_400_000, 3_600_000],
    [1e12, 3_600_000],
  ])('at an age of %i ms: every %i ms', (ageMs, everyMs) => {
    expect(pollEveryMs(ageMs)).toBe(everyMs);
  });

  it('never more often as it gets older', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (age, more) => pollEveryMs(age + more) >= pollEveryMs(age)));
  });
});

describe('the polling plan', () => {
  const now = 1_000_000;
  /** Polled this long ago; due at ten seconds. */
  const flight = (id: number, sinceMs: number): Watched => ({ id, firstSeenAt: 0, polledAt: now - sinceMs });
  const aged = (id: number, ageMs: number, sinceMs: number): Watched => ({
    id,
    firstSeenAt: now - ageMs,
    polledAt: now - sinceMs,
  });
  /** Every id from 1 upwards is a record. */
  const all = {
    reach: (from: number, count: number) => from - count + 1,
    between: (low: number, high: number) => high - low + 1,
  };

  it.each<[string, Watched[], ReturnType<typeof nextPoll>]>([
    ['nothing is followed: never', [], { inMs: Number.POSITIVE_INFINITY }],
    ['none is due: when the first one is', [flight(9, 2_000), flight(8, 7_000)], { inMs: 3_000 }],
    ['one is due, alone: that one', [flight(9, 12_000)], { poll: { kind: 'read', id: 9 } }],
    [
      'several lie within a page: one listing, no longer than needed',
      [flight(90, 2_000), flight(80, 12_000)],
      { poll: { kind: 'list', beforeId: 91, limit: 16, ids: [90, 80] } },
    ],
    [
      'they lie further apart: the page that is overdue most',
      [flight(900, 12_000), flight(890, 0), flight(500, 12_000), flight(450, 15_000)],
      { poll: { kind: 'list', beforeId: 501, limit: 56, ids: [500, 450] } },
    ],
    [
      'a page is overdue most by its own interval: not the one that was polled longest ago',
      [aged(900, 60_000, 9_000), aged(500, 20 * 86_400_000, 4_000_000)],
      { poll: { kind: 'read', id: 900 } },
    ],
    [
      'ids lie on a whole page: the longest page',
      [flight(900, 12_000), flight(801, 12_000)],
      { poll: { kind: 'list', beforeId: 901, limit: 100, ids: [900, 801] } },
    ],
    ['one is beyond the page: alone', [flight(900, 12_000), flight(800, 13_000)], { poll: { kind: 'read', id: 800 } }],
    [
      'the clock was set back: immediately',
      [flight(9, -60_000), flight(5, 12_000)],
      {
        poll: { kind: 'list', beforeId: 10, limit: 10, ids: [9, 5] },
      },
    ],
  ])('where %s', (_words, open, expected) => {
    expect(nextPoll(open, now, all)).toEqual(expected);
  });
});

let clock: VirtualClock;
let service: ServiceFake;
let stores: FreshStores;
let accountId: number;
let tracker: ReturnType<typeof createTracker> | null;
beforeEach(() => {
  clock = createVirtualClock();
  service = createServiceFake(clock);
  stores = freshStores();
  accountId = stores.accountOf('anna');
  tracker = null;
});
afterEach(() => tracker?.stop());

function start() {
  const { flights, history } = stores;
  const world = {
    isSignedIn: true,
    uploadsWait: false,
    reading: [] as boolean[],
    absent: [] as number[],
    looks: 0,
    consecutiveErrors: [] as string[],
    reached: 0,
    isDiskFull: false,
  };
  const scheduler = createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: {
      accessToken: async () => ok({ value: 'token' }),
      rejected: async () => ok({ value: 'token-2' }),
      accepted() {},
    },
    waiting: () => 1,
    onChange() {},
  });
  const created = createTracker({
    clock,
    log: { debug() {}, info() {}, warn() {}, error: (message) => void world.consecutiveErrors.push(message) },
    isSignedIn: () => world.isSignedIn,
    flights: {
      open: () => flights.watched(accountId),
      reach: (fromId, records) => flights.reach(accountId, fromId, records),
      between: (lowId, highId) => flights.between(accountId, lowId, highId),
    },
    reads: { ...scheduler, nextReadAt: () => scheduler.nextReadAt(world.uploadsWait) },
    events: {
      onSeen(seen) {
        if (world.isDiskFull) throw new Error('database or disk is full');
        for (const flight of seen) book.keep(flight, 'seen');
      },
      onAbsent(id) {
        world.absent.push(id);
        book.markAbsent(id);
      },
      onReading: (canRead) => world.reading.push(canRead),
      onReached: () => (world.reached += 1),
      onFirstListing: () => (world.looks += 1),
    },
  });
  const { canRead } = created;
  const book = createFlightBook({ clock, accountId, flights, history, canRead, onReused() {} });
  tracker = created;
  created.start();
  return { tracker: created, world, scheduler };
}
const stageOf = (id: number) => stores.flights.byId(accountId, id)?.stage;

describe('the tracker', () => {
  it('continues after a period in which nothing could be stored', async () => {
    service.put();
    const { world } = start();
    world.isDiskFull = true;
    await clock.advance(60_000);
    expect(world.consecutiveErrors.length).toBeGreaterThan(0);
    world.isDiskFull = false;
    await clock.advance(400_000);
    expect(stores.flights.open(accountId)).toHaveLength(1);
  });

  it('follows a flight until it is completed, and never polls it again', async () => {
    const { id } = service.put();
    start();
    await clock.advance(20_000);
    expect(stageOf(id)).toBe('automatic-check');
    service.change(id, { automatedChecked: true });
    await clock.advance(10_000);
    expect(stageOf(id)).toBe('with-moderator');
    service.change(id, { moderatorChecked: true, seasonPoints: 12 });
    await clock.advance(10_000);
    expect(stageOf(id)).toBe('completed');
    service.requests.length = 0;
    await clock.advance(3_600_000);
    expect(service.reads().filter((one) => one.what === 'read')).toEqual([]);
    expect(service.reads().length).toBeLessThanOrEqual(12);
  });

  it('reports when the service was reached, so that uploads need not wait for their next attempt', async () => {
    service.put();
    service.reading = { kind: 'unreachable', code: 'ECONNREFUSED' };
    const { world } = start();
    await clock.advance(60_000);
    expect(world.reached).toBe(0);
    service.reading = null;
    await clock.advance(300_000);
    expect(world.reached).toBeGreaterThan(0);
  });

  it('pauses while nobody is signed in, and starts when woken', async () => {
    const { world, tracker: created } = start();
    await clock.advance(1_000);
    world.isSignedIn = false;
    created.wake();
    service.requests.length = 0;
    await clock.advance(3_600_000);
    expect(service.requests).toEqual([]);
    world.isSignedIn = true;
    created.wake();
    await clock.advance(1_000);
    expect(service.reads()).toHaveLength(1);
  });
});
