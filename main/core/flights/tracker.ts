// Follows flights until they are settled, within a small budget of reads (which ones next: reading-plan.ts). Looks are spread
// evenly over the minute, and uploads go first. Without reading (A4) it says so once and rests.
import type { Flight } from '../../contract/strip.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import type { ListOutcome, ReadOutcome } from '../service/flight-client.ts';
import { nextPoll, PAGE, type KnownRecords, type Poll, type Watched } from './reading-plan.ts';

type NoToken = { readonly kind: 'no-token' };

/** The newest are looked at now and then whatever is known, for flights that were reported elsewhere. */
const OVERVIEW_EVERY_MS = 5 * 60_000;
/** Between looks that come to nothing: what is reached again also lets waiting reports go. */
const LONGEST_PAUSE_MS = 2 * 60_000;
const ERROR_REST_MS = 30_000;
const PROBE_AGAIN_MS = 30 * 60_000;

export function createTracker(deps: {
  clock: Clock;
  log: Logger;
  isSignedIn(): boolean;
  /** Not settled yet, newest first. */
  open(): Watched[];
  records: KnownRecords;
  nextReadAt(): number;
  /** From one read to the next, where the budget is to last for all. */
  readEveryMs(): number;
  list(call: { beforeId?: number; limit: number; signal: AbortSignal }): Promise<ListOutcome | NoToken>;
  read(call: { id: number; signal: AbortSignal }): Promise<ReadOutcome | NoToken>;
  /** Stores what was seen; flights that were looked for and are not there come as `absent`. */
  onSeen(flights: readonly Flight[]): void;
  onAbsent(id: number): void;
  onReading(canRead: boolean): void;
  /** The service has answered a read: the way to it is open. */
  onReached(): void;
  /** The first look has ended, one way or the other: what is on the service now was there before. */
  onFirstListing(): void;
}) {
  const { clock } = deps;
  const stopping = new AbortController();
  let canRead: boolean | null = null;
  let lastOverviewAt = Number.NEGATIVE_INFINITY;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;
  let consecutiveFailures = 0;
  let woken = new AbortController();
  /** Ends the calls of the step under way. */
  let calls = new AbortController();
  const signal = () => AbortSignal.any([calls.signal, stopping.signal]);
  let hasListed = false;
  let running: Promise<void> | null = null;

  /** Flights whose record cannot be read, and until when they are left alone: one of them must not stop the others. */
  const unreadable = new Map<number, number>();
  /** Not on a page where they belong: each is asked for. */
  const missing = new Set<number>();
  /** Not there when they were asked for: believed once a listing has come, as reading itself may be gone. */
  const gone = new Set<number>();
  const leaveAlone = (id: number) => void unreadable.set(id, clock.monotonic() + PROBE_AGAIN_MS);

  function setReading(next: boolean) {
    if (canRead === next) return;
    canRead = next;
    deps.onReading(next);
  }

  /** What an answer says about whether reading is there; true when it was a success. */
  function judge(kind: ListOutcome['kind'] | ReadOutcome['kind'] | 'no-token'): boolean {
    if (kind === 'page' || kind === 'flight') {
      setReading(true);
      consecutiveFailures = 0;
      deps.onReached();
      return true;
    }
    if (kind === 'absent' || kind === 'scope-missing' || kind === 'not-understood') {
      // The service has no such path, or the pilot did not agree to it: looked for again now and then.
      if (canRead === null || kind !== 'not-understood') setReading(false);
      restUntil = clock.monotonic() + PROBE_AGAIN_MS;
      return false;
    }
    consecutiveFailures += 1;
    restUntil = clock.monotonic() + Math.min(LONGEST_PAUSE_MS, 5_000 * 2 ** Math.min(consecutiveFailures - 1, 10));
    return false;
  }

  /** The newest, or those before `page.beforeId`; `poll.ids` are expected there. */
  async function list(poll: { beforeId?: number; limit: number; ids: readonly number[] }) {
    const { ids, ...page } = poll;
    if (page.beforeId === undefined) lastOverviewAt = clock.monotonic();
    const outcome = await deps.list({ ...page, signal: signal() });
    if (judge(outcome.kind) && outcome.kind === 'page') {
      const listed = new Set(outcome.flights.map((flight) => flight.id));
      for (const id of gone) if (!listed.has(id)) deps.onAbsent(id);
      deps.onSeen(outcome.flights);
      const lowest = outcome.nextBeforeId === null ? 0 : (outcome.flights.at(-1)?.id ?? 0);
      for (const id of ids) if (id >= lowest && !listed.has(id)) missing.add(id);
    }
    gone.clear();
    if (!hasListed) {
      hasListed = true;
      deps.onFirstListing();
    }
  }

  async function read(id: number) {
    missing.delete(id);
    const outcome = await deps.read({ id, signal: signal() });
    if (outcome.kind === 'flight') {
      judge(outcome.kind);
      deps.onSeen([outcome.flight]);
    } else if (outcome.kind === 'absent') {
      gone.add(id);
      lastOverviewAt = Number.NEGATIVE_INFINITY;
    } else if (outcome.kind === 'not-understood') leaveAlone(id);
    else judge(outcome.kind);
  }

  /** What to do next, or how long until there is something. */
  function plan(now: number): { poll: Poll | 'overview' } | { inMs: number } {
    const overviewIn = lastOverviewAt + OVERVIEW_EVERY_MS - now;
    if (overviewIn <= 0 || canRead !== true) return { poll: 'overview' };
    const [lost] = missing;
    if (lost !== undefined) return { poll: { kind: 'read', id: lost } };
    const open = deps.open().filter((flight) => (unreadable.get(flight.id) ?? now) <= now);
    const next = nextPoll(open, clock.now(), deps.records);
    return 'poll' in next ? next : { inMs: Math.min(next.inMs, overviewIn) };
  }

  /** One look; answers how long to rest after it. */
  async function step(): Promise<number> {
    const now = clock.monotonic();
    if (!deps.isSignedIn()) return Number.POSITIVE_INFINITY;
    if (now < restUntil) return restUntil - now;
    // The clock is asked again after the limit's answer, which is never before the moment it was asked at.
    const mayIn = Math.max(deps.nextReadAt(), lastReadAt + deps.readEveryMs()) - clock.monotonic();
    if (mayIn > 0) return mayIn;
    const next = plan(now);
    if ('inMs' in next) return next.inMs;
    lastReadAt = clock.monotonic();
    if (next.poll === 'overview') await list({ limit: PAGE, ids: [] });
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
        // A full disk, a busy database: whatever it is, looking goes on when it is over.
        deps.log.error('the tracker stumbled', { error });
        restMs = ERROR_REST_MS;
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
    /** Something changed (a new flight, the network is back, the pilot asked): look sooner. */
    wake(options: { pollNow?: boolean } = {}) {
      if (options.pollNow) {
        restUntil = Number.NEGATIVE_INFINITY;
        lastOverviewAt = Number.NEGATIVE_INFINITY;
        lastReadAt = Number.NEGATIVE_INFINITY;
      }
      woken.abort();
    },
    /** The machine slept: calls under way are on dead connections. */
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
