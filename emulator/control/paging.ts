// Pages of lists. A cursor names the last item of a page, so that insertions and deletions do not shift the next one.

import { EmulatorError } from '../emulator-error.ts';
import type { Page } from '../api-types.ts';

type PageRequest = { after?: string | undefined; limit?: number | undefined };

const defaultLimit = 100;

/** The item of the cursor may no longer match the filter. */
export function pageItems<Item, View>(
  all: Iterable<Item>,
  cursorOf: (item: Item) => string,
  { after, limit = defaultLimit }: PageRequest,
  view: (item: Item) => View,
  fits: (item: Item) => boolean = () => true,
): Page<View> {
  const items: Item[] = [];
  let isPassed = after === undefined;
  for (const item of all) {
    const isBehind = isPassed;
    isPassed ||= cursorOf(item) === after;
    if (!isBehind || !fits(item)) continue;
    if (items.length === limit) return { items: items.map(view), next: cursorOf(items.at(-1)!) };
    items.push(item);
  }
  if (!isPassed) refuseCursor();
  return { items: items.map(view), next: null };
}

/** A list that fits on one page. */
export const wholeList = <Item>(items: Item[]): Page<Item> => ({ items, next: null });

/** Throws an `EmulatorError` for what is no number. */
export const readCursor = (after: string): number => (/^\d{1,15}$/.test(after) ? Number(after) : refuseCursor());

function refuseCursor(): never {
  throw new EmulatorError('option', 'after: expected the `next` of an earlier page of this list.');
}
