import { beforeEach, describe, expect, it } from 'vitest';
import type { StageName } from '../../../main/contract/strip.ts';
import { createFlightBook, type FlightBook } from '../../../main/core/flights/flight-book.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
let canRead: boolean | null;
let book: FlightBook;
let reused: number[];
beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
  canRead = true;
  const { flights, history } = stores;
  reused = [];
  const onReused = (id: number) => void reused.push(id);
  book = createFlightBook({ clock, accountId, flights, history, canRead: () => canRead, onReused });
});

const said = (id: number) => stores.history.of({ accountId, flightId: id }).map((one) => one.what);
const took = (stage: StageName) => stores.history.durations(accountId, stage, 99);
/** Follows one flight as the tracker does, stage by stage. */
async function follow(id: number, checkMs: number, moderatorMs = 0) {
  book.keep(flightOf({ id, createdAt: clock.now() }), 'uploaded-here');
  await watch({ id }, checkMs);
  book.keep(flightOf({ id, automatedChecked: true }), 'seen');
  if (moderatorMs === 0) return;
  await watch({ id, automatedChecked: true }, moderatorMs);
  book.keep(flightOf({ id, automatedChecked: true, moderatorChecked: true }), 'seen');
}
async function watch(record: Parameters<typeof flightOf>[0], forMs: number) {
  for (let left = forMs; left > 0; left -= 6_000) {
    await clock.advance(Math.min(6_000, left));
    if (left > 6_000) book.keep(flightOf(record), 'seen');
  }
}

describe('the flight book', () => {
  it('records each stage of a flight that was sent from here, once, and when it was settled', async () => {
    await follow(1, 30_000, 60_000);
    book.keep(flightOf({ id: 1, automatedChecked: true, moderatorChecked: true }), 'seen');
    expect(said(1)).toEqual(['automatic-check', 'with-moderator', 'completed']);
    expect(stores.flights.byId(accountId, 1)).toMatchObject({ stage: 'completed', completedAt: clock.now() });
  });

  it('records that a flight reported elsewhere was found, and nothing more if it was completed long ago', () => {
    const createdAt = clock.now() - 9_000_000;
    book.keep(flightOf({ id: 1, createdAt }), 'seen');
    book.keep(flightOf({ id: 2, createdAt, isArchived: true }), 'seen');
    expect(said(1)).toEqual(['found-on-service', 'automatic-check']);
    expect(said(2)).toEqual(['found-on-service']);
    expect(stores.flights.byId(accountId, 2)).toMatchObject({ completedAt: createdAt, stageSince: createdAt });
  });

  it('treats a record that was created later under the same number as another flight', async () => {
    const createdAt = clock.now();
    const completed = { id: 1, automatedChecked: true, moderatorChecked: true } as const;
    book.keep(flightOf({ ...completed, createdAt }), 'seen');
    await clock.advance(60_000);
    book.keep(flightOf({ ...completed, createdAt, seasonPoints: 9 }), 'seen');
    expect(reused).toEqual([]);
    book.keep(flightOf({ id: 1, createdAt: clock.now() }), 'seen');
    expect(reused).toEqual([1]);
    expect(stores.flights.byId(accountId, 1)).toMatchObject({ stage: 'automatic-check', stageSince: clock.now() });
    expect(took('completed')).toEqual([]);
  });

  it('returns whether anything shown has changed', async () => {
    expect(book.keep(flightOf(), 'seen')).toBe(true);
    await clock.advance(5_000);
    expect(book.keep(flightOf(), 'seen')).toBe(false);
    expect(stores.flights.byId(accountId, 1)?.polledAt).toBe(clock.now());
    expect(book.keep(flightOf({ icaoOut: 'EDDF' }), 'seen')).toBe(true);
    expect(said(1)).toEqual(['found-on-service', 'automatic-check']);
  });

  it('calls a flight that is gone archived, once, and leaves a settled one alone', () => {
    book.keep(flightOf(), 'seen');
    expect(book.markAbsent(1)).toBe(true);
    expect(book.markAbsent(1)).toBe(false);
    expect(book.markAbsent(99)).toBe(false);
    expect(stores.flights.byId(accountId, 1)).toMatchObject({
      stage: 'archived',
      completedAt: clock.now(),
      record: { isArchived: true },
    });
    expect(said(1).at(-1)).toBe('absent');
  });

  it('restores a flight when it is seen again', () => {
    book.keep(flightOf(), 'seen');
    book.markAbsent(1);
    book.keep(flightOf(), 'seen');
    expect(stores.flights.byId(accountId, 1)).toMatchObject({ stage: 'automatic-check', completedAt: null });
  });

  it('dates what was uploaded from here by our own clock, not the service’s (A7)', () => {
    book.keep(flightOf({ createdAt: clock.now() - 7_200_000 }), 'uploaded-here');
    expect(stores.flights.byId(accountId, 1)?.stageSince).toBe(clock.now());
  });
});

describe('how long a stage usually takes', () => {
  it('is known after three, and lies between the fast and the slow ones of the last', async () => {
    await follow(1, 12_000);
    await follow(2, 18_000);
    expect(book.usually('automatic-check')).toBeNull();
    await follow(3, 24_000);
    expect(book.usually('automatic-check')).toEqual({ lowMs: 12_000, highMs: 24_000 });
    expect(book.usually('with-moderator')).toBeNull();
  });

  it.each([
    [15_000, [15_000]],
    [15_001, []],
  ])(
    'is learned from a young flight whose polls are at most three intervals apart: %i ms',
    async (apartMs, expected) => {
      book.keep(flightOf({ createdAt: clock.now() }), 'uploaded-here');
      await clock.advance(apartMs);
      book.keep(flightOf({ automatedChecked: true }), 'seen');
      expect(took('automatic-check')).toEqual(expected);
    },
  );

  it('is not learned from a flight that was "received" before reading was allowed', async () => {
    canRead = false;
    book.keep(flightOf({ createdAt: clock.now() }), 'uploaded-here');
    await clock.advance(3_000);
    canRead = true;
    book.keep(flightOf({ automatedChecked: true }), 'seen');
    await clock.advance(3_000);
    canRead = false;
    book.keep(flightOf({ automatedChecked: true, moderatorChecked: false }), 'seen');
    expect([...took('received'), ...took('automatic-check'), ...took('with-moderator')]).toEqual([]);
  });

  it('counts a stage of no duration, and no negative one', () => {
    for (const ms of [0, 0, 4_000, -1, -1]) stores.history.addDuration(accountId, clock.now(), 'automatic-check', ms);
    expect(book.usually('automatic-check')).toEqual({ lowMs: 0, highMs: 4_000 });
  });

  it('is not learned from a stage that started before the flight was found', async () => {
    book.keep(flightOf({ automatedChecked: true, createdAt: clock.now() - 86_400_000 }), 'seen');
    await watch({ automatedChecked: true, createdAt: clock.now() - 86_400_000 }, 12_000);
    book.keep(flightOf({ automatedChecked: true, moderatorChecked: true }), 'seen');
    expect(took('with-moderator')).toEqual([]);
  });

  it('keeps the time of the last poll when a known record is recalculated', async () => {
    const record = flightOf({ createdAt: clock.now() });
    book.keep(record, 'seen');
    const polledAt = clock.now();
    await clock.advance(60_000);
    canRead = false;
    expect(book.keep(record, 'recalculated')).toBe(true);
    expect(stores.flights.byId(accountId, 1)).toMatchObject({ stage: 'received', polledAt });
    await clock.advance(60_000);
    expect(book.keep(record, 'recalculated')).toBe(false);
    expect(stores.flights.byId(accountId, 1)).toMatchObject({ polledAt });
  });
});
