// Parts of lists. A cursor names the last item that was seen, so that what is added or taken away meanwhile moves nothing.

import { EmulatorError } from '../emulator-error.ts';
import type { Page, PageRequest } from '../api-types.ts';

const defaultLimit = 100;

/** A page of what has growing numbers: one that is gone is no obstacle. */
export function pageByNumber<Item>(
  items: Iterable<Item>,
  numberOf: (item: Item) => number,
  { after, limit = defaultLimit }: PageRequest,
  newestFirst = false,
): Page<Item> {
  const last = after === undefined ? null : readCursor(after);
  const isBehind = (item: Item) => last === null || (newestFirst ? numberOf(item) < last : numberOf(item) > last);
  return pageOf(items, isBehind, (item) => String(numberOf(item)), limit);
}

/** A page of what has names, in the order in which it came; the one that the cursor names need not fit any more. */
export function pageByName<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
  { after, limit = defaultLimit }: PageRequest,
  fits: (item: Item) => boolean = () => true,
): Page<Item> {
  let isPassed = after === undefined;
  const isBehind = (item: Item) => {
    const isHere = isPassed;
    isPassed ||= nameOf(item) === after;
    return isHere && fits(item);
  };
  const page = pageOf(items, isBehind, nameOf, limit);
  if (!isPassed) refuseCursor();
  return page;
}

/** The same page, each item as `view` shows it. */
export const viewPage = <Item, View>({ items, next }: Page<Item>, view: (item: Item) => View): Page<View> => ({
  items: items.map(view),
  next,
});

/** A list that is short enough to be answered at once. */
export const wholeList = <Item>(items: Item[]): Page<Item> => ({ items, next: null });

function pageOf<Item>(
  all: Iterable<Item>,
  isBehind: (item: Item) => boolean,
  cursorOf: (item: Item) => string,
  limit: number,
): Page<Item> {
  const items: Item[] = [];
  for (const item of all) {
    if (!isBehind(item)) continue;
    if (items.length === limit) return { items, next: cursorOf(items.at(-1)!) };
    items.push(item);
  }
  return { items, next: null };
}

const readCursor = (after: string): number => (/^\d{1,15}$/.test(after) ? Number(after) : refuseCursor());

function refuseCursor(): never {
  throw new EmulatorError('option', 'after: expected the `next` of an earlier page of this list.');
}
