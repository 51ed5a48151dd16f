import { describe, expect, it } from 'vitest';
import { believedService, uploadTimes, usualWaitMs } from '../../../../main/core/pacing/plan.ts';
import { earliestUpload, observe } from '../../../../main/core/pacing/rule/pacer.ts';
import type { Observation } from '../../../../main/core/pacing/rule/pacer.ts';
import { MAX_PAUSE_MS } from '../../../../main/core/platform/backoff.ts';
import { freshPacer } from '../../../../main/core/pacing/rule/pacer-state.ts';
import { fromStored, toStored } from '../../../../main/core/pacing/stored-pacer.ts';
import type { PacerState } from '../../../../main/core/pacing/rule/pacer-state.ts';
import { earliestWithinLimit } from '../../../../main/core/pacing/rate-limit.ts';
import { fc } from '../../../support/fast-check.ts';

type Answer = { readonly kind: Observation['kind']; readonly retryAfterMs: number | null; readonly tookMs: number };
const answer: fc.Arbitrary<Answer> = fc.record({
  kind: fc.constantFrom('accepted', 'unsettled', 'too-fast', 'rate-limited', 'clock-jumped'),
  retryAfterMs: fc.option(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 10_000_000 }))),
  tookMs: fc.integer({ min: 0, max: 3_000 }),
});

/** Uploads as early as the pacer and the rate limit allow, and gets these answers. */
function runThrough(answers: readonly Answer[], state: PacerState = freshPacer(), nowMs = 0) {
  const starts: number[] = [];
  let ends: number[] = [];
  let now = nowMs;
  let askedUntil = 0;
  answers.forEach(({ kind, retryAfterMs, tookMs }, index) => {
    const earliest = earliestUpload(state, now, answers.length - index);
    const startedAt = earliestWithinLimit(ends, 60, earliest);
    expect(Number.isFinite(startedAt)).toBe(true);
    expect(startedAt).toBeGreaterThanOrEqual(Math.max(now, askedUntil));
    now = startedAt + tookMs;
    const isRefused = kind === 'too-fast' || kind === 'rate-limited';
    if (isRefused && retryAfterMs !== null)
      askedUntil = Math.max(askedUntil, now + Math.min(retryAfterMs, MAX_PAUSE_MS));
    starts.push(startedAt);
    ends = [...ends, now];
    state = observe(state, { kind, startedAt, endedAt: now, retryAfterMs });
  });
  return { state, starts, now };
}

/** A service with a minimum interval, or with bursts. */
function upload(
  state: PacerState,
  reports: number,
  accepts: (at: number, accepted: readonly number[]) => boolean,
  now = 0,
) {
  const accepted: number[] = [];
  let refusals = 0;
  while (accepted.length < reports) {
    now = earliestUpload(state, now, reports - accepted.length);
    const isAccepted = accepts(now + 100, accepted);
    const seen = { startedAt: now, endedAt: now + 200 };
    now += 200;
    state = observe(
      state,
      isAccepted ? { kind: 'accepted', ...seen } : { kind: 'too-fast', retryAfterMs: null, ...seen },
    );
    if (isAccepted) accepted.push(now - 100);
    else refusals += 1;
  }
  return { state, now, refusals };
}
const every = (waitMs: number) => (at: number, accepted: readonly number[]) =>
  at >= (accepted.at(-1) ?? -Infinity) + waitMs;
/** As read from disk. */
const kept = (...given: Parameters<typeof toStored>): unknown => JSON.parse(JSON.stringify(toStored(...given)));
const window = (count: number, spanMs: number) => (at: number, accepted: readonly number[]) =>
  at >= (accepted.at(-count) ?? -Infinity) + spanMs;

describe('any answers', () => {
  it('never lead to more than 60 requests in a minute, to an endless wait, or to an upload before a `Retry-After` is over', () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 150 }), (answers) => {
        const { starts } = runThrough(answers);
        starts.forEach((at, index) => {
          expect(at - (starts[index - 60] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000);
        });
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['an interval', 1],
    ['bursts', 4],
  ])('of a service with %s of any length end, with a few refusals a report at most', (_name, capacity) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 1, max: 40 }), (spanMs, reports) => {
        const { refusals } = upload(freshPacer(), reports, window(capacity, spanMs));
        expect(refusals).toBeLessThanOrEqual(30 + reports);
      }),
      { numRuns: 40 },
    );
  });

  it('survive a restart: the state that is read back decides the same', () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), fc.integer({ min: 1, max: 200 }), (answers, waiting) => {
        const { state, now } = runThrough(answers);
        const stored = kept(state, 1e12 + now, now);
        const again = fromStored(stored, 1e12 + now, 7);
        expect(again.weights).toEqual(state.weights);
        const [before, after] = [earliestUpload(state, now, waiting) - now, earliestUpload(again, 7, waiting) - 7];
        expect(Math.abs(before - after)).toBeLessThanOrEqual(2);
        expect(believedService(again)).toEqual(believedService(state));
      }),
      { numRuns: 25 },
    );
  });
});

describe('Retry-After', () => {
  const at = { startedAt: 1_000, endedAt: 1_200 };

  it('is obeyed to the millisecond, and believed up to an hour', () => {
    for (const [retryAfterMs, pauseMs] of [
      [17_000, 17_000],
      [86_400_000, MAX_PAUSE_MS],
    ] as const) {
      const state = observe(freshPacer(), { kind: 'too-fast', ...at, retryAfterMs });
      expect(earliestUpload(state, 1_200, 9)).toBeGreaterThanOrEqual(1_200 + pauseMs);
      expect(state.uploadsFrom).toBe(1_200 + pauseMs);
    }
  });

  it('is enough: after it the report is sent immediately', () => {
    let state = observe(freshPacer(), { kind: 'accepted', ...at });
    state = observe(state, { kind: 'too-fast', startedAt: 2_000, endedAt: 2_200, retryAfterMs: 9_000 });
    expect(earliestUpload(state, 2_200, 9)).toBeLessThan(11_200 + 1_300);
  });
});

describe('refusals in a row', () => {
  it('are answered by pauses that grow to two minutes where nothing is ever accepted', () => {
    const never = Array.from({ length: 60 }, () => ({ kind: 'too-fast', retryAfterMs: null, tookMs: 100 }) as const);
    const { starts } = runThrough(never);
    expect(starts.at(-1)! - starts.at(-2)!).toBeGreaterThanOrEqual(120_000);
    expect(starts.at(-1)!).toBeGreaterThan(3_600_000);
  });

  it('by the rate limit are answered by 15, 30, then 60 s', () => {
    let state = freshPacer();
    for (const pauseMs of [15_000, 30_000, 60_000, 60_000]) {
      state = observe(state, { kind: 'rate-limited', endedAt: 0, retryAfterMs: null });
      expect(state.requestsFrom).toBe(pauseMs);
    }
  });
});

describe('what kind of service it is', () => {
  it('is not known at first, and learned: no interval, an interval, bursts', () => {
    expect(believedService(freshPacer())).toBeNull();
    expect(believedService(upload(freshPacer(), 40, () => true).state)!.waitMs).toBeLessThan(300);
    const steady = believedService(upload(freshPacer(), 40, every(12_000)).state)!;
    expect(steady.capacity).toBe(1);
    expect(Math.abs(steady.waitMs - 12_000)).toBeLessThan(600);
    const burst = believedService(upload(freshPacer(), 40, window(4, 48_000)).state)!;
    expect(burst.capacity).toBe(4);
    expect(Math.abs(burst.waitMs - 12_000)).toBeLessThan(1_200);
  });

  it.each([3_700, 5_000, 10_000, 20_000])('is still known after 40 reports at an interval of %i ms', (waitMs) => {
    const believed = believedService(upload(freshPacer(), 40, every(waitMs)).state)!;
    expect(believed.capacity).toBe(1);
    expect(Math.abs(believed.waitMs / waitMs - 1)).toBeLessThan(0.15);
  });

  it('is learned of an interval of minutes as well, and reported as unknown if it is longer than any hypothesis', () => {
    const { state, refusals } = upload(freshPacer(), 20, every(90_000));
    expect(Math.abs(believedService(state)!.waitMs - 90_000)).toBeLessThan(15_000);
    expect(refusals).toBeLessThan(20);
    expect(believedService(upload(freshPacer(), 20, every(900_000)).state)).toBeNull();
  });

  it('is told apart within whole seconds if the queue is long', () => {
    const { state } = upload(freshPacer(), 100, every(1_500));
    expect(Math.abs(believedService(state)!.waitMs - 1_500)).toBeLessThan(150);
  });

  it('is forgotten when it stops being true', () => {
    const before = upload(freshPacer(), 40, every(12_000));
    const { state } = upload(before.state, 60, every(20_000), before.now);
    expect(Math.abs(believedService(state)!.waitMs - 20_000)).toBeLessThan(1_500);
    const burst = upload(freshPacer(), 40, window(4, 48_000));
    const after = upload(burst.state, 30, every(12_000), burst.now);
    expect(believedService(after.state)?.capacity ?? 1).toBe(1);
  });

  it('makes a burst if it is known to be accepted', () => {
    const before = upload(freshPacer(), 40, window(4, 48_000));
    const { now, refusals } = upload(before.state, 4, window(4, 48_000), before.now + 600_000);
    expect(now - before.now - 600_000).toBeLessThan(2_048);
    expect(refusals).toBe(0);
  });
});

describe('a report without an answer', () => {
  it('counts as accepted, and its successor teaches nothing when it is accepted', () => {
    const { state, now } = upload(freshPacer(), 20, every(5_000));
    const lost = observe(state, { kind: 'unsettled', startedAt: now + 5_000, endedAt: now + 6_000 });
    expect(earliestUpload(lost, now + 6_000, 5)).toBeGreaterThan(now + 10_000);
    const next = observe(lost, { kind: 'accepted', startedAt: now + 6_500, endedAt: now + 6_700 });
    expect(next.weights).toEqual(state.weights);
    expect(next.isSure).toBe(true);
  });

  it('is like a clock that stood still: only what was refused is learned', () => {
    const { state, now } = upload(freshPacer(), 5, every(5_000));
    const jumped = observe(state, { kind: 'clock-jumped' });
    const sent = { startedAt: now + 1_000, endedAt: now + 1_200 };
    expect(observe(jumped, { kind: 'accepted', ...sent }).weights).toEqual(state.weights);
    expect(observe(jumped, { kind: 'too-fast', retryAfterMs: null, ...sent }).weights).not.toEqual(state.weights);
  });
});

describe('the plan', () => {
  const unlimited = (_ends: readonly number[], at: number) => at;

  it('begins with the decision itself and continues at the usual interval', () => {
    const { state, now } = upload(freshPacer(), 30, every(12_000));
    const times = uploadTimes(state, 4, 9, now, [], unlimited, 200);
    expect(times[0]).toBe(earliestUpload(state, now, 9));
    times.slice(1).forEach((at, index) => expect(Math.abs(at - times[index]! - 12_000)).toBeLessThan(600));
    expect(Math.abs(usualWaitMs(state) - 12_000)).toBeLessThan(600);
  });

  it('shows bursts', () => {
    const { state, now } = upload(freshPacer(), 40, window(4, 48_000));
    const times = uploadTimes(state, 5, 5, now + 600_000, [], unlimited, 200);
    expect(times[3]! - times[0]!).toBeLessThan(3_000);
    expect(times[4]! - times[3]!).toBeGreaterThan(30_000);
  });
});

describe('the stored state', () => {
  it('makes no endless pause out of a wall clock that was set back', () => {
    const stored = kept({ ...freshPacer(), uploadsFrom: 60_000 }, 1e12, 0);
    expect(fromStored(stored, 1e12 - 86_400_000, 7).uploadsFrom).toBe(7 + 60_000);
    const far = kept({ ...freshPacer(), uploadsFrom: 9 * MAX_PAUSE_MS }, 1e12, 0);
    expect(fromStored(far, 1e12, 7).uploadsFrom).toBe(7 + MAX_PAUSE_MS);
  });

  it.each([
    null,
    7,
    {},
    { version: 4, keptAt: 0, weights: '' },
    { version: 5, keptAt: 0 },
    { version: 2, bracket: { refusedMs: 5_000, acceptedMs: 7_500 } },
  ])('is nothing where %j was kept', (stored) => {
    expect(fromStored(stored, 0, 0)).toEqual(freshPacer());
  });

  it('is small', () => {
    expect(JSON.stringify(kept(freshPacer(), 0, 0)).length).toBeLessThan(400);
    expect(JSON.stringify(toStored(upload(freshPacer(), 40, every(12_000)).state, 1e12, 0)).length).toBeLessThan(2_200);
  });
});
