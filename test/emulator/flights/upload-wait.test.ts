// A10 and A11 against a naive implementation: after each accepted upload nothing is accepted for a while; with
// `tooFastRestarts`, also after each refusal.

import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { freshUsage, mayUpload } from '../../../emulator/flights/limits.ts';

const gaps = fc.array(fc.nat({ max: 12_000 }), { maxLength: 60 });
const minGap = fc.nat({ max: 10_000 });

describe('the minimum gap between uploads', () => {
  it.each([false, true])('matches the document for any sequence of uploads, with tooFastRestarts %s', (restarts) => {
    fc.assert(
      fc.property(gaps, minGap, (pauses, minGapMs) => {
        const usage = freshUsage();
        const times: { atMs: number; allowed: boolean }[] = [];
        let atMs = 1000;
        for (const pause of pauses) {
          atMs += pause;
          const counting = times.filter(({ allowed }) => allowed || restarts);
          const expected = counting.every((earlier) => atMs - earlier.atMs >= minGapMs);
          const { allowed } = mayUpload(usage, atMs, { minGapMs, restarts });
          expect(allowed).toBe(expected);
          times.push({ atMs, allowed });
          if (allowed) usage.waitFromMs = atMs;
        }
      }),
    );
  });

  it.each([false, true])('ends exactly when announced, with tooFastRestarts %s', (restarts) => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 2, max: 10_000 }), (pauses, minGapMs) => {
        const usage = freshUsage();
        let atMs = 1000;
        for (const pause of pauses) {
          atMs += pause;
          const decision = mayUpload(usage, atMs, { minGapMs, restarts });
          if (decision.allowed) {
            usage.waitFromMs = atMs;
            continue;
          }
          const later = (delayMs: number) =>
            mayUpload(structuredClone(usage), atMs + delayMs, { minGapMs, restarts }).allowed;
          expect([later(decision.waitMs - 1), later(decision.waitMs)]).toEqual([false, true]);
        }
      }),
    );
  });
});
