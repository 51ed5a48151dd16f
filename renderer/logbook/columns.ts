// The columns of the logbook: their order, their sort keys, and which are left out first if there is no room. Pure.
import type { LogbookSort } from '../../main/contract/logbook.ts';
import { dayText } from '../format/time.ts';
import { perLocale } from '../text.ts';

type ColumnShape = {
  readonly sort: LogbookSort | null;
  /** In pixels, where there is no room to spare. */
  readonly width: number;
  /** Where delays and points have no room otherwise: names are cut, and of a status only its sign is shown. */
  readonly least?: number;
  /** Aligned at the end. */
  readonly isFigure?: true;
  /** The column with the lowest rank is left out first if there is no room. */
  readonly rank: number;
};

const shapes = {
  day: { sort: 'day', width: 76, rank: 100 },
  from: { sort: 'from', width: 44, rank: 99 },
  to: { sort: 'to', width: 70, rank: 98 },
  names: { sort: 'route', width: 220, least: 150, rank: 40 },
  pilot: { sort: null, width: 130, least: 90, rank: 97 },
  aircraft: { sort: 'aircraft', width: 60, rank: 80 },
  minutes: { sort: 'minutes', width: 52, isFigure: true, rank: 96 },
  distance: { sort: 'distance', width: 52, isFigure: true, rank: 50 },
  pax: { sort: 'pax', width: 84, isFigure: true, rank: 25 },
  cargo: { sort: 'cargo', width: 72, isFigure: true, rank: 20 },
  delay: { sort: 'delay', width: 70, isFigure: true, rank: 55 },
  points: { sort: 'points', width: 50, isFigure: true, rank: 70 },
  rating: { sort: 'rating', width: 56, isFigure: true, rank: 15 },
  status: { sort: 'status', width: 148, least: 24, rank: 95 },
  block: { sort: 'block', width: 104, isFigure: true, rank: 14 },
  checks: { sort: 'checks', width: 150, rank: 13 },
  created: { sort: 'created', width: 184, rank: 12 },
  id: { sort: 'id', width: 84, isFigure: true, rank: 30 },
  file: { sort: 'file', width: 170, rank: 35 },
  note: { sort: null, width: 170, rank: 34 },
} as const satisfies Record<string, ColumnShape>;

export type Column = keyof typeof shapes;
export const columns = Object.keys(shapes) as Column[];
export const columnShape = (column: Column): ColumnShape => shapes[column];

/** The default columns. */
export const usualColumns: readonly Column[] = [
  'day',
  'from',
  'to',
  'names',
  'aircraft',
  'minutes',
  'distance',
  'pax',
  'cargo',
  'delay',
  'points',
  'rating',
  'status',
];

/** These can't be deselected: a row is meaningless without them. */
export const fixedColumns: readonly Column[] = ['day', 'from', 'to'];

/** Parses column names into the order of the table; null if none is known. */
export function knownColumns(names: readonly string[]): Column[] | null {
  const chosen = columns.filter((column) => names.includes(column) || fixedColumns.includes(column));
  return names.some((name) => columns.includes(name as Column)) ? chosen : null;
}

/** The space between two columns, as in logbook.css. */
export const columnGap = 8;

const widthOf = (column: Column, dayWidth: number, isTight = false): number =>
  column === 'day' ? dayWidth : (isTight && columnShape(column).least) || shapes[column].width;

/**
 * Returns the chosen columns that fit, in the order of the table. Those with the lowest rank are left out first.
 * @param dayWidth the width of the day column, which is larger if it includes the year
 */
export function columnsThatFit(
  chosen: readonly Column[],
  width: number,
  dayWidth: number = shapes.day.width,
  isTight = false,
): Column[] {
  const byRank = chosen.toSorted((a, b) => shapes[b].rank - shapes[a].rank);
  const fitting: Column[] = [];
  let used = 0;
  for (const column of byRank) {
    const more = widthOf(column, dayWidth, isTight) + (fitting.length === 0 ? 0 : columnGap);
    if (fitting.length > 0 && used + more > width) break;
    used += more;
    fitting.push(column);
  }
  const isEnough = chosen.every((column) => fitting.includes(column) || shapes[column].rank < shapes.delay.rank);
  if (!isTight && !isEnough) return columnsThatFit(chosen, width, dayWidth, true);
  return chosen.filter((column) => fitting.includes(column));
}

/** Whether columns have less than their width, so that of a status only its sign is shown. */
export const areTight = (shown: readonly Column[], width: number, dayWidth: number): boolean =>
  shown.reduce((all, column) => all + widthOf(column, dayWidth) + columnGap, -columnGap) > width;

/** Returns the `grid-template-columns` of these columns, which share what is to spare. */
export const columnTracks = (shown: readonly Column[], dayWidth: number): string =>
  shown.map((column) => `minmax(${widthOf(column, dayWidth, true)}px, ${widthOf(column, dayWidth)}fr)`).join(' ');

/** The width of a character in pixels: digits are equally wide, and Japanese characters are square. */
const letterWidth = (letter: string) => (/\d/.test(letter) ? 9 : letter > '\u2E80' ? 15 : 7.4);

const fullDayWidth = perLocale(() => {
  const widths = Array.from({ length: 12 }, (_, month) => {
    const day = dayText(`2026-${String(month + 1).padStart(2, '0')}-28`);
    return Array.from(day, letterWidth).reduce((sum, width) => sum + width, 0);
  });
  return Math.max(columnShape('day').width, Math.ceil(Math.max(...widths)));
});

/** The width of the day column: below a month heading a day needs less room than with its year. */
export const dayWidth = (hasYear: boolean): number => (hasYear ? fullDayWidth() : columnShape('day').width);
