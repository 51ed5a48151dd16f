// Pages of lists. A cursor names the last item of a page, so that insertions and deletions do not shift the next one.

import { EmulatorError } from '../emulator-error.ts';
import type { Page } from '../api-types.ts';

type PageRequest = { after?: string | undefined; limit?: number | undefined };

const defaultLimit = 100;

/** For items with ascending numbers; the item of the cursor may have been deleted. */
export function pageByNumber<Item, View>(
  items: Iterable<Item>,
  numberOf: (item: Item) => number,
  { after, limit = defaultLimit }: PageRequest,
  view: (item: Item) => View,
  newestFirst = false,
): Page<View> {
  const last = after === undefined ? null : readCursor(after);
  const isBehind = (item: Item) => last === null || (newestFirst ? numberOf(item) < last : numberOf(item) > last);
  return pageOf(items, isBehind, (item) => String(numberOf(item)), limit, view);
}

/** For named items in insertion order; the item of the cursor may no longer match the filter. */
export function pageByName<Item, View>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  { after, limit = defaultLimit }: PageRequest,
  view: (item: Item) => View,
  fits: (item: Item) => boolean = () => true,
): Page<View> {
  let isPassed = after === undefined;
  const isBehind = (item: Item) => {
    const isHere = isPassed;
    isPassed ||= nameOf(item) === after;
    return isHere && fits(item);
  };
  const page = pageOf(items, isBehind, nameOf, limit, view);
  if (!isPassed) refuseCursor();
  return page;
}

/** A list that fits on one page. */
export const wholeList = <Item>(items: Item[]): Page<Item> => ({ items, next: null });

function pageOf<Item, View>(
  all: Iterable<Item>,
  isBehind: (item: Item) => boolean,
  cursorOf: (item: Item) => string,
  limit: number,
  view: (item: Item) => View,
): Page<View> {
  const items: Item[] = [];
  for (const item of all) {
    if (!isBehind(item)) continue;
    if (items.length === limit) return { items: items.map(view), next: cursorOf(items.at(-1)!) };
    items.push(item);
  }
  return { items: items.map(view), next: null };
}

/** Throws an `EmulatorError` for what is no number. */
export const readCursor = (after: string): number => (/^\d{1,15}$/.test(after) ? Number(after) : refuseCursor());

function refuseCursor(): never {
  throw new EmulatorError('option', 'after: expected the `next` of an earlier page of this list.');
}
