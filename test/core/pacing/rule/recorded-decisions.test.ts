// When the pacer tries again, recorded for several kinds of services. The figures in docs/evidence/pacing-analysis.md
// were measured with these decisions: if one changes on purpose, measure those again.
import { expect, it } from 'vitest';
import { earliestUpload, observe } from '../../../../main/core/pacing/rule/pacer.ts';
import { freshPacer } from '../../../../main/core/pacing/rule/pacer-state.ts';

type Known = { readonly accepted: readonly number[]; readonly refused: readonly number[] };
type Service = {
  readonly accepts: (at: number, known: Known) => boolean;
  readonly retryAfterMs?: (at: number, known: Known) => number;
};

const REPORTS = 12;
const last = (times: readonly number[], nth = 1) => times.at(-nth) ?? Number.NEGATIVE_INFINITY;
const every = (waitMs: number): Service => ({ accepts: (at, { accepted }) => at >= last(accepted) + waitMs });

/** The times of all tries in tenths of a second; `!` marks a refusal. */
function triesOf({ accepts, retryAfterMs }: Service): string {
  const known = { accepted: [] as number[], refused: [] as number[] };
  const tries: string[] = [];
  let state = freshPacer();
  let now = 0;
  while (known.accepted.length < REPORTS && tries.length < 60) {
    const startedAt = earliestUpload(state, now, REPORTS - known.accepted.length);
    const at = startedAt + 80;
    now = startedAt + 150 + (tries.length % 3) * 20;
    const seen = { startedAt, endedAt: now };
    if (accepts(at, known)) {
      state = observe(state, { kind: 'accepted', ...seen });
      known.accepted.push(at);
      tries.push((startedAt / 1_000).toFixed(1));
    } else {
      state = observe(state, { kind: 'too-fast', retryAfterMs: retryAfterMs?.(at, known) ?? null, ...seen });
      known.refused.push(at);
      tries.push(`${(startedAt / 1_000).toFixed(1)}!`);
    }
  }
  return tries.join(' ');
}

/** Tries by the kind of service. */
const recorded: Readonly<Record<string, string>> = {
  'no wait': '0.0 1.1 1.3 1.5 1.6 1.8 2.0 2.1 2.3 2.5 2.6 2.8',
  'one second': '0.0 1.1 1.3! 2.3 3.2! 3.4 4.4 5.4 6.5 7.6 8.6 9.7 10.7 11.8',
  'three seconds': '0.0 1.1! 5.2 8.2 10.4! 11.3 14.0! 14.3 17.4 20.5 23.5 26.6 29.7 32.7 35.8',
  'five seconds': '0.0 1.1! 5.2 8.2! 9.3! 10.2 15.3 20.4 25.5 30.6 35.6 40.7 45.8 50.8 55.9',
  'five and a half seconds': '0.0 1.1! 5.2! 10.5 17.5 23.6 29.6 35.7 41.8 47.9 53.9 60.0 66.1 72.1',
  'twelve seconds': '0.0 1.1! 5.2! 10.5! 15.1 28.2 40.3 51.4! 52.4 64.5 76.6 88.7 100.8 112.8 124.9 137.1',
  'forty seconds':
    '0.0 1.1! 5.2! 10.5! 15.1! 30.2! 47.2 86.4! 90.4 133.6 176.8 220.0 263.2 306.4 349.7 392.9 436.1 479.3',
  'two minutes':
    '0.0 1.1! 5.2! 10.5! 15.1! 30.2! 47.2! 63.3! 95.4! 158.7 222.0! 279.2 399.7 490.1! 520.2 640.8 761.3 881.8 1002.3 1122.8 1243.3 1363.9',
  'three in half a minute': '0.0 1.1 1.3 1.5! 3.2! 9.2! 15.2! 24.4! 36.4 36.6 36.8 63.9! 66.9 67.0 67.2 97.3 97.5 97.7',
  'a bucket of four, refilled every ten seconds':
    '0.0 1.1 1.3 1.5 1.6! 4.1! 9.4! 16.6 17.3! 24.5 30.4 30.6! 38.2! 40.4 50.4 60.4 70.4 80.4',
  'five seconds, which a refusal restarts': '0.0 1.1! 5.2! 10.5 17.5 23.6 29.6 35.7 41.8 47.9 53.9 60.0 66.1 72.1',
  'a wait that grows':
    '0.0 1.1! 5.2 8.2! 9.3! 10.2 15.3 20.4! 20.7! 21.4 26.6! 27.4! 28.1 34.1! 34.9! 35.7 42.2! 43.0! 43.9 51.4! 52.6 60.7! 62.0 70.6! 72.0! 79.1 90.6',
  'a wait that shrinks': '0.0 1.1! 5.2! 10.5! 15.1 28.2 40.3 51.4 62.4 73.6 84.6 95.7 106.8 117.9 129.0',
  'a wait that varies': '0.0 1.1! 5.2! 10.5 17.5 23.6! 24.6! 25.6 32.7 39.7 46.8 53.9! 54.8 61.8 68.9 76.0 83.1! 84.2',
  'a wait that changes':
    '0.0 1.1! 5.2 8.2! 9.3 12.9! 13.4 17.5 21.5 25.6! 25.8! 26.4! 27.6! 32.6 40.7! 42.7 51.8 60.9 70.0 79.1',
  'seven seconds, said in Retry-After': '0.0 1.1! 7.3 13.4! 14.5 21.6 28.7 35.8 42.8 49.9 57.0 64.1 71.2 78.2',
};

it.each<[string, Service]>([
  ['no wait', every(0)],
  ['one second', every(1_000)],
  ['three seconds', every(3_000)],
  ['five seconds', every(5_000)],
  ['five and a half seconds', every(5_500)],
  ['twelve seconds', every(12_000)],
  ['forty seconds', every(40_000)],
  ['two minutes', every(120_000)],
  ['three in half a minute', { accepts: (at, { accepted }) => at >= last(accepted, 3) + 30_000 }],
  [
    'a bucket of four, refilled every ten seconds',
    {
      accepts(at, { accepted }) {
        let [tokens, since] = [4, 0];
        for (const one of accepted) {
          tokens = Math.min(4, tokens + (one - since) / 10_000) - 1;
          since = one;
        }
        return Math.min(4, tokens + (at - since) / 10_000) >= 1;
      },
    },
  ],
  [
    'five seconds, which a refusal restarts',
    { accepts: (at, { accepted, refused }) => at >= Math.max(last(accepted), last(refused)) + 5_000 },
  ],
  ['a wait that grows', { accepts: (at, { accepted }) => at >= last(accepted) + 3_000 + 700 * accepted.length }],
  ['a wait that shrinks', { accepts: (at, { accepted }) => at >= last(accepted) + 14_000 - 900 * accepted.length }],
  ['a wait that varies', { accepts: (at, { accepted }) => at >= last(accepted) + 5_000 + (accepted.length % 4) * 900 }],
  [
    'a wait that changes',
    { accepts: (at, { accepted }) => at >= last(accepted) + (accepted.length < 6 ? 4_000 : 9_000) },
  ],
  [
    'seven seconds, said in Retry-After',
    { ...every(7_000), retryAfterMs: (at, { accepted }) => Math.ceil((last(accepted) + 7_000 - at) / 1_000) * 1_000 },
  ],
])('the tries for a service with %s are as recorded', (name, service) => {
  expect(triesOf(service)).toBe(recorded[name]);
});
