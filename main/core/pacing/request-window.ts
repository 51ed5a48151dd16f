// The requests that the service still counts, shared by all processes on this data folder. A slot is taken in one short
// transaction, so that two processes never take the same. A request counts from its start until 60 s after its end; one
// whose process died, until 60 s after its last heartbeat. Rows carry wall time, and are converted to the monotonic
// clock once, so that setting the clock moves nothing.
import type { Clock } from '../platform/ports.ts';
import type { RequestKind, Requests, StoredRequest } from '../storage/tables/requests.ts';
import { windowMs } from './rate-limit.ts';

/** How long past uploads are kept for display. */
const pastMs = 120_000;
/** The heartbeat of requests in progress. */
const touchMs = 15_000;
/** How long after its last heartbeat a process may still live. */
const touchLateMs = 20_000;

type KnownRequest = StoredRequest & {
  /** When it ended, or its last heartbeat, monotonic. */
  readonly at: number;
  /** When it began in this process, monotonic. */
  readonly begunHereAt: number | null;
};

export type RequestWindow = ReturnType<typeof createRequestWindow>;

export function createRequestWindow(deps: { clock: Clock; accountId: number; requests: Requests }) {
  const { clock, accountId, requests } = deps;
  const known = new Map<number, KnownRequest>();
  const touching = new Map<number, () => void>();
  let version = '';

  // After the clock was set back: ages are never negative.
  const toMonotonic = (wall: number) => clock.monotonic() - Math.max(0, clock.now() - wall);
  const isInProgress = (one: KnownRequest) => one.outcome === null;
  const neverLeft = (one: KnownRequest) => one.outcome === 'unreachable';

  /** Reads what others have written; true when there was something. */
  function read(): boolean {
    const present = requests.version();
    if (present === version) return false;
    version = present;
    for (const row of requests.since(accountId, clock.now() - pastMs)) {
      const before = known.get(row.id);
      if (
        before &&
        (before.begunHereAt !== null || (before.knownAt === row.knownAt && before.outcome === row.outcome))
      ) {
        continue;
      }
      known.set(row.id, { ...row, at: toMonotonic(row.knownAt), begunHereAt: null });
    }
    for (const [id, one] of known) {
      const isHere = one.begunHereAt !== null && isInProgress(one);
      if (!isHere && one.at + pastMs + touchLateMs < clock.monotonic()) known.delete(id);
    }
    return true;
  }

  /** The ends of the requests that count; one in progress here counts as ending now. */
  function ends(kind?: RequestKind): number[] {
    const now = clock.monotonic();
    return [...known.values()]
      .filter((one) => !neverLeft(one) && (kind === undefined || one.kind === kind))
      .map((one) => (isInProgress(one) ? (one.begunHereAt === null ? one.at + touchLateMs : now) : one.at))
      .filter((end) => end + windowMs > now)
      .sort((one, other) => one - other);
  }

  /** The heartbeat of a request in progress. */
  function keepTouching(id: number) {
    touching.set(
      id,
      clock.schedule(touchMs, () => {
        try {
          requests.touch(id, clock.now());
        } catch {
          // A full or busy disk: others count it a little longer or shorter, and it is retried.
        }
        keepTouching(id);
      }),
    );
  }

  requests.bringBack(accountId, clock.now());
  read();

  return {
    read,
    ends,
    /** Uploads of the last two minutes, oldest first. */
    uploads: () =>
      [...known.values()]
        .filter((one) => one.kind === 'upload' && !neverLeft(one) && one.at + pastMs > clock.monotonic())
        .sort((one, other) => one.at - other.at),

    /**
     * Takes a slot for a request that begins now, if `earliest` allows it (called with all known requests, in a
     * transaction).
     * @returns its id, or null if there is no slot.
     */
    begin(kind: RequestKind, earliest: () => number): number | null {
      const begun = requests.inTransaction((): KnownRequest | null => {
        read();
        if (earliest() > clock.monotonic()) return null;
        const now = clock.now();
        const begunHereAt = clock.monotonic();
        const id = requests.begin(accountId, kind, now);
        return { id, kind, begunAt: now, knownAt: now, outcome: null, at: begunHereAt, begunHereAt };
      });
      if (begun === null) return null;
      // Only once it is written: a rolled back one would stay in progress forever.
      known.set(begun.id, begun);
      keepTouching(begun.id);
      return begun.id;
    },
    /** It has ended; `state`: the pacer's, if it is another one now. This process knows the end in any case. */
    end(id: number, outcome: string, state: object | null) {
      touching.get(id)?.();
      touching.delete(id);
      const one = known.get(id);
      if (one) known.set(id, { ...one, outcome, knownAt: clock.now(), at: clock.monotonic() });
      requests.inTransaction(() => {
        requests.end(id, clock.now(), outcome);
        if (state !== null) requests.storeState(accountId, state);
      });
    },
  };
}
