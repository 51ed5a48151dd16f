// Computes the charts of the statistics as marks. Pure.
import { nice, ticks } from 'd3-array';
import type { LogbookStatistics } from '../../../main/contract/logbook.ts';
import { addDays } from '../logbook-address.ts';
import type { Chart, Ink, Mark } from './marks.ts';

export type Column = {
  /** Empty for none. */
  readonly label: string;
  readonly value: number;
  readonly tip: string;
  readonly link?: string;
  readonly ink?: Ink;
  /** Labels with a higher rank are left out first; 0 by default. */
  readonly rank?: 0 | 1 | 2;
  /** Hatched: not all of its flights have been read. */
  readonly isPartial?: boolean;
};

type ColumnOptions = {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly tick: (value: number) => string;
  /** Labels stand where their column begins, as on a scale, and a line where this one does. */
  readonly zeroAt?: number;
};

/** Diagonal lines over a rectangle. */
function hatch(x: number, y: number, width: number, height: number, gap: number): Mark[] {
  const count = Math.floor((width + height) / gap);
  return Array.from({ length: count }, (_, at): Mark => {
    const along = (at + 1) * gap;
    const [left, right] = [Math.max(0, along - height), Math.min(width, along)];
    const points = [
      [x + left, y + along - left],
      [x + right, y + along - right],
    ] as const;
    return { kind: 'line', points, ink: 'line', width: 1 };
  });
}

const labelSize = 12;
const axisHigh = 24;
const axisWide = 46;
/** The approximate width of a letter at that size. */
const letter = 6.8;
/** How many letters wide a text is: those of Japanese are square. */
const lettersOf = (text: string) =>
  Array.from(text, (one) => (one > '\u2E80' ? 2 : 1)).reduce((sum, wide) => sum + wide, 0);

/** Returns a scale from zero to a round figure of at least `most`, with up to about four ticks: there are no half flights. */
function scaleUpTo(most: number, bottom: number, top: number) {
  const [, end] = nice(0, most, 4);
  const y = (value: number) => bottom - (value / end) * (bottom - top);
  return { y, ticks: ticks(0, end, 4).filter(Number.isInteger) };
}

const text = (x: number, y: number, label: string, anchor: 'start' | 'middle' | 'end', ink: Ink = 'dim'): Mark => ({
  kind: 'text',
  x,
  y,
  text: label,
  ink,
  size: labelSize,
  anchor,
});

/** Returns a column chart over a zero baseline, such as hours by month. */
export function columnChart({ width, height, columns, tick, zeroAt }: ColumnOptions): Chart {
  const area = { left: axisWide, top: 10, bottom: height - axisHigh };
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const { y, ticks: levels } = scaleUpTo(most, area.bottom, area.top);
  const marks: Mark[] = [];
  for (const value of levels) {
    marks.push({
      kind: 'rect',
      x: area.left,
      y: Math.round(y(value)),
      width: width - area.left,
      height: 1,
      ink: 'line',
    });
    marks.push(text(area.left - 8, Math.round(y(value)) + 4, tick(value), 'end'));
  }
  const step = (width - area.left) / Math.max(1, columns.length);
  const wide = Math.max(1, Math.min(40, step * 0.62));
  const start = (at: number) => area.left + step * at;
  const middle = (at: number) => start(at + 0.5);
  // What has not been read is older.
  const partial = columns.filter(({ isPartial }) => isPartial).length;
  if (partial > 0) marks.push(...hatch(area.left, area.top, step * partial, area.bottom - area.top, 7));
  for (const [at, { value, tip, link, ink = 'out2' }] of columns.entries()) {
    const high = area.bottom - y(value);
    marks.push({
      kind: 'rect',
      x: middle(at) - wide / 2,
      y: area.bottom - high,
      width: wide,
      height: high,
      ink,
      round: Math.min(2, wide / 4),
      tip,
      ...(link !== undefined && { link }),
    });
  }
  if (zeroAt !== undefined) {
    const x = Math.round(start(zeroAt));
    marks.push({ kind: 'rect', x, y: area.top, width: 1, height: area.bottom - area.top, ink: 'dim' });
  }
  marks.push(...columnLabels(columns, zeroAt === undefined ? middle : start, step, height - 6, width));
  return { width, height, marks };
}

/** Returns all labels if there is room, else those of lower rank, else every nth of those. */
function columnLabels(
  columns: readonly Column[],
  xOf: (at: number) => number,
  step: number,
  y: number,
  end: number,
): Mark[] {
  const fits = (shown: readonly number[]) =>
    shown.every((at, place) => {
      const next = shown[place + 1];
      if (next === undefined) return true;
      const letters = (lettersOf(columns[at]!.label) + lettersOf(columns[next]!.label)) / 2;
      return letters * letter + 6 <= (next - at) * step;
    });
  const upTo = (rank: number) =>
    [...columns.keys()].filter((at) => columns[at]!.label !== '' && (columns[at]!.rank ?? 0) <= rank);
  const thinned = [1, 2, 3, 4, 6, 12].map((every) => upTo(0).filter((_, place) => place % every === 0));
  const shown = [upTo(2), upTo(1), ...thinned].find(fits) ?? [];
  return shown.map((at) => {
    const { label } = columns[at]!;
    const isAtEnd = xOf(at) + (lettersOf(label) * letter) / 2 > end;
    return text(isAtEnd ? end : xOf(at), y, label, isAtEnd ? 'end' : 'middle');
  });
}

export type Bar = {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly shown: string;
  readonly tip: string;
  readonly link?: string;
};

const barStep = 24;
const leastTrack = 110;

const short = (name: string) => (name.length > 20 ? `${name.slice(0, 19)}…` : name);

/** Returns horizontal bars, such as hours by aircraft. */
export function barChart(width: number, bars: readonly Bar[], isCode = true): Chart {
  const longest = Math.max(4, ...bars.map(({ label }) => lettersOf(short(label))));
  const longestName = Math.max(0, ...bars.map(({ name }) => lettersOf(name)));
  const figures = Math.max(...bars.map(({ shown }) => lettersOf(shown)), 3) * 7.4 + 16;
  const codes = longest * 8.2 + 12;
  // Names are left out if they would leave too little room for the bars.
  const wanted = longestName > 0 ? Math.min(150, longestName * letter + 14) : 0;
  const names = width - codes - figures - wanted >= leastTrack ? wanted : 0;
  const left = codes + names;
  const track = Math.max(20, width - left - figures);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const marks = bars.flatMap(({ label, name, value, shown, tip, link }, at): Mark[] => {
    const y = at * barStep + 6;
    const middle = y + 10;
    return [
      { kind: 'text', x: 0, y: middle, text: short(label), ink: 'ink', size: 13, anchor: 'start', isCode },
      ...(names > 0 ? [text(codes, middle, short(name), 'start')] : []),
      {
        kind: 'rect',
        x: left,
        y,
        width: track,
        height: 12,
        ink: 'track',
        round: 2,
        tip,
        ...(link !== undefined && { link }),
      },
      { kind: 'rect', x: left, y, width: Math.max(2, (value / most) * track), height: 12, ink: 'out', round: 2 },
      { kind: 'text', x: width, y: middle, text: shown, ink: 'ink', size: 13, anchor: 'end' },
    ];
  });
  return { width, height: Math.max(1, bars.length) * barStep + 6, marks };
}

type CalendarDay = {
  readonly flights: number;
  readonly tip: string;
  readonly link?: string;
  /** Hatched, as for a column. */
  readonly isPartial?: boolean;
};

type CalendarOptions = {
  readonly width: number;
  /** Null for days outside the year. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[];
  /** The month labels, each with the index of its first week. */
  readonly months: readonly { readonly week: number; readonly label: string }[];
  /** The label of each row, in the order of the weeks; empty for none. */
  readonly weekdays: readonly string[];
  /** The text before the squares of the legend. */
  readonly legend: string;
};

const shades: readonly Ink[] = ['track', 'done3', 'done2', 'done'];
const shadeOf = (flights: number): Ink => shades[Math.min(flights, shades.length - 1)]!;

/** Returns a year of days with a column for each week. */
export function calendarChart({ width, weeks, months, weekdays, legend }: CalendarOptions): Chart {
  const left = 40;
  const step = Math.min(34, (width - left) / weeks.length);
  const side = Math.max(2, step * 0.82);
  const top = 22;
  const marks: Mark[] = months
    // A label is left out if the next month, or the end, comes too soon after it; on a narrow chart only every other month has one.
    .filter(({ week, label }, at) => {
      const end = months[at + 1]?.week ?? weeks.length;
      return (end - week) * step >= lettersOf(label) * letter + 6;
    })
    .filter((_, at) => step * 4.3 > 30 || at % 2 === 0)
    .map(({ week, label }) => text(left + week * step, 12, label, 'start'));
  const rowStep = Math.max(side + 2, step);
  for (const [row, label] of weekdays.entries())
    if (label !== '') marks.push(text(0, top + row * rowStep + side / 2 + 4, label, 'start'));
  for (const [week, days] of weeks.entries()) {
    for (const [at, day] of days.entries()) {
      if (day === null) continue;
      const { flights, tip, link, isPartial } = day;
      if (isPartial && flights === 0) {
        marks.push(...hatch(left + week * step, top + at * rowStep, side, side, Math.max(3, side / 3)));
        continue;
      }
      marks.push({
        kind: 'rect',
        x: left + week * step,
        y: top + at * rowStep,
        width: side,
        height: side,
        ink: shadeOf(flights),
        round: Math.min(3, side / 4),
        ...(flights > 0 && { tip }),
        ...(flights > 0 && link !== undefined && { link }),
      });
    }
  }
  const below = top + 7 * rowStep + 8;
  const { height, marks: explained } = legendOf(width, below, legend);
  return { width, height: below + height + 4, marks: [...marks, ...explained] };
}

const legendSide = 12;
const legendStep = 40;

/** Returns the legend at the end of the line, from no flights to the darkest shade; without room, below its text. */
function legendOf(width: number, y: number, legend: string): Pick<Chart, 'height' | 'marks'> {
  const left = width - shades.length * legendStep;
  // Letters of other languages may be wider.
  const isApart = lettersOf(legend) * letter * 1.4 > left - 8;
  const below = isApart ? y + legendSide + 6 : y;
  const marks = shades.flatMap((ink, flights): Mark[] => {
    const x = left + flights * legendStep;
    const label = flights === shades.length - 1 ? `${flights}+` : String(flights);
    return [
      { kind: 'rect', x, y: below, width: legendSide, height: legendSide, ink, round: 3 },
      text(x + legendSide + 4, below + legendSide - 2, label, 'start'),
    ];
  });
  const name = text(isApart ? width : left - 8, y + legendSide - 2, legend, 'end');
  return { height: below - y + legendSide, marks: [name, ...marks] };
}

// Groups the days of the last year into weeks for the calendar.

type DayCount = LogbookStatistics['days'][number];

const dayCount = 365;

/**
 * Returns the year that ends with `last`, a day such as `2026-11-20`, in weeks that begin with `firstWeekday` (0: Sunday).
 * @param from the first day that is asked about; null: all
 */
export function calendarOf(days: readonly DayCount[], last: string, firstWeekday: number, from: string | null = null) {
  const counts = new Map(days.map(({ day, flights }) => [day, flights]));
  const yearAgo = addDays(last, 1 - dayCount);
  const first = from !== null && from > yearAgo ? from : yearAgo;
  const weekStart = addDays(first, -((new Date(first).getUTCDay() - firstWeekday + 7) % 7));
  /** Null before the first and after the last day. */
  const weeks: (DayCount | null)[][] = [];
  /** Each with the index of its first week. */
  const months: { week: number; month: string }[] = [];
  let [flights, daysFlown, streak, longestStreak] = [0, 0, 0, 0];
  for (let day = weekStart, at = 0; day <= last; day = addDays(day, 1), at += 1) {
    const week = Math.floor(at / 7);
    weeks[week] ??= [];
    if (day < first) {
      weeks[week].push(null);
      continue;
    }
    const count = counts.get(day) ?? 0;
    weeks[week].push({ day, flights: count });
    if (months.at(-1)?.month !== day.slice(0, 7)) months.push({ week, month: day.slice(0, 7) });
    flights += count;
    daysFlown += count > 0 ? 1 : 0;
    streak = count > 0 ? streak + 1 : 0;
    longestStreak = Math.max(longestStreak, streak);
  }
  return { first, weeks, months, flights, daysFlown, longestStreak };
}
