// Follows flights until they are completed (reading-plan.ts decides which is next). Polls are spread evenly over the
// minute, and uploads go first. If flights cannot be read (A4), it reports that once and rests.
import type { Flight } from '../../contract/flight.ts';
import { backoffMs } from '../platform/backoff.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ListOutcome, NoToken, ReadOutcome } from '../service/outcomes.ts';
import type { BackFill, BackFillStep } from './back-fill.ts';
import { nextPoll, pageSize, type KnownRecords, type Poll, type Watched } from './reading-plan.ts';

type Plan = { readonly poll: Poll | 'overview' } | { readonly older: BackFillStep } | { readonly inMs: number };

/** The newest flights are listed at this interval, to find those reported elsewhere. */
const overviewEveryMs = 5 * 60_000;
/** Between failed polls: a success also lets waiting reports upload. */
const longestPauseMs = 2 * 60_000;
const errorRestMs = 30_000;
const probeAgainMs = 30 * 60_000;
/** Where no poll is due: so many intervals of reads after the last one, so that a sixth of the rate limit stays free. */
const olderAfterReads = 1.2;
/** While polls are due, which with few requests a minute they always are, older flights get one read in this time. */
const olderEveryMs = 60_000;
/** And at most one of this many reads. */
const olderEveryReads = 10;

export function createTracker(deps: {
  clock: Clock;
  log: Logger;
  isSignedIn(): boolean;
  flights: KnownRecords & {
    /** Those that are not completed, newest first. */
    open(): Watched[];
  };
  reads: {
    nextReadAt(): number;
    /** The interval of reads that keeps within the rate limit. */
    readEveryMs(): number;
    list(call: { beforeId?: number; limit: number; signal: AbortSignal }): Promise<ListOutcome | NoToken>;
    read(call: { id: number; signal: AbortSignal }): Promise<ReadOutcome | NoToken>;
  };
  events: {
    /** Stores the records that were seen. Missing flights are passed to `onAbsent`. */
    onSeen(flights: readonly Flight[]): void;
    onAbsent(id: number): void;
    onReading(canRead: boolean): void;
    /** The service has answered a read. */
    onReached(): void;
    /** The first listing has ended, successful or not: what is on the service now was there before. */
    onFirstListing(): void;
  };
  /** Older flights, read when no poll is due. */
  backFill?: BackFill;
}) {
  const { clock, flights, reads, events } = deps;
  const stopping = new AbortController();
  let canRead: boolean | null = null;
  let lastOverviewAt = Number.NEGATIVE_INFINITY;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let lastBackFillAt = deps.clock.monotonic();
  let restUntil = Number.NEGATIVE_INFINITY;
  let consecutiveFailures = 0;
  let woken = new AbortController();
  /** Aborts the calls of the current step. */
  let calls = new AbortController();
  const signal = () => AbortSignal.any([calls.signal, stopping.signal]);
  let hasListed = false;
  let running: Promise<void> | null = null;

  /** Flights whose record cannot be parsed, and until when they are skipped: one of them must not stop the others. */
  const unreadable = new Map<number, number>();
  /** Not on the page where they belong: each is requested by its id. */
  const missing = new Set<number>();
  /** Not found by id: believed once a listing succeeds, as reading itself may be refused. */
  const gone = new Set<number>();
  const postpone = (id: number) => void unreadable.set(id, clock.monotonic() + probeAgainMs);

  function setReading(next: boolean) {
    if (canRead === next) return;
    canRead = next;
    events.onReading(next);
  }

  /** What an answer shows about reading. */
  function judge(kind: ListOutcome['kind'] | ReadOutcome['kind'] | 'no-token') {
    if (kind === 'page' || kind === 'flight') {
      setReading(true);
      consecutiveFailures = 0;
      events.onReached();
      return;
    }
    if (kind === 'absent' || kind === 'scope-missing' || kind === 'not-understood') {
      // The service has no such path, or the pilot did not consent to it: tried again at long intervals.
      if (canRead === null || kind !== 'not-understood') setReading(false);
      restUntil = clock.monotonic() + probeAgainMs;
      return;
    }
    consecutiveFailures += 1;
    restUntil = clock.monotonic() + backoffMs(consecutiveFailures, 5_000, longestPauseMs);
  }

  /** Lists the newest, or those before `page.beforeId`; `poll.ids` are expected there. */
  async function list(poll: { beforeId?: number; limit: number; ids: readonly number[] }) {
    const { ids, ...page } = poll;
    if (page.beforeId === undefined) lastOverviewAt = clock.monotonic();
    const outcome = await reads.list({ ...page, signal: signal() });
    judge(outcome.kind);
    if (outcome.kind === 'page') {
      const listed = new Set(outcome.flights.map((flight) => flight.id));
      for (const id of gone) if (!listed.has(id)) events.onAbsent(id);
      if (page.beforeId === undefined) deps.backFill?.onNewest(outcome);
      events.onSeen(outcome.flights);
      const lowest = outcome.nextBeforeId === null ? 0 : (outcome.flights.at(-1)?.id ?? 0);
      for (const id of ids) if (id >= lowest && !listed.has(id)) missing.add(id);
    }
    gone.clear();
    if (!hasListed) {
      hasListed = true;
      events.onFirstListing();
    }
  }

  async function read(id: number) {
    missing.delete(id);
    const outcome = await reads.read({ id, signal: signal() });
    if (outcome.kind === 'flight') {
      judge(outcome.kind);
      events.onSeen([outcome.flight]);
    } else if (outcome.kind === 'absent') {
      gone.add(id);
      lastOverviewAt = Number.NEGATIVE_INFINITY;
    } else if (outcome.kind === 'not-understood') postpone(id);
    else judge(outcome.kind);
  }

  async function readOlder(backFill: BackFill, step: BackFillStep) {
    lastBackFillAt = clock.monotonic();
    if (step.kind === 'page') {
      const { beforeId, limit } = step;
      const outcome = await reads.list({ ...(beforeId !== null && { beforeId }), limit, signal: signal() });
      judge(outcome.kind);
      if (outcome.kind === 'page') backFill.onPage(beforeId, outcome);
      return;
    }
    const outcome = await reads.read({ id: step.id, signal: signal() });
    if (outcome.kind === 'flight' || outcome.kind === 'absent') {
      await backFill.onRead(step.id, outcome.kind === 'flight' ? outcome.flight : null);
      return;
    }
    backFill.forget();
    if (outcome.kind !== 'not-understood') judge(outcome.kind);
  }

  /**
   * Nearly the whole rate limit where the next poll is not delayed by it, and else a small share. Reads are spread
   * evenly: when a report comes, the reads of the last minute free the slots as fast as it can use them.
   */
  function planOlder(now: number, poll: { readonly poll: Poll } | { readonly inMs: number }): Plan {
    const next = deps.backFill?.next() ?? { inMs: Number.POSITIVE_INFINITY };
    if (!('step' in next)) return 'poll' in poll ? poll : { inMs: Math.min(poll.inMs, next.inMs) };
    const everyMs = reads.readEveryMs();
    const isIdle = 'inMs' in poll && poll.inMs >= everyMs;
    const nextAt = isIdle
      ? lastReadAt + olderAfterReads * everyMs
      : lastBackFillAt + Math.max(olderEveryMs, olderEveryReads * everyMs);
    const restMs = nextAt - now;
    if (restMs <= 0) return { older: next.step };
    return 'poll' in poll ? poll : { inMs: Math.min(poll.inMs, restMs) };
  }

  /** What to do next, or how long until there is something. */
  function plan(now: number): Plan {
    const overviewIn = lastOverviewAt + overviewEveryMs - now;
    if (overviewIn <= 0 || canRead !== true) return { poll: 'overview' };
    const [lost] = missing;
    if (lost !== undefined) return { poll: { kind: 'read', id: lost } };
    const open = flights.open().filter((flight) => (unreadable.get(flight.id) ?? now) <= now);
    const next = nextPoll(open, clock.now(), flights);
    return planOlder(now, 'poll' in next ? next : { inMs: Math.min(next.inMs, overviewIn) });
  }

  /** One poll. Returns how long to rest afterwards. */
  async function step(): Promise<number> {
    const now = clock.monotonic();
    if (!deps.isSignedIn()) return Number.POSITIVE_INFINITY;
    if (now < restUntil) return restUntil - now;
    // The clock is read after `nextReadAt`, whose answer is never before its own time.
    const mayIn = Math.max(reads.nextReadAt(), lastReadAt + reads.readEveryMs()) - clock.monotonic();
    if (mayIn > 0) return mayIn;
    const next = plan(now);
    if ('inMs' in next) return next.inMs;
    lastReadAt = clock.monotonic();
    if ('older' in next) await readOlder(deps.backFill!, next.older);
    else if (next.poll === 'overview') await list({ limit: pageSize, ids: [] });
    else if (next.poll.kind === 'read') await read(next.poll.id);
    else await list({ beforeId: next.poll.beforeId, limit: next.poll.limit, ids: next.poll.ids });
    return 0;
  }

  async function run() {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      calls = new AbortController();
      let restMs: number;
      try {
        restMs = await step();
      } catch (error) {
        // A full disk or a busy database: polling continues when it is over.
        deps.log.error('the tracker failed; continuing', { error });
        restMs = errorRestMs;
      }
      if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));
    }
  }

  return {
    canRead: () => canRead,
    hasListed: () => hasListed,
    start() {
      running ??= run();
    },
    /** Something changed (a new flight, the network is back, the pilot's request): poll sooner. */
    wake(options: { pollNow?: boolean } = {}) {
      if (options.pollNow) {
        restUntil = Number.NEGATIVE_INFINITY;
        lastOverviewAt = Number.NEGATIVE_INFINITY;
        lastReadAt = Number.NEGATIVE_INFINITY;
      }
      woken.abort();
    },
    /** The machine slept: calls in progress are on dead connections. */
    interrupt() {
      calls.abort();
      woken.abort();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
