import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earliestWithinLimit } from '../../../main/core/service/budget.ts';
import {
  departures,
  earliestUpload,
  freshMemory,
  freshPacer,
  observe,
  pacerMemorySchema,
  type Observation,
  type PacerState,
} from '../../../main/core/uploads/pacer.ts';

const after = (...seen: Observation[]) => seen.reduce(observe, freshPacer());
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
    ['it was too fast: a wait more', [accepted(0), tooFast(5_000)], 5_000, 10_000],
    ['it was too fast, with a wait asked for: that one (A12)', [accepted(0), tooFast(5_000, 9_000)], 5_000, 14_000],
    ['it was too fast, with a short wait asked for: that one', [accepted(0), tooFast(5_000, 1_000)], 5_000, 6_000],
    ['the minute was full: fifteen seconds', [rateLimited(1_000)], 1_000, 16_000],
    ['the minute was full, with a wait asked for: that one', [rateLimited(1_000, 42_000)], 1_000, 43_000],
    ['the minute was full again: longer', [rateLimited(0), rateLimited(15_000)], 15_000, 45_000],
    [
      'the minute was full often: a minute, the length of the window',
      [1, 2, 3, 4, 5].map((at) => rateLimited(at)),
      5,
      60_005,
    ],
  ])('lets the next report go, where %s', (_words, seen, now, expected) => {
    expect(earliestUpload(after(...seen), now)).toBe(expected);
  });

  it('waits longer with every refusal in a row, up to two minutes, and forgets that with the next yes', () => {
    let state = after(accepted(0));
    const pauses: number[] = [];
    for (let at = 5_000, refusal = 0; refusal < 14; refusal += 1) {
      state = observe(state, tooFast(at));
      const next = earliestUpload(state, at);
      pauses.push(next - at);
      at = next;
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(120_000);
    expect(observe(state, accepted(9_000_000)).refusalsInARow).toBe(0);
  });

  it('does not hammer a service that says Retry-After: 0 and refuses all the same', () => {
    let state = after(accepted(0));
    let at = 5_000;
    for (let refusal = 0; refusal < 5; refusal += 1) {
      state = observe(state, tooFast(at, 0));
      at = earliestUpload(state, at);
    }
    expect(at).toBeGreaterThan(5_000 + 4 * 5_000);
    state = freshPacer();
    at = 0;
    for (let refusal = 0; refusal < 5; refusal += 1) {
      state = observe(state, rateLimited(at, 0));
      at = earliestUpload(state, at);
    }
    expect(at).toBeGreaterThan(4 * 15_000);
  });

  it.each([1_000, 4_000, 5_000, 6_500, 8_000, 12_000, 20_000, 45_000])(
    'learns a wait of %i ms: few refusals, and none for ever after',
    (minWaitMs) => {
      let state = freshPacer();
      let now = 0;
      let lastAcceptedAt = Number.NEGATIVE_INFINITY;
      const refusedBefore: number[] = [];
      let refusals = 0;
      for (let sent = 0; sent < 40;) {
        now = earliestUpload(state, now);
        if (now - lastAcceptedAt >= minWaitMs) {
          lastAcceptedAt = now;
          state = observe(state, accepted(now));
          refusedBefore.push(refusals);
          sent += 1;
        } else {
          refusals += 1;
          state = observe(state, tooFast(now));
        }
      }
      expect(refusals).toBeLessThanOrEqual(12);
      // The second half goes through without one.
      expect(refusedBefore[39]).toBe(refusedBefore[20]);
    },
  );

  it('does not learn from one refusal of a wait that has held: another program may have been at work', () => {
    const state = after(accepted(0), accepted(5_000), tooFast(10_000));
    expect(state.memory.gapMs).toBe(5_000);
    const sure = observe(state, tooFast(15_000));
    expect(sure.memory.gapMs).toBeGreaterThan(5_000);
  });

  it('forgets a refused wait that is accepted now', () => {
    const state = after(accepted(0), tooFast(5_000), accepted(10_000), accepted(14_000));
    expect(state.memory.refusedMs).toBeNull();
  });

  it('begins anew with what it remembers, in the form it is stored in', () => {
    const { memory } = after(accepted(0), tooFast(5_000), accepted(10_000));
    const stored = pacerMemorySchema.parse(JSON.parse(JSON.stringify(memory)));
    expect(freshPacer(stored)).toMatchObject({ memory, lastAcceptedAt: null, refusalsInARow: 0 });
    expect(pacerMemorySchema.safeParse({ ...freshMemory, version: 2 }).success).toBe(false);
  });
});

const observations = fc.array(
  fc.record({
    kind: fc.constantFrom('accepted', 'too-fast', 'rate-limited'),
    idleMs: fc.integer({ min: 0, max: 20_000 }),
    latencyMs: fc.integer({ min: 0, max: 5_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 100_000 })),
  }),
  { maxLength: 30 },
);

/** A pacer that has lived through these, and when that was over. */
function live(seen: { kind: string; idleMs: number; latencyMs: number; retryAfterMs: number | null }[]) {
  let state: PacerState = freshPacer();
  let now = 0;
  for (const one of seen) {
    const startedAt = earliestUpload(state, now + one.idleMs);
    now = startedAt + one.latencyMs;
    state = observe(state, { ...one, startedAt, endedAt: now } as Observation);
  }
  return { state, now };
}

describe('whatever happened, the next departure', () => {
  it('is never before now, nor before the wait after the last accepted, nor before a pause asked for', () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: 0, max: 200_000 }), (seen, retryAfterMs) => {
        const { state, now } = live(seen);
        const next = earliestUpload(state, now);
        expect(next).toBeGreaterThanOrEqual(now);
        const sinceAccepted = next - (state.lastAcceptedAt ?? Number.NEGATIVE_INFINITY);
        expect(sinceAccepted).toBeGreaterThanOrEqual(state.memory.gapMs);
        for (const observation of [tooFast(now, retryAfterMs), rateLimited(now, retryAfterMs)]) {
          expect(earliestUpload(observe(state, observation), now)).toBeGreaterThanOrEqual(now + retryAfterMs);
        }
      }),
    );
  });

  it('is within two minutes where the service asks for nothing: no pause grows without end', () => {
    fc.assert(
      fc.property(observations, (seen) => {
        const { state, now } = live(seen.map((one) => ({ ...one, retryAfterMs: null })));
        expect(earliestUpload(state, now) - now).toBeLessThanOrEqual(120_000);
        expect(state.memory.gapMs).toBeLessThanOrEqual(120_000);
        expect(state.memory.gapMs).toBeGreaterThanOrEqual(5_000);
      }),
    );
  });

  it('opens a plan that ascends and keeps the wait and the limit', () => {
    fc.assert(
      fc.property(
        observations,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 0, max: 4_000 }),
        (seen, count, limit, usualUploadMs) => {
          const { state, now } = live(seen);
          const within = (ends: readonly number[], at: number) => earliestWithinLimit(ends, limit, at);
          const times = departures(state, count, now, [], within, usualUploadMs);
          expect(times).toHaveLength(count);
          expect(times.slice(0, 1)).toEqual(count > 0 ? [earliestUpload(state, now)] : []);
          for (let index = 1; index < count; index += 1) {
            expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(state.memory.gapMs + usualUploadMs);
          }
          for (let index = limit; index < count; index += 1) {
            expect(times[index]! - times[index - limit]!).toBeGreaterThanOrEqual(60_000);
          }
        },
      ),
    );
  });
});
