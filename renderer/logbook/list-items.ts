// Maps an index to a month or a flight, computed from the counts of the months, so that 100,000 rows need no array.
import type { LogbookMonth } from '../../main/contract/logbook.ts';

type ListItem =
  | { readonly kind: 'flight'; readonly row: number }
  /** Null for flights whose date can't be read. */
  | { readonly kind: 'month'; readonly month: LogbookMonth | null };

export type ListItems = {
  readonly count: number;
  readonly at: (index: number) => ListItem;
  readonly isMonth: (index: number) => boolean;
  readonly indexOfRow: (row: number) => number;
  /** Returns the index of the month that an item belongs to; null in a list without months. */
  readonly monthAbove: (index: number) => number | null;
};

/** @param months newest first; null if the list is not sorted by day */
export function listItems(total: number, months: readonly LogbookMonth[] | null, isDescending: boolean): ListItems {
  if (months === null || months.length === 0) {
    return {
      count: total,
      at: (index) => ({ kind: 'flight', row: index }),
      isMonth: () => false,
      indexOfRow: (row) => row,
      monthAbove: () => null,
    };
  }
  const groups: { readonly month: LogbookMonth | null; readonly firstRow: number }[] = [];
  let rows = 0;
  for (const month of isDescending ? months : months.toReversed()) {
    if (rows >= total) break;
    groups.push({ month, firstRow: rows });
    rows += month.flights;
  }
  if (rows < total) groups.push({ month: null, firstRow: rows });
  // Month p is the item firstRow + p; its flights follow.
  const lastWhere = (isBefore: (place: number) => boolean) => groups.findLastIndex((_, place) => isBefore(place));
  const itemOf = (place: number) => groups[place]!.firstRow + place;
  const groupAt = (index: number) => lastWhere((place) => itemOf(place) <= index);
  // The height of every item is asked for.
  const headings = new Set(groups.map((_, place) => itemOf(place)));
  return {
    count: total + groups.length,
    at(index) {
      const place = groupAt(index);
      if (itemOf(place) === index) return { kind: 'month', month: groups[place]!.month };
      return { kind: 'flight', row: index - place - 1 };
    },
    isMonth: (index) => headings.has(index),
    indexOfRow: (row) => row + lastWhere((place) => groups[place]!.firstRow <= row) + 1,
    monthAbove: (index) => itemOf(groupAt(index)),
  };
}
