import { describe, expect, it } from 'vitest';
import {
  earliestUpload,
  freshPacer,
  fromStored,
  isRequired,
  observe,
  pauseEnd,
  toStored,
} from '../../../main/core/pacing/pacer.ts';
import type { Observation, PacerState } from '../../../main/core/pacing/pacer.ts';
import { earliestWithinLimit } from '../../../main/core/pacing/rate-limit.ts';
import { maxPauseMs } from '../../../main/core/platform/backoff.ts';
import { fc } from '../../support/fast-check.ts';

const dayMs = 86_400_000;
const uploadTookMs = 200;

type Heard = 'accepted' | 'unsettled' | 'refused' | { readonly retryAfterMs: number };

/** Uploads as early as allowed, with these answers. Returns the waits before each upload but the first, and the state. */
function uploads(heard: readonly Heard[], { waiting = 5, from = freshPacer, at = 0 } = {}) {
  let [state, now] = [from, at];
  const waits: number[] = [];
  heard.forEach((one, index) => {
    const startedAt = earliestUpload(state, now, waiting);
    if (index > 0) waits.push(Math.round(startedAt - now));
    now = startedAt + uploadTookMs;
    const sent = { startedAt, endedAt: now };
    if (one === 'accepted' || one === 'unsettled') state = observe(state, { kind: one, ...sent });
    else
      state = observe(state, { kind: 'too-fast', retryAfterMs: one === 'refused' ? null : one.retryAfterMs, ...sent });
  });
  waits.push(Math.round(earliestUpload(state, now, waiting) - now));
  return { waits, state, now };
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the wait', () => {
  it.each<[string, Heard[], number[]]>([
    ['is five seconds', times(3, 'accepted'), [5_000, 5_000, 5_000]],
    ['is the same after an unsettled report', ['accepted', 'unsettled', 'accepted'], [5_000, 5_000, 5_000]],
    [
      'gets longer with each refusal, and stays',
      ['accepted', 'refused', 'refused', 'accepted', 'accepted'],
      [5_000, 8_000, 12_800, 12_800, 12_800],
    ],
    [
      'is the rest of Retry-After once, then all of it',
      ['accepted', { retryAfterMs: 7_000 }, 'accepted', 'accepted'],
      [5_000, 7_000, 12_000, 12_000],
    ],
    [
      'is longer than a Retry-After that was too short',
      ['accepted', { retryAfterMs: 1_000 }, { retryAfterMs: 0 }, 'accepted'],
      [5_000, 1_000, 9_600, 9_600],
    ],
    ['is at least a second where Retry-After is 0', ['accepted', { retryAfterMs: 0 }], [5_000, 1_000]],
    [
      'obeys a long Retry-After, and remembers two minutes',
      ['accepted', { retryAfterMs: 900_000 }, 'accepted'],
      [5_000, 900_000, 120_000],
    ],
  ])('%s', (_words, heard, waits) => {
    expect(uploads(heard).waits).toEqual(waits);
  });

  it('gets at least two seconds longer by a refusal', () => {
    const { waits } = uploads(['accepted', 'refused', 'refused'], {
      from: { ...freshPacer, waitMs: 2_000, nextAt: 0 },
    });
    expect(waits.slice(1)).toEqual([4_000, 6_400]);
  });

  it('is not learned from a refusal long after the last report: something else was uploaded', () => {
    const { state, now } = uploads(['accepted', 'accepted']);
    const later = uploads(['refused', 'accepted', 'accepted'], { from: state, at: now + 600_000 });
    expect(later.waits).toEqual([8_000, 5_000, 5_000]);
  });

  it('is shown as required where Retry-After said so', () => {
    expect(isRequired(uploads(['accepted', { retryAfterMs: 7_000 }, 'accepted']).state)).toBe(true);
    expect(isRequired(uploads(['accepted', 'refused', 'accepted']).state)).toBe(false);
    expect(isRequired(freshPacer)).toBe(false);
  });

  it('is a pause after a refusal only', () => {
    const refused = uploads(['accepted', 'refused']);
    expect(pauseEnd(refused.state)).toBe(refused.now + 8_000);
    const accepted = uploads(['accepted']);
    expect(pauseEnd(accepted.state)).toBeLessThan(accepted.now);
  });
});

describe('a quicker wait', () => {
  const many = { waiting: 20 };

  it('is tried after three accepted reports while twenty wait', () => {
    const { waits } = uploads(times(7, 'accepted'), many);
    expect(waits).toEqual([5_000, 5_000, 4_500, 4_500, 4_500, 4_050, 4_050]);
    expect(uploads(times(7, 'accepted'), { waiting: 19 }).waits).toEqual(times(7, 5_000));
  });

  it('is never below a second', () => {
    expect(uploads(times(80, 'accepted'), many).waits.at(-1)).toBe(1_000);
  });

  it('that is refused brings the last one back, and ends that for the day; near it none is tried for a week', () => {
    const first = uploads([...times(6, 'accepted' as const), 'refused', ...times(20, 'accepted' as const)], many);
    expect(first.waits.slice(5)).toEqual([4_050, ...times(21, 4_500)]);
    const later = (days: number) => {
      const [from, at] = [first.state, first.now + days * dayMs];
      return uploads(times(8, 'accepted'), { ...many, from, at }).waits.at(-1);
    };
    expect([later(0.9), later(1.1), later(6.9)]).toEqual([4_500, 4_500, 4_500]);
    expect(later(7.1)).toBeLessThan(4_500);
  });

  it('is not tried for a day after any refusal, however far it is from the wait that was refused', () => {
    const { state, now, waits } = uploads(['accepted', 'refused', ...times(8, 'accepted' as const)], many);
    expect(waits.slice(1)).toEqual(times(9, 8_000));
    const later = (days: number) =>
      uploads(times(4, 'accepted'), { ...many, from: state, at: now + days * dayMs }).waits.at(-1);
    expect([later(0.9), later(1.1)]).toEqual([8_000, 6_480]);
  });

  it('is not tried where the service required the wait, for a week', () => {
    const { state, now } = uploads(['accepted', { retryAfterMs: 7_000 }, ...times(3, 'accepted' as const)]);
    const later = (days: number) =>
      uploads(times(5, 'accepted'), { ...many, from: state, at: now + days * dayMs }).waits.at(-1);
    expect([later(2), later(8)]).toEqual([12_000, 9_720]);
  });
});

describe('what was learned', () => {
  const { state, now } = uploads(['accepted', { retryAfterMs: 7_000 }, 'accepted']);
  const restarted = (given: PacerState, passedMs: number) =>
    fromStored(JSON.parse(JSON.stringify(toStored(given, 1e12, now))), 1e12 + passedMs, 77);

  it('survives a restart, and is forgotten two weeks after the last report', () => {
    expect(earliestUpload(restarted(state, 2_000), 77, 5)).toBe(77 + 10_000);
    const wait = (days: number) => uploads(['accepted'], { from: restarted(state, days * dayMs), at: 77 }).waits[0];
    expect([wait(13.9), wait(14.1)]).toEqual([12_000, 5_000]);
  });

  it('makes no endless pause out of a wall clock that was set back', () => {
    expect(earliestUpload(restarted(state, -dayMs), 77, 5)).toBe(77 + 12_000);
    expect(restarted({ ...state, requestsFrom: now + 9 * maxPauseMs }, 0).requestsFrom).toBe(77 + maxPauseMs);
  });

  it.each([null, 7, {}, { waitMs: 9_000 }, { keptAt: 0, waitMs: -1 }, { keptAt: 0, nextAt: 'soon' }])(
    'is nothing where %j was stored',
    (stored) => expect(fromStored(stored, 0, 0)).toEqual(freshPacer),
  );
});

it('a rate limit without Retry-After pauses everything for 15, 30, then 60 s', () => {
  let state = freshPacer;
  for (const pauseMs of [15_000, 30_000, 60_000, 60_000]) {
    state = observe(state, { kind: 'rate-limited', endedAt: 0, retryAfterMs: null });
    expect(earliestUpload(state, 0, 5)).toBe(pauseMs);
  }
});

describe('any run of answers', () => {
  type Answer = {
    kind: Observation['kind'];
    retryAfterMs: number | null;
    tookMs: number;
    idleMs: number;
    waiting: number;
  };
  const answer: fc.Arbitrary<Answer> = fc.record({
    kind: fc.constantFrom('accepted', 'accepted', 'unsettled', 'too-fast', 'rate-limited'),
    retryAfterMs: fc.option(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 10_000_000 }))),
    tookMs: fc.integer({ min: 0, max: 3_000 }),
    idleMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * dayMs })),
    waiting: fc.integer({ min: 1, max: 100 }),
  });
  /** Uploads as early as the pacer and the rate limit allow, restarting in between. */
  function runThrough(answers: readonly Answer[], hear: (startedAt: number, now: number, askedUntil: number) => void) {
    let [state, now, askedUntil] = [freshPacer, 0, 0];
    const ends: number[] = [];
    for (const { kind, retryAfterMs, tookMs, idleMs, waiting } of answers) {
      now += idleMs;
      const startedAt = earliestWithinLimit(ends, 60, earliestUpload(state, now, waiting));
      hear(startedAt, now, askedUntil);
      now = startedAt + tookMs;
      ends.push(now);
      const isRefused = kind === 'too-fast' || kind === 'rate-limited';
      if (isRefused && retryAfterMs !== null)
        askedUntil = Math.max(askedUntil, now + Math.min(retryAfterMs, maxPauseMs));
      state = observe(state, { kind, startedAt, endedAt: now, retryAfterMs });
      state = fromStored(toStored(state, now, now), now, now);
    }
    return ends;
  }
  const runs = fc.array(answer, { maxLength: 200 });

  it('never leads to an upload before a believed Retry-After is over', () => {
    fc.assert(
      fc.property(runs, (answers) => {
        runThrough(answers, (startedAt, _now, askedUntil) => expect(startedAt).toBeGreaterThanOrEqual(askedUntil - 1));
      }),
    );
  });

  it('ends: no pause is longer than an hour, or than two minutes unless the service required it', () => {
    fc.assert(
      fc.property(runs, (answers) => {
        runThrough(answers, (startedAt, now, askedUntil) => {
          expect(startedAt - now).toBeLessThanOrEqual(Math.max(120_001, askedUntil - now + 1));
        });
      }),
    );
  });
});
