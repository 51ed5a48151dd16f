// `npm run bench -- pacing`: refusals, and time over that of a client that knows each service, of the companion's rule
// and of three others. In virtual time, on seeds that the tuning did not see (it used 1 to 400).

import { earliestUpload, freshPacer, fromStored, observe, toStored } from '../../main/core/pacing/pacer.ts';
import { earliestWithinLimit } from '../../main/core/pacing/rate-limit.ts';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { between, drawFrom, type Draw } from '../harness/draw.ts';
import { alone, type Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/rounds.ts';

const allSeeds = { first: 1_001, whole: 400, quick: 10 };
/** After `stuck` refusals of one report a client does not finish. */
const [requestsPerMinute, oneWayMs, stuck] = [60, 100, 100];

/** What a service accepts: each gives the first time, from `atMs` on, at which one more report is accepted. */
type Rule = {
  earliest(atMs: number): number;
  accepted(atMs: number): void;
  refused(atMs: number): void;
};
type Family = {
  readonly name: string;
  /** Draws the parameters, and returns what makes such a service. */
  readonly rule: (draw: Draw) => () => Rule;
  readonly hasRetryAfter?: boolean;
  readonly reports?: readonly [least: number, most: number];
  readonly target: readonly [words: string, isReached: (row: Row) => boolean];
};

/** A wait between two reports. @param gap after so many refusals, which are forgotten, five reports each */
function wait(gap: (refusals: number) => number, restarts = false): Rule {
  let [fromMs, refusals] = [Number.NEGATIVE_INFINITY, 0];
  return {
    earliest: (atMs) => Math.max(atMs, fromMs + gap(refusals)),
    accepted: (atMs) => void ([fromMs, refusals] = [atMs, Math.max(0, refusals - 0.2)]),
    refused(atMs) {
      refusals += 1;
      if (restarts) fromMs = atMs;
    },
  };
}
const constant = (leastS: number, mostS: number, restarts: boolean) => (draw: Draw) => {
  const ms = 1_000 * between(draw, leastS, mostS);
  return () => wait(() => ms, restarts);
};
const worsened = (draw: Draw) => {
  const ms = between(draw, 2_000, 20_000);
  return () => wait((refusals) => Math.min(60_000, ms * 1.3 ** refusals));
};

const short = ({ ours, peers: { 'fixed 5 s': five } }: Row) => ours.most === 0 && ours.time < five!.time + 0.001;
const many = ({ ours }: Row) => ours.most <= 1 && ours.time <= 1.35;
const stated = ({ ours, later }: Row) => ours.most <= 1 && later.most === 0 && later.time <= 1.1;
const silent = ({ ours, later }: Row) => ours.most <= 4 && ours.time <= 1.5 && later.inFifty <= 1 && later.time <= 1.3;
const punishing = ({ ours, peers: all }: Row) => Object.values(all).every((one) => ours.refusals <= one.refusals / 2);
const ofPeers = ['≤ half of each other’s refusals', punishing] as const;

// prettier-ignore
const families: readonly Family[] = [
  { name: 'waits up to 5 s, 1–19 reports', rule: constant(0, 5, false), reports: [1, 19], target: ['0, the time of 5 s', short] },
  { name: 'waits of 1–5 s, 100 reports', rule: constant(1, 5, false), reports: [100, 100], target: ['≤ 1, ≤ 1.35 ×', many] },
  { name: 'waits of 6–30 s, `Retry-After`', rule: constant(6, 30, false), hasRetryAfter: true, target: ['≤ 1, then 0, ≤ 1.1 ×', stated] },
  { name: 'waits of 6–30 s, without it', rule: constant(6, 30, false), target: ['≤ 4, ≤ 1.5 ×, then ≤ 1 in 50, ≤ 1.3 ×', silent] },
  { name: 'waits of 2–20 s, a refusal restarts them', rule: constant(2, 20, true), target: ofPeers },
  { name: 'waits of 2–20 s, 1.3 times as long with each refusal', rule: worsened, target: ofPeers },
];

type Course = { reports: number; rule: () => Rule; hasRetryAfter: boolean };
function courseOf({ rule, reports: [least, most] = [2, 100], hasRetryAfter = false }: Family, seed: number): Course {
  const draw = drawFrom(seed);
  return { rule: rule(draw), reports: Math.floor(between(draw, least, most + 1)), hasRetryAfter };
}

/** When to try next, and what it hears. `refusal` is null for an accepted report. */
type Client = {
  next(nowMs: number, waiting: number): number;
  heard(refusal: { readonly retryAfterMs: number | null } | null, startedMs: number, endedMs: number): void;
};

function run({ reports, rule: create, hasRetryAfter }: Course, client: Client) {
  const rule = create();
  let [now, refusals, inARow] = [0, 0, 0];
  for (let sent = 0; sent < reports && inARow < stuck;) {
    const startedMs = Math.max(now, client.next(now, reports - sent));
    const at = startedMs + oneWayMs;
    now = at + oneWayMs;
    const isAccepted = rule.earliest(at) <= at + 1e-6;
    if (isAccepted) rule.accepted(at);
    else rule.refused(at);
    const inSeconds = () => 1_000 * Math.max(1, Math.ceil((rule.earliest(at) - at) / 1_000));
    const refusal = () => ({ retryAfterMs: hasRetryAfter ? inSeconds() : null });
    client.heard(isAccepted ? null : refusal(), startedMs, now);
    [sent, refusals, inARow] = isAccepted ? [sent + 1, refusals, 0] : [sent, refusals + 1, inARow + 1];
  }
  return { timeMs: inARow < stuck ? now : Number.POSITIVE_INFINITY, refusals };
}

/** The time of a client that knows the service, and uploads each report as early as it is accepted. */
function oracleMs({ reports, rule: create }: Course): number {
  const [rule, ends]: [Rule, number[]] = [create(), []];
  for (let sent = 0; sent < reports; sent += 1) {
    const at = rule.earliest(earliestWithinLimit(ends, requestsPerMinute, ends.at(-1) ?? 0) + oneWayMs);
    rule.accepted(at);
    ends.push(at + oneWayMs);
  }
  return ends.at(-1)!;
}

function createOurs(state = freshPacer): Client & { later(nowMs: number): Client } {
  const ends: number[] = [];
  return {
    next: (nowMs, waiting) => earliestWithinLimit(ends, requestsPerMinute, earliestUpload(state, nowMs, waiting)),
    heard(refusal, startedAt, endedAt) {
      ends.push(endedAt);
      const seen = refusal === null ? { kind: 'accepted' as const } : { kind: 'too-fast' as const, ...refusal };
      state = observe(state, { ...seen, startedAt, endedAt });
    },
    /** The same client an hour later, from its state on disk. */
    later: (nowMs) => createOurs(fromStored(toStored(state, 0, nowMs), 3_600_000, 0)),
  };
}

/** Waits after each answer, as `change` adapts it, or as `Retry-After` says if it `obeys`. */
function createPeer(firstMs: number, obeys: boolean, change: (waitMs: number, isAccepted: boolean) => number): Client {
  let [waitMs, nextMs] = [firstMs, 0];
  return {
    next: () => nextMs,
    heard(refusal, _startedMs, endedMs) {
      waitMs = change(waitMs, refusal === null);
      nextMs = endedMs + ((obeys && refusal?.retryAfterMs) || waitMs);
    },
  };
}
const peers: Readonly<Record<string, () => Client>> = {
  'fixed 5 s': () => createPeer(5_000, true, (ms) => ms),
  backoff: () => createPeer(0, false, (ms, isAccepted) => (isAccepted ? 0 : Math.max(1_000, ms * 2))),
  AIMD: () =>
    createPeer(1_000, true, (ms, isAccepted) => (isAccepted ? Math.max(0, ms - 100) : Math.max(1_000, ms * 2))),
};

type Figures = Record<'refusals' | 'most' | 'inFifty' | 'time' | 'worst', number>;
type Row = { readonly ours: Figures; readonly later: Figures; readonly peers: Readonly<Record<string, Figures>> };

function measure(family: Family, seeds: number): Row {
  const courses = Array.from({ length: seeds }, (_, index) => courseOf(family, allSeeds.first + index));
  const ofAll = (runOf: (course: Course) => ReturnType<typeof run>): Figures => {
    const runs = courses.map(runOf);
    const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);
    const refusals = runs.map((one) => one.refusals);
    const times = runs.map((one, index) => one.timeMs / oracleMs(courses[index]!));
    const inFifty = (50 * sum(refusals)) / sum(courses.map(({ reports }) => reports));
    const [most, worst] = [Math.max(...refusals), Math.max(...times)];
    return { refusals: sum(refusals) / seeds, most, inFifty, time: sum(times) / seeds, worst };
  };
  const later = (course: Course) => {
    const first = createOurs();
    return run(course, first.later(run(course, first).timeMs));
  };
  const others = Object.entries(peers).map(([name, create]) => [name, ofAll((course) => run(course, create()))]);
  const ours = ofAll((course) => run(course, createOurs()));
  return { ours, later: ofAll(later), peers: Object.fromEntries(others) as Row['peers'] };
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const cell = ({ refusals, most, time, worst }: Figures) =>
  `${refusals.toFixed(1)} (${most}), ${Number.isFinite(time) ? `${time.toFixed(2)} × (${worst.toFixed(1)})` : 'not always done'}`;

async function* table({ isWhole }: Effort): AsyncIterable<Finding> {
  const heads = ['Services', 'First run', 'An hour later', ...Object.keys(peers), 'Target', 'Held'];
  const lines = [line(heads), line(heads.map(() => '---'))];
  let missed = 0;
  for (const family of families) {
    const row = measure(family, isWhole ? allSeeds.whole : allSeeds.quick);
    const [target, isHeld] = family.target;
    const held = isHeld(row) ? 'yes' : 'no';
    missed += Number(held === 'no');
    lines.push(line([family.name, ...[row.ours, row.later, ...Object.values(row.peers)].map(cell), target, held]));
  }
  const what = 'refusals, mean (most), and time over an ideal client’s, mean (worst)';
  yield alone({ what, unit: 'rows missed', target: { of: 'subject', atMost: 0 } }, spreadOf([missed]), lines);
}

export const pacing: Benchmark = {
  name: 'pacing',
  about: 'refusals and time of uploads on six kinds of services, against three other rules',
  parts: { table },
};
