// Follows flights until they are settled, within a small budget of reads: one listing serves many flights, young ones are
// looked at often, old ones rarely, settled ones never, and uploads go first. Without reading (A4) it says so once and rests.
import type { Flight } from '../../contract/strip.ts';
import type { Clock, Logger } from '../ports.ts';
import type { ListOutcome, ReadOutcome } from '../service/client.ts';

type NoToken = { readonly kind: 'no-token' };

export type Watched = { readonly id: number; readonly firstSeenAt: number; readonly lookedAt: number };

/** How long after its last look a flight is due again, by its age: young flights change soon. */
export function lookEveryMs(ageMs: number): number {
  if (ageMs < 2 * 60_000) return 6_000;
  if (ageMs < 10 * 60_000) return 15_000;
  if (ageMs < 60 * 60_000) return 60_000;
  if (ageMs < 24 * 3_600_000) return 10 * 60_000;
  return 3_600_000;
}

/** When the next flight is due, and which are due at `now`. */
export function dueFlights(flights: readonly Watched[], now: number): { due: Watched[]; nextAt: number } {
  const dueAt = (flight: Watched) => flight.lookedAt + lookEveryMs(now - flight.firstSeenAt);
  const due = flights.filter((flight) => dueAt(flight) <= now);
  return {
    due,
    nextAt: flights.reduce((soonest, flight) => Math.min(soonest, dueAt(flight)), Number.POSITIVE_INFINITY),
  };
}

const PAGE = 50;
/** The board is looked at whole now and then, for flights that were reported elsewhere. */
const OVERVIEW_EVERY_MS = 5 * 60_000;
const STUMBLE_REST_MS = 30_000;
const PROBE_AGAIN_MS = 30 * 60_000;

export function createTracker(deps: {
  clock: Clock;
  log: Logger;
  isSignedIn(): boolean;
  open(): Watched[];
  nextReadAt(): number;
  list(call: { limit: number; signal: AbortSignal }): Promise<ListOutcome | NoToken>;
  read(call: { id: number; signal: AbortSignal }): Promise<ReadOutcome | NoToken>;
  /** Stores what was seen; flights that were looked for and are not there come as `absent`. */
  onSeen(flights: readonly Flight[]): void;
  onAbsent(id: number): void;
  onReading(canRead: boolean): void;
  /** The service has answered a read: the way to it is open. */
  onReached(): void;
  /** The first look has ended, one way or the other: what is on the service now was there before. */
  onFirstLook(): void;
}) {
  const { clock } = deps;
  const stopping = new AbortController();
  let canRead: boolean | null = null;
  let lastOverviewAt = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;
  let failuresInARow = 0;
  let woken = new AbortController();
  /** Ends the calls of the step under way. */
  let calls = new AbortController();
  const signal = () => AbortSignal.any([calls.signal, stopping.signal]);
  let hasLooked = false;
  let running: Promise<void> | null = null;

  /** Flights whose record cannot be read, and until when they are left alone: one of them must not stop the others. */
  const unreadable = new Map<number, number>();
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
      failuresInARow = 0;
      deps.onReached();
      return true;
    }
    if (kind === 'absent' || kind === 'scope-missing' || kind === 'not-understood') {
      // The service has no such path, or the pilot did not agree to it: looked for again now and then.
      if (canRead === null || kind !== 'not-understood') setReading(false);
      restUntil = clock.monotonic() + PROBE_AGAIN_MS;
      return false;
    }
    failuresInARow += 1;
    restUntil = clock.monotonic() + Math.min(5 * 60_000, 5_000 * 2 ** Math.min(failuresInARow - 1, 10));
    return false;
  }

  async function overview() {
    lastOverviewAt = clock.monotonic();
    const outcome = await deps.list({ limit: PAGE, signal: signal() });
    if (judge(outcome.kind) && outcome.kind === 'page') deps.onSeen(outcome.flights);
    if (!hasLooked) {
      hasLooked = true;
      deps.onFirstLook();
    }
    return outcome;
  }

  /** One look; answers how long to rest after it. */
  async function step(): Promise<number> {
    const now = clock.monotonic();
    if (!deps.isSignedIn()) return Number.POSITIVE_INFINITY;
    if (now < restUntil) return restUntil - now;
    const open = deps.open().filter((flight) => (unreadable.get(flight.id) ?? now) <= now);
    const { due, nextAt } = dueFlights(open, clock.now());
    const overviewIn = lastOverviewAt + OVERVIEW_EVERY_MS - now;
    if (due.length === 0 && overviewIn > 0 && canRead !== null) return Math.min(nextAt - clock.now(), overviewIn);
    // The clock is asked again after the limit's answer, which is never before the moment it was asked at.
    const mayIn = deps.nextReadAt() - clock.monotonic();
    if (mayIn > 0) return mayIn;
    if (due.length <= 1 && overviewIn > 0 && canRead && due[0]) {
      const { id } = due[0];
      const outcome = await deps.read({ id, signal: signal() });
      if (outcome.kind === 'flight') {
        judge(outcome.kind);
        deps.onSeen([outcome.flight]);
      } else if (outcome.kind === 'absent') {
        // Gone, or reading is: the next step asks for the list, and believes it only where that is there.
        lastOverviewAt = Number.NEGATIVE_INFINITY;
      } else if (outcome.kind === 'not-understood') leaveAlone(id);
      else judge(outcome.kind);
      return 0;
    }
    const outcome = await overview();
    if (outcome.kind === 'page') {
      // Those further back than the page reaches are read one by one, as the budget allows.
      const listed = new Set(outcome.flights.map((flight) => flight.id));
      for (const flight of due) {
        if (listed.has(flight.id) || stopping.signal.aborted) continue;
        await clock.sleep(Math.max(0, deps.nextReadAt() - clock.monotonic()), stopping.signal);
        if (stopping.signal.aborted) break;
        const one = await deps.read({ id: flight.id, signal: signal() });
        if (one.kind === 'flight') deps.onSeen([one.flight]);
        else if (one.kind === 'absent') deps.onAbsent(flight.id);
        else if (one.kind === 'not-understood') leaveAlone(flight.id);
        else {
          judge(one.kind);
          break;
        }
      }
    }
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
        restMs = STUMBLE_REST_MS;
      }
      if (restMs > 0) await clock.sleep(restMs, AbortSignal.any([woken.signal, stopping.signal]));
    }
  }

  return {
    canRead: () => canRead,
    hasLooked: () => hasLooked,
    start() {
      running ??= run();
    },
    /** Something changed (a new flight, the network is back, the pilot asked): look sooner. */
    wake(options: { lookNow?: boolean } = {}) {
      if (options.lookNow) {
        restUntil = Number.NEGATIVE_INFINITY;
        lastOverviewAt = Number.NEGATIVE_INFINITY;
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
