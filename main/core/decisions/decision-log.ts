// The decision log: what was decided about each file, when, by which rule, with what figures. Entries are written
// later, many in one transaction, so that a scan of fifty thousand files costs little and a full disk stops nothing.
// What happens to a report in the queue is in its history; explain.ts joins the two.
import type { Message } from '../../messages/message.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import {
  type DecisionQuery,
  type DecisionStore,
  type DecisionSubject,
  type Figures,
  isSameDecision,
  type NewDecision,
} from '../storage/tables/log/decisions.ts';

/** The rules; each has its message in decision-entries.ts. */
export const decisionRules = [
  // a watched folder
  'growing', // being written, or just changed
  'waiting', // not yet; the message has the reason: a placeholder, unreadable, incomplete
  'skipped',
  'existing', // there before the folder was watched
  'other-name', // does not match the folder's rule for names
  'carried-over', // decided before, under another name or modification time
  'gone',
  // intake
  'added',
  'same-content',
  'replaced', // by another image of the same
  'rejected',
  'later', // the disk could not store it
  // a folder itself
  'watched',
  'unwatched',
  'folder-away',
  'folder-back',
  // the account
  'signed-in',
  'signed-out',
] as const;
export type DecisionRule = (typeof decisionRules)[number];

export type DecisionEntry = {
  /** Absolute; the name of a file that came as bytes. */
  readonly path: string;
  readonly rule: DecisionRule;
  /** Few and short: at most 2,000 characters as JSON. `bytes` may change without making it another decision. */
  readonly figures?: Figures;
  readonly sha256?: string | null;
  readonly jobId?: number | null;
  /** Its path before a rename: the report of that file is this one's too. */
  readonly from?: string | null;
  readonly subject?: DecisionSubject;
};

export type DecisionLog = ReturnType<typeof createDecisionLog>;

/** Of all profiles. A row takes 200 to 400 bytes with its indexes. */
const maxKeptRows = 100_000;
const writeAfterMs = 1_000;
const writeAgainMs = 30_000;
/** This many rows take about 10 ms. */
const rowsAtOnce = 1_000;
/** While the disk fails, the oldest beyond this are dropped. */
const maxUnwritten = 100_000;
/** A repeated decision is written at this interval, not each time. */
const repeatAfterMs = 5 * 60_000;
const maxRemembered = 5_000;
const maxFigures = 2_000;

export function createDecisionLog(deps: { clock: Clock; log: Logger; store: DecisionStore; maxRows?: number }) {
  const { clock, log, store } = deps;
  const maxRows = deps.maxRows ?? maxKeptRows;
  let unwritten: NewDecision[] = [];
  /** The last written decision of files with repeated decisions, and how often it was repeated since. */
  const repeated = new Map<string, { last: NewDecision; since: NewDecision | null; writtenAt: number }>();
  let undoPlan: (() => void) | null = null;
  let rows: number | null = null;
  let isFailing = false;
  let isStopped = false;

  function plan(delayMs: number) {
    if (undoPlan !== null || isStopped) return;
    undoPlan = clock.schedule(delayMs, () => {
      undoPlan = null;
      write(rowsAtOnce);
      if (unwritten.length > 0) plan(isFailing ? writeAgainMs : 0);
    });
  }

  function add(one: NewDecision) {
    const known = repeated.get(one.path);
    if (known && isSameDecision(known.last.decision, one.decision) && one.jobId === known.last.jobId) {
      known.since = joined(known.since, one);
      if (one.decision.lastAt - known.writtenAt < repeatAfterMs) return;
      known.writtenAt = one.decision.lastAt;
      unwritten.push(known.since);
      known.since = null;
    } else {
      if (known?.since) unwritten.push(known.since);
      repeated.delete(one.path);
      unwritten.push(one);
      // Only decisions to wait are repeated.
      if (one.decision.rule === 'waiting' || one.decision.rule === 'growing' || one.decision.rule === 'later') {
        repeated.set(one.path, { last: one, since: null, writtenAt: one.decision.lastAt });
        if (repeated.size > maxRemembered) forgetOldest();
      }
    }
  }

  function forgetOldest() {
    const [path, oldest] = repeated.entries().next().value!;
    if (oldest.since) unwritten.push(oldest.since);
    repeated.delete(path);
  }

  function write(atMost: number) {
    const batch = unwritten.slice(0, atMost);
    if (batch.length === 0) return;
    try {
      store.putAll(batch);
      unwritten = unwritten.slice(batch.length);
      // An upper bound: most are new rows, some only add to a count.
      rows = (rows ?? store.count()) + batch.length;
      if (rows > maxRows) {
        rows = store.count();
        // A tenth at a time, so that it is rare.
        if (rows > maxRows) store.drop(rows - Math.floor(maxRows * 0.9));
        rows = store.count();
      }
      isFailing = false;
    } catch (error) {
      // The log never stops other work: it is written when the disk works again.
      if (!isFailing) log.warn('decisions could not be written', { error });
      isFailing = true;
      unwritten = unwritten.slice(-maxUnwritten);
    }
  }

  function flush() {
    for (const known of repeated.values()) {
      if (known.since) unwritten.push(known.since);
      known.since = null;
    }
    isFailing = false;
    while (unwritten.length > 0 && !isFailing) write(rowsAtOnce);
  }

  function recordAll(decided: readonly DecisionEntry[]) {
    const now = clock.now();
    for (const { path, rule, figures = {}, sha256 = null, jobId = null, from = null, subject = 'file' } of decided) {
      const decision = { rule, figures: bounded(figures), firstAt: now, lastAt: now, times: 1 };
      add({ subject, path, sha256, jobId, from: from === path ? null : from, decision });
    }
    if (unwritten.length > 0) plan(writeAfterMs);
  }

  return {
    /** Records a decision. Cheap, and never throws. */
    record: (...decided: readonly DecisionEntry[]) => recordAll(decided),
    recordAll,
    /** What is known of a path: its last decision and those before, oldest first; null if there is none. */
    of(path: string) {
      flush();
      const file = store.find(path);
      return file === null ? null : { file, decisions: [...store.before(file), file.last] };
    },
    byContent(sha256: string) {
      flush();
      return store.byContent(sha256);
    },
    page(query: DecisionQuery) {
      flush();
      return store.page(query);
    },
    /** Writes what is not written yet. */
    flush,
    stop() {
      isStopped = true;
      undoPlan?.();
      flush();
    },
  };
}

function joined(earlier: NewDecision | null, later: NewDecision): NewDecision {
  if (earlier === null) return later;
  const { firstAt, times } = earlier.decision;
  return { ...later, decision: { ...later.decision, firstAt, times: times + later.decision.times } };
}

function bounded(figures: Figures): Figures {
  const text = JSON.stringify(figures);
  if (text.length <= maxFigures) return figures;
  return Object.fromEntries(
    Object.entries(figures)
      .slice(0, 8)
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? withShortParams(value) : short(value),
      ]),
  );
}

const short = <T>(value: T) => (typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value);

const withShortParams = ({ id, params }: Message) =>
  ({ id, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, short(value)])) }) as Message;
