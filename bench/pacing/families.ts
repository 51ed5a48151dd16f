// The families of services that pacing is measured with. Each draws the parameters of a run from a seed, in the ranges
// of its name. Those of `heldOut` were not used while the controller was tuned.

import { between, drawFrom, type Draw } from '../harness/draw.ts';
import {
  fixedWindow,
  leakyBucket,
  minimumWait,
  slidingWindow,
  tokenBucket,
  type RetryAfter,
  type Rule,
} from './services.ts';

export interface Course {
  readonly reports: number;
  /** From the first byte of each report to the service, and from there to the answer. */
  readonly latencies: readonly { readonly thereMs: number; readonly backMs: number }[];
  readonly retryAfter: RetryAfter;
  /** Returns a new rule for each run. */
  rule(): Rule;
  /** The times at which another program of the pilot uploads. */
  readonly othersMs: readonly number[];
  readonly seed: number;
}

export interface Family {
  readonly name: string;
  course(seed: number): Course;
}

interface Parts {
  readonly reports?: number | ((draw: Draw) => number);
  readonly retryAfter?: RetryAfter;
  readonly thereMs?: readonly [number, number];
  readonly others?: number;
  readonly rule: (draw: Draw) => () => Rule;
}

const steady = [90, 110] as const;

function family(name: string, parts: Parts): Family {
  return {
    name,
    course(seed) {
      const draw = drawFrom(seed);
      const rule = parts.rule(draw);
      const reports = typeof parts.reports === 'function' ? parts.reports(draw) : (parts.reports ?? 100);
      const [least, most] = parts.thereMs ?? steady;
      const latencies = Array.from({ length: reports }, () => ({
        thereMs: between(draw, least, most),
        backMs: between(draw, ...steady),
      }));
      const othersMs = Array.from({ length: parts.others ?? 0 }, () => between(draw, 0, reports * 6_000)).toSorted(
        (one, other) => one - other,
      );
      return { reports, latencies, retryAfter: parts.retryAfter ?? 'absent', rule, othersMs, seed };
    },
  };
}

/** Draws half of the waits from 2 to 15 s, the rest from 0 to 60 s. Half of all are whole seconds. */
function usualWaitMs(draw: Draw, mostMs = 60_000): number {
  const ms = draw() < 0.5 ? between(draw, 2_000, 15_000) : between(draw, 0, mostMs);
  return draw() < 0.5 ? Math.round(ms / 1000) * 1000 : Math.round(ms);
}

/** Like `usualWaitMs`, at least 0.1 s from each whole second. */
function betweenSeconds(draw: Draw): number {
  const ms = draw() < 0.5 ? between(draw, 1_000, 15_000) : between(draw, 1_000, 60_000);
  return Math.floor(ms / 1_000) * 1_000 + Math.round(between(draw, 100, 900));
}

const constant =
  (ms: number, restarts = false) =>
  () =>
    minimumWait(() => ms, restarts);
const few = [1, 2, 3, 5, 7, 10, 20] as const;

export const families: readonly Family[] = [
  ...few.map((reports) =>
    family(`${reports} ${reports === 1 ? 'report' : 'reports'}, wait 0–60 s`, {
      reports,
      rule: (draw) => constant(usualWaitMs(draw)),
    }),
  ),
  ...[0, 1, 2, 3, 5, 7.3, 10, 15, 20, 30, 45, 60].map((s) =>
    family(`100 reports, wait ${s} s`, { rule: () => constant(s * 1000) }),
  ),
  family('100 reports, wait 0–60 s', { rule: (draw) => constant(usualWaitMs(draw)) }),
  family('100 reports, wait 1.5 s', { rule: () => constant(1_500) }),
  family('100 reports, wait 1–60 s, between whole seconds', { rule: (draw) => constant(betweenSeconds(draw)) }),
  family('10 reports, wait 1–60 s, between whole seconds', {
    reports: 10,
    rule: (draw) => constant(betweenSeconds(draw)),
  }),
  family('5 reports, wait 60–300 s', { reports: 5, rule: (draw) => constant(between(draw, 60_000, 300_000)) }),
  family('20 reports, wait 60–300 s', { reports: 20, rule: (draw) => constant(between(draw, 60_000, 300_000)) }),
  family('20 reports, wait 60–300 s, Retry-After', {
    reports: 20,
    retryAfter: 'seconds',
    rule: (draw) => constant(between(draw, 60_000, 300_000)),
  }),
  family('a refusal restarts the wait', { rule: (draw) => constant(usualWaitMs(draw), true) }),
  family('5 reports, a refusal restarts the wait', { reports: 5, rule: (draw) => constant(usualWaitMs(draw), true) }),
  family('Retry-After', { retryAfter: 'seconds', rule: (draw) => constant(usualWaitMs(draw)) }),
  family('Retry-After, 5 reports', { reports: 5, retryAfter: 'seconds', rule: (draw) => constant(usualWaitMs(draw)) }),
  family('Retry-After too short', { retryAfter: 'too short', rule: (draw) => constant(usualWaitMs(draw)) }),
  family('Retry-After too long', { retryAfter: 'too long', rule: (draw) => constant(usualWaitMs(draw)) }),
  family('Retry-After as a date, clock off by up to 1.5 s', {
    retryAfter: 'date',
    rule: (draw) => constant(usualWaitMs(draw)),
  }),
  family('latency 0.1–1.1 s', { thereMs: [100, 1_100], rule: (draw) => constant(usualWaitMs(draw)) }),
  family('another program uploads three times', { others: 3, rule: (draw) => constant(usualWaitMs(draw)) }),
  family('wait of 2–15 s jitters by up to 10–50 %', {
    rule: (draw) => {
      const [ms, share] = [between(draw, 2_000, 15_000), between(draw, 0.1, 0.5)];
      const factors = Array.from({ length: 101 }, () => between(draw, 1 - share, 1 + share));
      return () => minimumWait((index) => ms * factors[index]!);
    },
  }),
  family('wait alternates between 1–10 s and 5–20 s', {
    rule: (draw) => {
      const [one, other] = [between(draw, 1_000, 10_000), between(draw, 5_000, 20_000)];
      return () => minimumWait((index) => (index % 2 === 0 ? one : other));
    },
  }),
  family('wait of 2–6 s drifts up by 0.5–2 % a report', {
    rule: (draw) => {
      const [ms, step] = [between(draw, 2_000, 6_000), between(draw, 1.005, 1.02)];
      return () => minimumWait((index) => ms * step ** index);
    },
  }),
  family('wait of 8–20 s drifts down by 0.5–2 % a report', {
    rule: (draw) => {
      const [ms, step] = [between(draw, 8_000, 20_000), between(draw, 0.98, 0.995)];
      return () => minimumWait((index) => ms * step ** index);
    },
  }),
  family('wait of 2–20 s grows in the middle, 1.2–3 times', { rule: (draw) => stepped(draw, 1.2, 3) }),
  family('wait of 2–20 s shrinks in the middle, 0.3–0.8 times', { rule: (draw) => stepped(draw, 0.3, 0.8) }),
  family('token bucket of 2–8, one every 2–20 s', {
    rule: (draw) => {
      const [capacity, ms] = [Math.round(between(draw, 2, 8)), between(draw, 2_000, 20_000)];
      return () => tokenBucket(capacity, ms);
    },
  }),
  family('leaky bucket of 2–8, one every 2–20 s', {
    rule: (draw) => {
      const [capacity, ms] = [Math.round(between(draw, 2, 8)), between(draw, 2_000, 20_000)];
      const offset = between(draw, 0, ms);
      return () => leakyBucket(capacity, ms, offset);
    },
  }),
  family('sliding window, 2–8 in 10–60 s', {
    rule: (draw) => {
      const [count, ms] = [Math.round(between(draw, 2, 8)), between(draw, 10_000, 60_000)];
      return () => slidingWindow(count, ms);
    },
  }),
  family('60 reports, sliding window, 9–30 in 60 s', {
    reports: 60,
    rule: (draw) => {
      const count = Math.round(between(draw, 9, 30));
      return () => slidingWindow(count, 60_000);
    },
  }),
  family('60 reports, token bucket of 9–30, one every 2–10 s', {
    reports: 60,
    rule: (draw) => {
      const [capacity, ms] = [Math.round(between(draw, 9, 30)), between(draw, 2_000, 10_000)];
      return () => tokenBucket(capacity, ms);
    },
  }),
  family('10 reports, token bucket of 2–8, one every 2–20 s', {
    reports: 10,
    rule: (draw) => {
      const [capacity, ms] = [Math.round(between(draw, 2, 8)), between(draw, 2_000, 20_000)];
      return () => tokenBucket(capacity, ms);
    },
  }),
];

export const heldOut: readonly Family[] = [
  family('fixed window, 2–8 in 10–60 s', {
    rule: (draw) => {
      const [count, ms] = [Math.round(between(draw, 2, 8)), between(draw, 10_000, 60_000)];
      const offset = between(draw, 0, ms);
      return () => fixedWindow(count, ms, offset);
    },
  }),
  family('wait of 3–12 s changes by the time of day, 20–70 %', {
    rule: (draw) => {
      const [ms, swing, period] = [
        between(draw, 3_000, 12_000),
        between(draw, 0.2, 0.7),
        between(draw, 300_000, 3_600_000),
      ];
      return () => minimumWait((_index, atMs) => ms * (1 + swing * Math.sin((2 * Math.PI * atMs) / period)));
    },
  }),
  family('wait of 2–15 s jitters by 5–30 %, a refusal restarts it', {
    rule: (draw) => {
      const [ms, share] = [between(draw, 2_000, 15_000), between(draw, 0.05, 0.3)];
      const factors = Array.from({ length: 101 }, () => between(draw, 1 - share, 1 + share));
      return () => minimumWait((index) => ms * factors[index]!, true);
    },
  }),
  family('10 reports, sliding window, 2–6 in 10–60 s', {
    reports: 10,
    rule: (draw) => {
      const [count, ms] = [Math.round(between(draw, 2, 6)), between(draw, 10_000, 60_000)];
      return () => slidingWindow(count, ms);
    },
  }),
  family('7 reports, wait of 2–15 s jitters by up to 10–50 %', {
    reports: 7,
    rule: (draw) => {
      const [ms, share] = [between(draw, 2_000, 15_000), between(draw, 0.1, 0.5)];
      const factors = Array.from({ length: 8 }, () => between(draw, 1 - share, 1 + share));
      return () => minimumWait((index) => ms * factors[index]!);
    },
  }),
];

function stepped(draw: Draw, least: number, most: number) {
  const [ms, at, factor] = [
    between(draw, 2_000, 20_000),
    Math.floor(between(draw, 30, 70)),
    between(draw, least, most),
  ];
  return () => minimumWait((index) => (index < at ? ms : ms * factor));
}
