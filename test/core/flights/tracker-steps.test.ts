// Single steps of the tracker, with answers that are given one at a time.
import { afterEach, describe, expect, it } from 'vitest';
import type { Watched } from '../../../main/core/flights/reading-plan.ts';
import { createTracker } from '../../../main/core/flights/tracker.ts';
import type { ListOutcome, ReadOutcome } from '../../../main/core/service/outcomes.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';

type Answer = ListOutcome | ReadOutcome | 'hangs';
const page = (ids: number[], nextBeforeId: number | null = null): ListOutcome => ({
  kind: 'page',
  flights: ids.map((id) => flightOf({ id })),
  nextBeforeId,
});

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
  await stop?.();
  stop = null;
});

/** Answers in order; then with an empty page or a 404. */
function trackerWith(given: { answers?: Answer[]; open?: Watched[]; nextReadAt?: number; readEveryMs?: number } = {}) {
  const clock = createVirtualClock();
  const answers = [...(given.answers ?? [])];
  const calls: { what: 'list' | number; atMs: number; beforeId?: number | undefined; isAborted(): boolean }[] = [];
  const startedAt = clock.monotonic();
  const told = { reading: [] as boolean[], seen: [] as number[][], absent: [] as number[], firstListings: 0 };
  async function answer<T>(what: 'list' | number, signal: AbortSignal, otherwise: T, beforeId?: number): Promise<T> {
    calls.push({ what, atMs: clock.monotonic() - startedAt, beforeId, isAborted: () => signal.aborted });
    const next = answers.shift();
    if (next !== 'hangs') return (next as T | undefined) ?? otherwise;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return { kind: 'unreachable', code: 'ABORTED' } as T;
  }
  const tracker = createTracker({
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    isSignedIn: () => true,
    flights: {
      open: () => given.open ?? [],
      reach: (fromId, records) => fromId - records + 1,
      between: (lowId, highId) => highId - lowId + 1,
    },
    reads: {
      nextReadAt: () => startedAt + (given.nextReadAt ?? 0),
      readEveryMs: () => given.readEveryMs ?? 1_000,
      list: ({ signal, beforeId }) => answer<ListOutcome>('list', signal, page([]), beforeId),
      read: ({ id, signal }) => answer<ReadOutcome>(id, signal, { kind: 'absent', code: 'HTTP 404' }),
    },
    events: {
      onSeen: (flights) => void told.seen.push(flights.map(({ id }) => id)),
      onAbsent: (id) => void told.absent.push(id),
      onReading: (canRead) => void told.reading.push(canRead),
      onReached() {},
      onFirstListing: () => void (told.firstListings += 1),
    },
  });
  stop = () => tracker.stop();
  tracker.start();
  return { tracker, clock, calls, told, startedAt };
}

/** Due immediately, and every ten seconds after that. */
const due = (id: number): Watched => ({ id, firstSeenAt: 0, polledAt: 0 });

describe('the tracker', () => {
  it.each([
    ['absent', 1_800_000, [false]],
    ['scope-missing', 1_800_000, [false]],
    ['not-understood', 1_800_000, [false]],
    ['unreachable', 5_000, []],
  ] as const)('rests after a listing that is %s for %i ms', async (kind, restMs, reading) => {
    const { clock, calls, told } = trackerWith({ answers: [{ kind, code: 'x' }] });
    await clock.advance(restMs - 1);
    expect(calls).toHaveLength(1);
    expect(told.reading).toEqual(reading);
    await clock.advance(1_000);
    expect(calls).toHaveLength(2);
  });

  it('doubles the pause after each failure up to two minutes, and resets it after a success', async () => {
    const unreachable = { kind: 'unreachable', code: 'x' } as Answer;
    const { clock, calls } = trackerWith({
      answers: [...Array.from({ length: 7 }, () => unreachable), page([]), unreachable],
      open: [due(7)],
    });
    await clock.advance(1_200_000);
    const restsMs = calls.slice(1).map(({ atMs }, index) => atMs - calls[index]!.atMs);
    expect(restsMs.slice(0, 9)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 1_000, 5_000]);
  });

  it('pauses after a failed read as after a failed listing', async () => {
    const { clock, calls } = trackerWith({ answers: [page([]), { kind: 'unreachable', code: 'x' }], open: [due(7)] });
    await clock.advance(5_999);
    expect(calls.map(({ what }) => what)).toEqual(['list', 7]);
    await clock.advance(2);
    expect(calls).toHaveLength(3);
  });

  it.each(['list', 'read'] as const)('aborts a %s in progress when interrupted, and polls again', async (what) => {
    const answers: Answer[] = what === 'list' ? ['hangs'] : [page([]), 'hangs'];
    const { tracker, clock, calls } = trackerWith({ answers, open: [due(7)] });
    await clock.advance(3_600_000);
    const before = calls.length;
    expect(calls.at(-1)?.isAborted()).toBe(false);
    tracker.interrupt();
    expect(calls.at(-1)?.isAborted()).toBe(true);
    await clock.advance(10_000);
    expect(calls.length).toBeGreaterThan(before);
  });

  it('stops during a call', async () => {
    const { tracker, clock, calls } = trackerWith({ answers: ['hangs'] });
    await clock.advance(1_000);
    await tracker.stop();
    expect(calls).toHaveLength(1);
    expect(calls[0]?.isAborted()).toBe(true);
  });

  it.each([
    ['the next free read', { nextReadAt: 42_000 }, [42_000, 43_000, 44_000]],
    ['the interval of reads', { readEveryMs: 20_000 }, [0, 20_000, 40_000]],
    ['the later of both', { nextReadAt: 30_000, readEveryMs: 20_000 }, [30_000, 50_000, 70_000]],
  ])('waits for %s', async (_what, limits, expected) => {
    const answer = { kind: 'flight', flight: flightOf({ id: 7 }) } as const;
    const { clock, calls } = trackerWith({
      ...limits,
      open: [due(7)],
      answers: [page([]), answer, answer],
    });
    await clock.advance(80_000);
    expect(calls.slice(0, 3).map(({ atMs }) => atMs)).toEqual(expected);
  });

  it('requests a flight that is missing from its page by id, and believes a 404 after a listing', async () => {
    const { clock, calls, told } = trackerWith({
      answers: [page([]), page([95, 80]), { kind: 'absent', code: 'HTTP 404' }, page([95, 80])],
      open: [due(95), due(90), due(80)],
    });
    await clock.advance(3_500);
    expect(calls.map(({ what }) => what)).toEqual(['list', 'list', 90, 'list']);
    expect(calls[1]?.beforeId).toBe(96);
    expect(told.absent).toEqual([90]);
    expect(told.firstListings).toBe(1);
  });

  it('does not believe a 404 for a flight that the next listing shows', async () => {
    const { clock, told } = trackerWith({
      answers: [page([]), { kind: 'absent', code: 'HTTP 404' }, page([90])],
      open: [due(90)],
    });
    await clock.advance(2_500);
    expect(told.absent).toEqual([]);
    expect(told.seen).toEqual([[], [90]]);
  });

  it.each<[string, number[], number | null, (number | 'list')[]]>([
    ['an empty last page', [], null, ['list', 'list', 90, 80]],
    ['an empty page before others', [], 70, ['list', 'list', 90, 80]],
    ['a page that ends above one', [90], 85, ['list', 'list', 'list', 'list']],
    ['a page that ends at one', [80], 80, ['list', 'list', 90, 'list']],
  ])('takes flights for missing only within %s', async (_what, ids, nextBeforeId, expected) => {
    const { clock, calls } = trackerWith({
      answers: [page([]), page(ids, nextBeforeId), page([90, 80]), page([90, 80])],
      open: [due(90), due(80)],
    });
    await clock.advance(3_500);
    expect(calls.map(({ what }) => what).slice(0, 4)).toEqual(expected);
  });

  it('skips an unreadable record for half an hour', async () => {
    const unreadable = { kind: 'not-understood', code: 'x' } as Answer;
    const listings = Array.from({ length: 6 }, () => page([]));
    const { clock, calls } = trackerWith({ answers: [page([]), unreadable, ...listings, unreadable], open: [due(7)] });
    await clock.advance(1_799_000);
    expect(calls.filter(({ what }) => what === 7)).toHaveLength(1);
    await clock.advance(5_000);
    expect(calls.filter(({ what }) => what === 7)).toHaveLength(2);
  });

  it('lists the newest flights every five minutes', async () => {
    const { clock, calls } = trackerWith();
    await clock.advance(900_000);
    expect(calls.map(({ atMs }) => atMs)).toEqual([0, 300_000, 600_000, 900_000]);
  });

  it('lists the newest flights in time, however often it polls others', async () => {
    const { clock, calls } = trackerWith({ open: [due(95), due(90)], readEveryMs: 10_000 });
    await clock.advance(600_000);
    const overviews = calls.filter(({ what, beforeId }) => what === 'list' && beforeId === undefined);
    expect(overviews.length).toBeGreaterThanOrEqual(3);
  });

  it('keeps calling flights readable after a listing that it cannot parse', async () => {
    const { tracker, clock, calls, told } = trackerWith({ answers: [page([]), { kind: 'not-understood', code: 'x' }] });
    await clock.advance(2_099_999);
    expect(calls).toHaveLength(2);
    expect(told.reading).toEqual([true]);
    expect(tracker.canRead()).toBe(true);
    expect(tracker.hasListed()).toBe(true);
    await clock.advance(1);
    expect(calls).toHaveLength(3);
  });

  it('polls immediately when the pilot requests it, and only when due when woken', async () => {
    const { tracker, clock, calls } = trackerWith({ answers: [page([]), { kind: 'unreachable', code: 'x' }] });
    await clock.advance(10_000);
    tracker.wake();
    await clock.advance(1_000);
    expect(calls).toHaveLength(1);
    tracker.wake({ pollNow: true });
    await clock.advance(0);
    expect(calls).toHaveLength(2);
    tracker.wake({ pollNow: true });
    await clock.advance(0);
    expect(calls).toHaveLength(3);
  });
});
