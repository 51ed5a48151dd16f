// The strips of a bay that have been read, in order. Pure: pages and changes in, a new list out.
import type { Page } from '../../main/contract/commands.ts';
import { bays } from '../../main/contract/strip.ts';
import type { Bay, Strip } from '../../main/contract/strip.ts';

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

export const unread: BayList = { strips: [], next: null, readTo: null, status: 'unread' };
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
  const bay = bays.find((name) => lists[name].strips.some((strip) => strip.id === id));
  if (!bay) return lists;
  const progress = { sentBytes, totalBytes };
  const strips = lists[bay].strips.map((strip) => (strip.id === id ? { ...strip, progress } : strip));
  return { ...lists, [bay]: { ...lists[bay], strips } };
}

export function findStrip(lists: BayLists, id: string): Strip | null {
  for (const bay of bays) {
    const strip = lists[bay].strips.find((other) => other.id === id);
    if (strip) return strip;
  }
  return null;
}
