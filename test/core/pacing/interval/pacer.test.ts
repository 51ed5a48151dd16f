import { fc } from '../../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { earliestWithinLimit } from '../../../../main/core/pacing/rate-limit.ts';
import { freshBracket, MAX_WAIT_MS, type Bracket } from '../../../../main/core/pacing/interval/bracket.ts';
import {
  departures,
  earliestUpload,
  freshPacer,
  MAX_PAUSE_MS,
  observe,
  type Observation,
  type PacerState,
} from '../../../../main/core/pacing/interval/pacer.ts';

const after = (...seen: Observation[]) => seen.reduce(observe, freshPacer());
const from = (bracket: Partial<Bracket>, ...seen: Observation[]) =>
  seen.reduce(observe, freshPacer({ ...freshBracket, ...bracket }));
const accepted = (startedAt: number, endedAt = startedAt): Observation => ({ kind: 'accepted', startedAt, endedAt });
const tooFast = (at: number, retryAfterMs: number | null = null): Observation => ({
  kind: 'too-fast',
  startedAt: at,
  endedAt: at,
  retryAfterMs,
});
const rateLimited = (endedAt: number, retryAfterMs: number | null = null): Observation => ({
  kind: 'rate-limited',
  endedAt,
  retryAfterMs,
});

describe('the pacer', () => {
  it.each<[string, Observation[], number, number]>([
    ['nothing was sent: now', [], 1_000, 1_000],
    ['one was accepted: five seconds after its answer (A10)', [accepted(0, 2_000)], 2_500, 7_000],
    ['the wait is over: now', [accepted(0)], 9_000, 9_000],
    ['it was too fast: longer, most of it anew at least', [accepted(0), tooFast(5_000)], 5_000, 11_300],
    ['it was too fast, with a wait asked for: that one (A12)', [accepted(0), tooFast(5_000, 9_000)], 5_000, 14_000],
    ['it was too fast, with a short wait asked for: that one', [accepted(0), tooFast(5_000, 1_000)], 5_000, 6_000],
    ['it may have been accepted: the same wait', [{ kind: 'unsettled', startedAt: 0, endedAt: 9_000 }], 9_000, 14_000],
    ['the minute was full: fifteen seconds', [rateLimited(1_000)], 1_000, 16_000],
    ['the minute was full, with a wait asked for: that one', [rateLimited(1_000, 42_000)], 1_000, 43_000],
    ['the minute was full again: longer', [rateLimited(0), rateLimited(15_000)], 15_000, 45_000],
    [
      'the minute was full often: a minute, the length of the window',
      [1, 2, 3, 4, 5].map((at) => rateLimited(at)),
      5,
      60_005,
    ],
    ['a pause of a day is asked for: after an hour it is asked again', [tooFast(0, 86_400_000)], 0, MAX_PAUSE_MS],
  ])('lets the next report go, where %s', (_words, seen, now, expected) => {
    expect(earliestUpload(after(...seen), now, 1)).toBe(expected);
  });

  it('tries a shorter wait where many reports would gain by it', () => {
    expect(earliestUpload(after(accepted(0, 200)), 200, 50)).toBe(1_273);
    expect(earliestUpload(after(accepted(0, 200)), 200, 3)).toBe(5_200);
  });

  it('counts each kind of refusal for itself', () => {
    const state = after(tooFast(0), tooFast(1), rateLimited(2), tooFast(3));
    expect(state).toMatchObject({ tooFastInARow: 3, rateLimitedInARow: 1 });
    expect(earliestUpload(after(tooFast(0), tooFast(1), tooFast(2), rateLimited(3)), 3, 1)).toBe(15_003);
    expect(observe(state, accepted(60_000))).toMatchObject({ tooFastInARow: 0, rateLimitedInARow: 0 });
  });

  it('does not hammer a service that says Retry-After: 0 and refuses all the same', () => {
    let state = after(accepted(0));
    let at = 5_000;
    for (let refusal = 0; refusal < 5; refusal += 1) {
      state = observe(state, tooFast(at, 0));
      at = earliestUpload(state, at, 1);
    }
    expect(at).toBeGreaterThan(5_000 + 4 * 5_000);
    state = freshPacer();
    at = 0;
    for (let refusal = 0; refusal < 5; refusal += 1) {
      state = observe(state, rateLimited(at, 0));
      at = earliestUpload(state, at, 1);
    }
    expect(at).toBeGreaterThan(4 * 15_000);
  });

  it('waits longer with every refusal in a row, up to two minutes', () => {
    let state = after(accepted(0));
    const pauses: number[] = [];
    for (let at = 5_000, refusal = 0; refusal < 14; refusal += 1) {
      state = observe(state, tooFast(at));
      const next = earliestUpload(state, at, 1);
      pauses.push(next - at);
      at = next;
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(120_000);
  });

  it('reads a wait out of Retry-After, to the second', () => {
    const { bracket } = after(accepted(0), tooFast(0, 7_000));
    expect(bracket).toMatchObject({ refusedMs: 6_000, acceptedMs: 7_000 });
  });

  it('reads more of it where it is known what refusals do: the wait to the second, however much has passed', () => {
    const known = { refusedMs: 4_900, acceptedMs: 5_000, spent: 5, held: 80 };
    const grown = from({ ...known, restarts: false }, accepted(0), tooFast(5_000, 4_000));
    expect(grown.bracket).toMatchObject({ refusedMs: 8_000, acceptedMs: 9_000, spent: 4 });
    const again = from({ ...known, acceptedMs: null, restarts: true }, accepted(0), tooFast(5_000, 9_000));
    expect(again.bracket).toMatchObject({ refusedMs: 8_000, acceptedMs: 9_000 });
  });

  it('learns nothing from what passed while the machine slept, or after an answer that was lost', () => {
    const known = { refusedMs: 4_000, acceptedMs: 5_000, spent: 4 };
    expect(from(known, accepted(0), { kind: 'clock-jumped' }, accepted(100)).bracket).toMatchObject(known);
    const unsettled: Observation = { kind: 'unsettled', startedAt: 0, endedAt: 0 };
    expect(from(known, unsettled, accepted(100)).bracket).toMatchObject(known);
  });

  it('takes no credit for a slow way: what is needed when it is quick counts', () => {
    const quick = [accepted(0, 200), accepted(20_000, 20_200)];
    const state = from({ acceptedMs: 20_000 }, ...quick, accepted(25_200, 26_400));
    // It left 5.2 s after the one before, but it may have arrived a second later than usual.
    expect(state.bracket.acceptedMs).toBe(6_000);
  });

  it('counts on from the report before while it is not known that a refusal begins the wait anew (A11), once', () => {
    const known = { refusedMs: 4_000, acceptedMs: 8_000 };
    const refusedOnce = from(known, accepted(0), tooFast(6_000));
    expect(earliestUpload(refusedOnce, 6_000, 50)).toBe(8_000);
    const proof = observe(refusedOnce, accepted(8_000));
    expect(proof.bracket.restarts).toBe(false);
    const refusedTwice = observe(refusedOnce, tooFast(8_000));
    expect(refusedTwice.bracket.restarts).toBe(true);
    expect(earliestUpload(refusedTwice, 8_000, 50)).toBe(16_000);
  });

  it.each([
    ['it is known that refusals begin nothing anew: at once', false, 8_100],
    ['it is not known: at once', null, 8_100],
    ['they do: the whole wait', true, 16_100],
  ])(
    'goes on, where the wait since the report before was over when the refusal came and %s',
    (_words, restarts, at) => {
      const known = { refusedMs: 4_000, acceptedMs: 8_000, restarts };
      const refused: Observation = { kind: 'too-fast', startedAt: 7_900, endedAt: 8_100, retryAfterMs: null };
      expect(earliestUpload(from(known, accepted(0), refused), 8_100, 50)).toBe(at);
    },
  );

  it('asks a second time at once only once', () => {
    const known = { refusedMs: 4_000, acceptedMs: 8_000 };
    const refused: Observation = { kind: 'too-fast', startedAt: 7_900, endedAt: 8_100, retryAfterMs: null };
    const twice = from(known, accepted(0), refused, tooFast(8_100));
    expect(twice.bracket.restarts).toBe(true);
    expect(earliestUpload(twice, 8_100, 50)).toBe(16_100);
  });

  it('goes up in few steps while no wait is known that does, the third of them counted from the refusal on', () => {
    let state = after(accepted(0));
    const tries: number[] = [];
    for (let now = 0; tries.length < 4;) {
      now = earliestUpload(state, now, 100);
      tries.push(now);
      state = observe(state, tooFast(now));
    }
    expect(tries).toEqual([1_073, 4_830, 4_830 + 16_600, 60_500]);
  });

  it.each([0, 200])(
    'tries the round wait that lies next, from one start to the next, where a report takes %i ms',
    (tripMs) => {
      const state = from({ refusedMs: 4_000, acceptedMs: 12_000, restarts: false, spent: 2 }, accepted(0, tripMs));
      expect(earliestUpload(state, tripMs, 80)).toBe(7_015);
    },
  );

  it('gets through whatever the wait and whatever refusals do to it, with few of them', () => {
    const waits = fc.oneof(fc.integer({ min: 0, max: 119_000 }), fc.integer({ min: 0, max: 3_000 }));
    fc.assert(
      fc.property(waits, fc.boolean(), fc.integer({ min: 2, max: 120 }), (waitMs, restarts, uploads) => {
        let state = freshPacer();
        let [now, from, refusals] = [0, Number.NEGATIVE_INFINITY, 0];
        for (let sent = 0; sent < uploads;) {
          now = earliestUpload(state, now, uploads - sent);
          const isAccepted = now - from >= waitMs;
          state = observe(state, isAccepted ? accepted(now) : tooFast(now));
          if (isAccepted || restarts) from = now;
          if (isAccepted) sent += 1;
          else refusals += 1;
          expect(refusals).toBeLessThanOrEqual(12);
        }
      }),
    );
  });

  it('believes what was too short in all once it is known that refusals begin nothing anew', () => {
    const refused = after(accepted(0), tooFast(1_100), tooFast(9_000));
    expect(refused.bracket).toMatchObject({ refusedMs: 7_900, refusedInAllMs: 9_000 });
    const proof = observe(observe(refused, accepted(16_500)), accepted(31_000));
    const again = observe(observe(proof, tooFast(43_000)), accepted(45_000));
    expect(again.bracket).toMatchObject({ restarts: false });
    expect(again.bracket.refusedMs).toBeGreaterThanOrEqual(9_000);
  });

  it('asks once more before it believes that a single refusal, which nothing confirms, was for the wait', () => {
    const known = { refusedMs: 7_700, refusedBeforeMs: 1_100, acceptedMs: 8_500, spent: 2 };
    const asking = from(known, accepted(0));
    expect(earliestUpload(asking, 0, 50)).toBe(7_700 * 0.85);
    const itWasAnother = observe(asking, accepted(6_545));
    expect(itWasAnother.bracket).toMatchObject({ refusedMs: 1_100, acceptedMs: 6_545 });
    const itWasTheWait = observe(asking, tooFast(6_545));
    expect(earliestUpload(observe(itWasTheWait, accepted(9_000)), 9_000, 50)).toBeGreaterThan(9_000 + 7_700);
    expect(earliestUpload(from({ ...known, spent: 4 }, accepted(0)), 0, 50)).toBeGreaterThan(7_700);
  });

  it('takes one refusal of a wait that has held for another program’s work, two for a change', () => {
    const once = from({ acceptedMs: 5_000, spent: 5, refusedMs: 4_900 }, accepted(0), tooFast(5_000), accepted(10_100));
    expect(once.bracket).toMatchObject({ acceptedMs: 5_020, unconfirmedAttempts: 1 });
    const twice = observe(observe(once, tooFast(15_200)), accepted(25_400));
    expect(twice.bracket.acceptedMs).toBeGreaterThan(8_000);
  });

  it('looks below a wait that has held for long, and finds one that has become shorter', () => {
    let state = from({ refusedMs: 9_900, acceptedMs: 10_000, spent: 5 }, accepted(0));
    let refusals = 0;
    for (let sent = 0, now = 0; sent < 200;) {
      const next = earliestUpload(state, now, 200);
      const isAccepted = next - state.lastAccepted!.endedAt >= 4_000;
      if (isAccepted) sent += 1;
      else refusals += 1;
      state = observe(state, isAccepted ? accepted(next) : tooFast(next));
      now = next;
    }
    expect(state.bracket.acceptedMs).toBeLessThan(6_000);
    expect(refusals).toBeLessThanOrEqual(1);
  });

  it('keeps a pause of an hour that is asked for, and does not take it for the wait', () => {
    const paused = after(accepted(0), tooFast(5_000, 3_600_000));
    expect(earliestUpload(paused, 5_000, 50)).toBe(3_605_000);
    const goneOn = observe(paused, accepted(3_605_000));
    for (const waiting of [1, 50]) {
      expect(earliestUpload(goneOn, 3_605_000, waiting) - 3_605_000).toBeLessThanOrEqual(62_000);
    }
  });

  it('does not take the hour before for the wait where another program has just reported', () => {
    const state = after(accepted(0), tooFast(3_600_000, 4_000), accepted(3_604_000));
    expect(earliestUpload(state, 3_604_000, 1) - 3_604_000).toBeLessThanOrEqual(62_000);
  });

  it('does not take the hour between two flights for the wait', () => {
    const state = after(accepted(0), accepted(3_600_000), accepted(7_200_000));
    expect(earliestUpload(state, 7_200_000, 2)).toBe(7_205_000);
  });
});

const observations = fc.array(
  fc.record({
    kind: fc.constantFrom('accepted', 'unsettled', 'too-fast', 'rate-limited', 'clock-jumped'),
    idleMs: fc.integer({ min: 0, max: 20_000 }),
    latencyMs: fc.integer({ min: 0, max: 5_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 100_000 })),
    waiting: fc.integer({ min: 0, max: 300 }),
  }),
  { maxLength: 60 },
);
type Seen = { kind: string; idleMs: number; latencyMs: number; retryAfterMs: number | null; waiting: number };

/** A pacer that has lived through these, and when that was over. */
function live(seen: readonly Seen[]) {
  let state: PacerState = freshPacer();
  let now = 0;
  for (const one of seen) {
    const startedAt = earliestUpload(state, now + one.idleMs, one.waiting);
    now = startedAt + one.latencyMs;
    state = observe(state, { ...one, startedAt, endedAt: now } as Observation);
  }
  return { state, now };
}

describe('whatever happened, the next departure', () => {
  it('is never before now, nor before a pause asked for, and never goes back when time goes on', () => {
    fc.assert(
      fc.property(
        observations,
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1, max: 300 }),
        (seen, laterMs, waiting) => {
          const { state, now } = live(seen);
          const next = earliestUpload(state, now, waiting);
          expect(next).toBeGreaterThanOrEqual(now);
          expect(earliestUpload(state, now + laterMs, waiting)).toBe(Math.max(next, now + laterMs));
          for (const observation of [tooFast(now, laterMs), rateLimited(now, laterMs)]) {
            expect(earliestUpload(observe(state, observation), now, waiting)).toBeGreaterThanOrEqual(now + laterMs);
          }
        },
      ),
    );
  });

  it('is within two minutes where the service asks for nothing, and within an hour whatever it asks for', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 0, max: 300 }), (seen, waiting) => {
        const unasked = live(seen.map((one) => ({ ...one, retryAfterMs: null })));
        expect(earliestUpload(unasked.state, unasked.now, waiting) - unasked.now).toBeLessThanOrEqual(120_000);
        const asked = live(seen.map((one) => ({ ...one, retryAfterMs: one.retryAfterMs && one.retryAfterMs * 1e9 })));
        expect(earliestUpload(asked.state, asked.now, waiting) - asked.now).toBeLessThanOrEqual(MAX_PAUSE_MS);
      }),
    );
  });

  it('comes from a bracket that makes sense', () => {
    fc.assert(
      fc.property(observations, (seen) => {
        const { bracket } = live(seen).state;
        const bounds = [0, bracket.refusedMs, bracket.acceptedMs ?? MAX_WAIT_MS, MAX_WAIT_MS];
        expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
      }),
    );
  });

  it('opens a plan that ascends and keeps the limit', () => {
    fc.assert(
      fc.property(
        observations,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 0, max: 4_000 }),
        (seen, count, limit, usualUploadMs) => {
          const { state, now } = live(seen);
          const within = (ends: readonly number[], at: number) => earliestWithinLimit(ends, limit, at);
          const times = departures(state, count, count, now, [], within, usualUploadMs);
          expect(times).toHaveLength(count);
          expect(times.slice(0, 1)).toEqual(count > 0 ? [earliestUpload(state, now, count)] : []);
          for (let index = 1; index < count; index += 1) {
            expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(usualUploadMs);
          }
          for (let index = limit; index < count; index += 1) {
            expect(times[index]! - times[index - limit]!).toBeGreaterThanOrEqual(60_000);
          }
        },
      ),
    );
  });
});
