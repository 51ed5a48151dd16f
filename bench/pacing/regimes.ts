// The cases that are measured: each draws its courses from a seed.

import { endUnwarned, endWithoutForesight } from './bounds.ts';
import type { Change } from './change.ts';
import { between, drawFrom, oneOf } from './draw.ts';
import type { Draw } from './draw.ts';
import type { Course, Latency } from './course.ts';

export const uploads = 100;

export interface Regime {
  name: string;
  course(seed: number): Course;
  /** What the service was like when the pacer learned, for a warm start; null: as in the course. */
  before?(course: Course): Course;
  /** The earliest expected end without the oracle's knowledge, with this many refusals. */
  bound(course: Course, oracleMs: number, refusals: number): number;
  /** When and how the wait changes; the bound is a game of its own. */
  change?: Change;
  /** A search for an unknown wait: whether a refusal restarts it. */
  searched?: { restarts: boolean };
  /** Refusals that nobody can foresee. */
  unforeseen?: number;
}

/** Half of the waits are usual whole numbers, half are any; short ones are as likely as long ones. */
function anyGapMs(draw: Draw): number {
  if (draw() < 0.5) return oneOf(draw, [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 45, 60]) * 1000;
  return Math.round(draw() < 0.5 ? between(draw, 0, 60_000) : 1_000 * 60 ** draw());
}

const steady = (draw: Draw): Latency => ({ thereMs: between(draw, 90, 110), backMs: between(draw, 90, 110) });
const varying = (draw: Draw): Latency => ({ thereMs: between(draw, 100, 1_100), backMs: between(draw, 90, 110) });

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

interface Make {
  gapMs?: (draw: Draw) => number;
  latency?: (draw: Draw) => Latency;
  more?: (draw: Draw, gapMs: number) => Partial<Course>;
}

function regime(name: string, { gapMs = anyGapMs, latency = steady, more = () => ({}) }: Make = {}): Regime {
  return {
    name,
    bound: endWithoutForesight,
    course(seed) {
      const draw = drawFrom(seed);
      const gap = gapMs(draw);
      return {
        gapsMs: times(uploads, () => gap),
        latencies: times(uploads, () => latency(draw)),
        restarts: false,
        retryAfter: false,
        othersMs: [],
        sleeps: [],
        ...more(draw, gap),
      };
    },
  };
}

const fixed = (seconds: number) => regime(`the wait is ${seconds} s`, { gapMs: () => seconds * 1000 });

/** The wait changes around the middle. */
const changing = (name: string, leastFactor: number, mostFactor: number, more: Partial<Course> = {}): Regime => {
  const change: Change = { uploads, first: 30, last: 69, leastFactor, mostFactor };
  const first = regime(name, {
    gapMs: (draw) => between(draw, 2_000, 20_000),
    more: (draw, gapMs) => {
      const at = Math.floor(between(draw, change.first, change.last + 1));
      const after = gapMs * between(draw, leastFactor, mostFactor);
      return { gapsMs: times(uploads, (index) => Math.round(index < at ? gapMs : after)), ...more };
    },
  });
  return {
    ...first,
    before: (course) => ({ ...course, gapsMs: times(uploads, () => course.gapsMs[0]!) }),
    bound: (_course, oracleMs) => oracleMs,
    change,
  };
};

/** Duration of all uploads. */
const spanMs = (gapMs: number) => uploads * Math.max(1_000, gapMs);

const others = 3;

const withOthers = (name: string, more: Partial<Course>): Regime => ({
  ...regime(name, {
    more: (draw, gapMs) => ({
      othersMs: times(others, () => between(draw, 0, spanMs(gapMs))).toSorted((one, other) => one - other),
      ...more,
    }),
  }),
  unforeseen: others,
});

export const regimes: readonly Regime[] = [
  ...[0, 0.5, 0.9, 1, 1.5, 2, 3, 5, 7.3, 10, 15, 20, 30, 45, 60].map(fixed),
  { ...regime('any wait from 0 to 60 s'), searched: { restarts: false } },
  { ...regime('a refusal restarts the wait', { more: () => ({ restarts: true }) }), searched: { restarts: true } },
  regime('answers carry Retry-After', { more: () => ({ retryAfter: true }) }),
  regime('a refusal restarts the wait, with Retry-After', { more: () => ({ restarts: true, retryAfter: true }) }),
  regime('latency varies by a second', { latency: varying }),
  regime('latency varies by a second, a refusal restarts the wait', {
    latency: varying,
    more: () => ({ restarts: true }),
  }),
  withOthers('another program uploads three times', {}),
  {
    ...withOthers('another program uploads three times, a refusal restarts the wait', { restarts: true }),
    bound: (course, oracleMs) => endUnwarned(course, oracleMs),
  },
  regime('60 requests a minute bind first', { gapMs: (draw) => between(draw, 0, 1_000) }),
  { ...changing('the wait grows in the middle', 1.2, 3), unforeseen: 1 },
  { ...changing('the wait grows in the middle, with Retry-After', 1.2, 3, { retryAfter: true }), unforeseen: 1 },
  changing('the wait shrinks in the middle', 0.3, 0.8),
  ...[true, false].map((clockStops) =>
    regime(clockStops ? 'the machine sleeps, its clock stops' : 'the machine sleeps, its clock runs on', {
      more: (draw, gapMs) => ({
        sleeps: times(3, (index) => {
          const fromMs = (spanMs(gapMs) * (index + draw())) / 3.5 + index * 1_800_000;
          return { fromMs, untilMs: fromMs + between(draw, 30_000, 1_800_000), clockStops };
        }),
      }),
    }),
  ),
];
