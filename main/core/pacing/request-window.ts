// The requests that the service still counts, as every process on this data folder knows them: one budget for all.
// Room is taken in one short transaction, so that two processes never take the same. A request counts from its beginning
// and until 60 s after its end; one whose process died, until 60 s after it last said that it was under way.
// Rows carry wall time. Once seen they are kept on the monotonic clock here, so that a clock that is set moves nothing.
import type { Clock } from '../platform/ports.ts';
import type { RequestKind, Requests, StoredRequest } from '../storage/tables/requests.ts';
import { WINDOW_MS } from './rate-limit.ts';

/** As long as what is past is shown. */
const PAST_MS = 120_000;
/** What is under way says so this often. */
const TOUCH_MS = 15_000;
/** A process may have lived so much longer than it last said. */
const TOUCH_LATE_MS = 20_000;

export type KnownRequest = StoredRequest & {
  /** When it ended or was last known to be under way, on the monotonic clock. */
  readonly at: number;
  /** Begun in this process, at this moment of the monotonic clock. */
  readonly begunHereAt: number | null;
};

export type RequestWindow = ReturnType<typeof createRequestWindow>;

export function createRequestWindow(deps: { clock: Clock; accountId: number; requests: Requests }) {
  const { clock, accountId, requests } = deps;
  const known = new Map<number, KnownRequest>();
  const touching = new Map<number, () => void>();
  let version = '';

  // A clock that was set back does not make the future from the past: ages are never negative.
  const toMonotonic = (wall: number) => clock.monotonic() - Math.max(0, clock.now() - wall);
  const isInProgress = (one: KnownRequest) => one.outcome === null;
  const neverLeft = (one: KnownRequest) => one.outcome === 'unreachable';

  /** Takes in what others have written; true when there was something. */
  function look(): boolean {
    const present = requests.version();
    if (present === version) return false;
    version = present;
    for (const row of requests.since(accountId, clock.now() - PAST_MS)) {
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
      if (!isHere && one.at + PAST_MS + TOUCH_LATE_MS < clock.monotonic()) known.delete(id);
    }
    return true;
  }

  /** When each request that counts has left, less the 60 s: what is under way here, as if it ended now. */
  function ends(kind?: RequestKind): number[] {
    const now = clock.monotonic();
    return [...known.values()]
      .filter((one) => !neverLeft(one) && (kind === undefined || one.kind === kind))
      .map((one) => (isInProgress(one) ? (one.begunHereAt === null ? one.at + TOUCH_LATE_MS : now) : one.at))
      .filter((end) => end + WINDOW_MS > now)
      .sort((one, other) => one - other);
  }

  /** While it is under way, others may know. */
  function keepTouching(id: number) {
    touching.set(
      id,
      clock.schedule(TOUCH_MS, () => {
        try {
          requests.touch(id, clock.now());
        } catch {
          // A full or busy disk: the others count it a little longer or shorter, and it is tried again.
        }
        keepTouching(id);
      }),
    );
  }

  requests.bringBack(accountId, clock.now());
  look();

  return {
    look,
    ends,
    /** Uploads of the last two minutes, oldest first. */
    uploads: () =>
      [...known.values()]
        .filter((one) => one.kind === 'upload' && !neverLeft(one) && one.at + PAST_MS > clock.monotonic())
        .sort((one, other) => one.at - other.at),

    /**
     * Takes room for a request that begins now, if `earliest` (asked with all that is known, nobody else writing) allows it.
     * @returns its number, or null where there is no room.
     */
    begin(kind: RequestKind, earliest: () => number): number | null {
      const begun = requests.inTransaction((): KnownRequest | null => {
        look();
        if (earliest() > clock.monotonic()) return null;
        const now = clock.now();
        const begunHereAt = clock.monotonic();
        const id = requests.begin(accountId, kind, now);
        return { id, kind, begunAt: now, knownAt: now, outcome: null, at: begunHereAt, begunHereAt };
      });
      if (begun === null) return null;
      // Only once it is written: one that a full disk took back would be under way for ever.
      known.set(begun.id, begun);
      keepTouching(begun.id);
      return begun.id;
    },
    /** It has ended. `alsoWrite` is written with it: all of it, or nothing; this process knows it either way. */
    end(id: number, outcome: string, alsoWrite: () => void) {
      touching.get(id)?.();
      touching.delete(id);
      const one = known.get(id);
      if (one) known.set(id, { ...one, outcome, knownAt: clock.now(), at: clock.monotonic() });
      requests.inTransaction(() => {
        requests.end(id, clock.now(), outcome);
        alsoWrite();
      });
    },
  };
}
