// The strips of the bays that have been read, in order: pages and changes in, new lists out; and the reader of the
// pages.
import type { CommandInput, Page } from '../../main/contract/commands.ts';
import type { Result } from '../../main/contract/failure.ts';
import { type Bay, bays, type Strip } from '../../main/contract/strip.ts';

export type BayList = {
  readonly strips: readonly Strip[];
  /** Where the next page begins; null when everything has been read. */
  readonly next: string | null;
  /** How far the bay has been read: the order of the last strip read, even if that strip has moved since. */
  readonly readTo: number | null;
  readonly status: 'unread' | 'reading' | 'read';
};
export type BayLists = Readonly<Record<Bay, BayList>>;

/** Strips from events that arrived during a read, by id; null if removed. */
type Latest = ReadonlyMap<string, Strip | null>;

const unread: BayList = { strips: [], next: null, readTo: null, status: 'unread' };
export const noLists = Object.fromEntries(bays.map((bay) => [bay, unread])) as BayLists;

/** The queue is sorted oldest first, every other bay newest first. */
const compare = (bay: Bay) => (a: Pick<Strip, 'order'>, b: Pick<Strip, 'order'>) =>
  bay === 'queue' ? a.order - b.order : b.order - a.order;

/** Whether a strip belongs to a page that hasn't been read yet. */
const isBeyond = (bay: Bay, { next, readTo }: Pick<BayList, 'next' | 'readTo'>, strip: Strip) =>
  next !== null && (readTo === null || compare(bay)({ order: readTo }, strip) < 0);

const without = (list: BayList, ids: ReadonlySet<string>): BayList =>
  list.strips.some((strip) => ids.has(strip.id))
    ? { ...list, strips: list.strips.filter((strip) => !ids.has(strip.id)) }
    : list;

function place(list: BayList, bay: Bay, strip: Strip): BayList {
  const inOrder = compare(bay);
  if (list.status === 'unread' || isBeyond(bay, list, strip)) return list;
  const at = list.strips.findIndex((other) => inOrder(strip, other) < 0);
  const strips = at === -1 ? [...list.strips, strip] : list.strips.toSpliced(at, 0, strip);
  return { ...list, strips };
}

export function applyChanges(lists: BayLists, changed: readonly Strip[], removed: readonly string[]): BayLists {
  const touched = new Set([...removed, ...changed.map((strip) => strip.id)]);
  const next = Object.fromEntries(bays.map((bay) => [bay, without(lists[bay], touched)])) as Record<Bay, BayList>;
  for (const strip of changed) next[strip.bay] = place(next[strip.bay], strip.bay, strip);
  return next;
}

/** Appends a page, or replaces all strips with it (`again`). Strips of later events (`latest`) take precedence. */
export function applyPage(lists: BayLists, bay: Bay, page: Page, latest: Latest, again: boolean): BayLists {
  const fresh = page.strips
    .map((strip) => (latest.has(strip.id) ? latest.get(strip.id) : strip))
    .filter((strip) => strip?.bay === bay) as Strip[];
  const { next } = page;
  const readTo = page.strips.at(-1)?.order ?? null;
  const isWithin = (strip: Strip | null): strip is Strip =>
    strip?.bay === bay && !isBeyond(bay, { next, readTo }, strip);
  const updated = [...latest.values()].filter(isWithin);
  const known = again ? [] : lists[bay].strips;
  const byId = new Map([...known, ...updated, ...fresh].map((strip) => [strip.id, strip]));
  const strips = [...byId.values()].sort(compare(bay));
  return { ...lists, [bay]: { strips, next, readTo, status: 'read' } };
}

/** Sets the progress of a strip. */
export function applyProgress(lists: BayLists, id: string, sentBytes: number, totalBytes: number): BayLists {
  const strip = findStrip(lists, id);
  return strip === null ? lists : applyChanges(lists, [{ ...strip, progress: { sentBytes, totalBytes } }], []);
}

export function findStrip(lists: BayLists, id: string): Strip | null {
  for (const bay of bays) {
    const strip = lists[bay].strips.find((other) => other.id === id);
    if (strip) return strip;
  }
  return null;
}

// Reads the pages of the bays, one page per bay at a time, and applies events that arrive meanwhile.

/** The number of strips per page. */
export const pageSize = 50;
/** With fewer strips of pilots who are signed in than this, the next page is read automatically. */
const fewStrips = 15;

type Options = {
  readonly readPage: (input: CommandInput<'strips.page'>) => Promise<Result<Page>>;
  readonly lists: () => BayLists;
  readonly setLists: (lists: BayLists) => void;
};

export type BayReader = ReturnType<typeof createBayReader>;

export function createBayReader({ readPage, lists, setLists }: Options) {
  const reading = new Map<Bay, Map<string, Strip | null>>();
  const again = new Set<Bay>();

  async function read(bay: Bay, after: string | null): Promise<void> {
    const latest = new Map<string, Strip | null>();
    reading.set(bay, latest);
    setLists({ ...lists(), [bay]: { ...lists()[bay], status: 'reading' } });
    const result = await readPage({ bay, after, limit: pageSize });
    reading.delete(bay);
    if (result.ok) setLists(applyPage(lists(), bay, result.value, latest, after === null));
    else setLists({ ...lists(), [bay]: { ...lists()[bay], status: 'read' } });
    if (again.delete(bay)) await read(bay, null);
    else if (result.ok && isFew(bay)) await readMore(bay);
  }

  const isFew = (bay: Bay) => lists()[bay].strips.filter(({ pilot }) => !pilot?.isSignedOut).length < fewStrips;

  async function readMore(bay: Bay): Promise<void> {
    const { next } = lists()[bay];
    if (next !== null && !reading.has(bay)) await read(bay, next);
  }

  return {
    /** Reads from the top. During a read, reads once more after it. */
    async readAgain(bay: Bay): Promise<void> {
      if (reading.has(bay)) again.add(bay);
      else await read(bay, null);
    },
    readMore,
    /** Reads the next page of each bay that has few strips left. */
    async refill(): Promise<void> {
      await Promise.all(bays.filter(isFew).map(readMore));
    },
    /** Remembers an event that may be newer than the pages being read. */
    onEvent(event: { readonly strips: readonly Strip[]; readonly removed: readonly string[] }) {
      for (const latest of reading.values()) {
        for (const id of event.removed) latest.set(id, null);
        for (const strip of event.strips) latest.set(strip.id, strip);
      }
    },
  };
}
