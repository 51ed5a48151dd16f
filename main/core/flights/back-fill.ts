// Reads every flight of the account once, newest first, a page at a time, and then all of them again about once a day,
// so that changes of completed flights and deleted ones are noticed. It only decides which request is next and stores
// the answers: the tracker makes it when nothing else needs the service.
import type { Flight } from '../../contract/flight.ts';
import type { Clock } from '../platform/ports.ts';
import { pageSize } from './reading-plan.ts';

/** Where it is, on disk. */
export type BackFillState = {
  /** The next page has the flights below this id; null: the newest. */
  readonly beforeId: number | null;
  readonly isComplete: boolean;
  /** When the last page was read, epoch ms. */
  readonly at: number;
  /** Records that could not be parsed: of this reading so far, and of the last complete one. */
  readonly unread: number;
  readonly unreadBefore: number;
};

export type BackFillStep =
  | { readonly kind: 'page'; readonly beforeId: number | null; readonly limit: number }
  /** Whether a flight that was not listed is there. */
  | { readonly kind: 'read'; readonly id: number };

type Page = {
  readonly flights: readonly Flight[];
  readonly nextBeforeId: number | null;
  readonly unreadIds?: readonly number[];
};

const beginning: BackFillState = { beforeId: null, isComplete: false, at: 0, unread: 0, unreadBefore: 0 };
const againAfterMs = 24 * 3_600_000;
/** A short history is not read again more often than this. */
const leastBetweenPagesMs = 60_000;
const busyMs = 30_000;
/** If only a few flights were not listed, each is looked up; of more, the first and the last. */
const few = 3;

/** `unread`: records at the service that could not be parsed, as far as they were read. */
export function progressOf(state: BackFillState | null): { readonly isComplete: boolean; readonly unread: number } {
  const { isComplete, unread, unreadBefore } = state ?? beginning;
  return { isComplete, unread: isComplete ? unreadBefore : Math.max(unread, unreadBefore) };
}

export type BackFill = ReturnType<typeof createBackFill>;

export function createBackFill(deps: {
  clock: Clock;
  flights: {
    count(): number;
    has(id: number): boolean;
    /** Ids of known flights from `low` to `high` that are not archived, ascending. */
    between(low: number, high: number): number[];
  };
  state: { read(): BackFillState | null; write(state: BackFillState): void };
  inTransaction(work: () => void): void;
  /** No report waits to be uploaded. */
  isIdle(): boolean;
  /** Stores records. Runs in the transaction that writes the state. */
  keep(flights: readonly Flight[]): void;
  /** These no longer exist at the service. */
  onDeleted(ids: readonly number[]): Promise<void>;
  onChange(): void;
}) {
  const { clock, flights } = deps;
  let known: BackFillState | null = null;
  /** Not listed where they belong, and those of them that are still to be looked up. */
  let missing: { readonly ids: readonly number[]; readonly lookUp: number[] } | null = null;

  /** Flights that are here, as of the last page. */
  let count: number | null = null;

  const state = () => (known ??= deps.state.read() ?? beginning);
  /** If nothing could be written, nothing has changed. */
  function write(next: BackFillState, also: () => void = () => {}) {
    const wasComplete = state().isComplete;
    deps.inTransaction(() => {
      also();
      deps.state.write(next);
    });
    known = next;
    if (next.isComplete !== wasComplete || !next.isComplete) deps.onChange();
  }

  /** Whether there may be unknown flights below a page. What is known above its last one may have been uploaded from here. */
  function leadsToUnknown({ flights: listed, nextBeforeId }: Page): boolean {
    const lowest = listed.at(-1)?.id;
    return lowest !== undefined && nextBeforeId !== null && !flights.has(lowest);
  }

  function betweenPagesMs() {
    count ??= flights.count();
    return Math.max(leastBetweenPagesMs, againAfterMs / Math.max(1, Math.ceil(count / pageSize)));
  }

  return {
    /** The next request, or how long until there is one. */
    next(): { readonly step: BackFillStep } | { readonly inMs: number } {
      if (!deps.isIdle()) return { inMs: busyMs };
      const lookUp = missing?.lookUp[0];
      if (lookUp !== undefined) return { step: { kind: 'read', id: lookUp } };
      const { isComplete, beforeId, at } = state();
      // A clock that was set back must not delay it.
      const sinceMs = at > clock.now() ? Number.POSITIVE_INFINITY : clock.now() - at;
      const inMs = isComplete ? betweenPagesMs() - sinceMs : 0;
      return inMs > 0 ? { inMs } : { step: { kind: 'page', beforeId, limit: pageSize } };
    },

    /** The newest flights, before they are stored. Not all of them are while a report uploads: they are read again. */
    onNewest(page: Page) {
      if (leadsToUnknown(page)) write({ ...state(), beforeId: null, isComplete: false, at: clock.now(), unread: 0 });
    },

    onPage(beforeId: number | null, page: Page) {
      // One of them may be the record of an upload that began meanwhile: they are read again.
      if (!deps.isIdle()) return;
      const { flights: listed, nextBeforeId, unreadIds = [] } = page;
      const { isComplete: wasComplete, unread: unreadSoFar, unreadBefore } = state();
      const isComplete = wasComplete && !leadsToUnknown(page);
      const unread = unreadSoFar + unreadIds.length;
      const lowest = nextBeforeId === null ? 0 : Math.min(nextBeforeId, listed.at(-1)?.id ?? nextBeforeId);
      const ids = new Set(listed.map(({ id }) => id));
      // A record that could not be parsed is there; one without a readable id may be any (record.ts).
      const isUnclear = unreadIds.some((id) => !Number.isFinite(id) || ids.has(id));
      for (const id of unreadIds) ids.add(id);
      const absent = isUnclear
        ? []
        : flights.between(lowest, (beforeId ?? Number.MAX_SAFE_INTEGER) - 1).filter((id) => !ids.has(id));
      // A page that does not lead further down would be read forever.
      const isStuck = nextBeforeId !== null && beforeId !== null && nextBeforeId >= beforeId;
      const isEnd = nextBeforeId === null || isStuck;
      count = null;
      write(
        {
          beforeId: isEnd ? null : nextBeforeId,
          isComplete: isComplete || isEnd,
          at: clock.now(),
          unread: isEnd ? 0 : unread,
          unreadBefore: isEnd ? unread : unreadBefore,
        },
        () => deps.keep(listed),
      );
      missing =
        absent.length === 0
          ? null
          : { ids: absent, lookUp: absent.length <= few ? [...absent] : [absent[0]!, absent.at(-1)!] };
    },

    /** The answer to a `read`: null if the service does not have the flight. */
    async onRead(id: number, flight: Flight | null) {
      if (flight) {
        // The listing was not right: nothing is concluded from it.
        missing = null;
        deps.inTransaction(() => deps.keep([flight]));
        return;
      }
      if (!missing?.lookUp.includes(id)) return;
      const lookUp = missing.lookUp.filter((one) => one !== id);
      if (lookUp.length > 0) {
        missing = { ...missing, lookUp };
        return;
      }
      const { ids } = missing;
      missing = null;
      await deps.onDeleted(ids);
    },

    /** The last request could not be answered: what was not listed is looked up in the next reading. */
    forget: () => void (missing = null),
  };
}
