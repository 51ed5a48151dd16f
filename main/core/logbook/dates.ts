// Dates in a search. First what dates are called: months and phrases such as "last week", in English and in the
// languages shown. Then the days that words stand for, which is pure.
import { searchText } from '../../messages/search-text.ts';
import type { LanguageChoice } from '../../messages/languages.ts';

type RelativeUnit = 'day' | 'week' | 'month' | 'year';
type Phrase = { readonly words: readonly string[]; readonly unit: RelativeUnit; readonly offset: 0 | -1 };

export type DateWords = {
  /** Months, as `10`, whose name begins with the word. */
  monthsNamed(word: string): string[];
  /** What the first words say, such as `last week`, and how many of them; null if nothing. */
  phraseAt(words: readonly string[]): { unit: RelativeUnit; offset: 0 | -1; length: number } | null;
  /** `10/31/2026` rather than `31/10/2026`, where both numbers may be a month. */
  isMonthFirst(): boolean;
};

const units: readonly RelativeUnit[] = ['day', 'week', 'month', 'year'];
/** Often left out: `semana pasada`. */
const article = /^(?:la |le |el |l')/;

function phrasesIn(locale: string): Phrase[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return units.flatMap((unit) =>
    ([0, -1] as const).flatMap((offset) => {
      const text = searchText(relative.format(offset, unit));
      const texts = new Set([text, text.replace(article, '')]);
      return [...texts].map((one) => ({ words: one.split(' '), unit, offset }));
    }),
  );
}

function monthsIn(locale: string): { name: string; month: string }[] {
  const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => ({
    name: searchText(format(Date.UTC(2024, month, 15))),
    month: String(month + 1).padStart(2, '0'),
  }));
}

function isMonthFirstIn(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(0);
  return parts[0]?.type === 'month';
}

/**
 * Each part is created by the first search that needs it: the names of dates take 15 MB.
 * @param shown language of the window
 * @param system locale of this computer, such as `en-US`
 */
export function createDateWords(shown: LanguageChoice, system: string): DateWords {
  const language = shown === 'system' ? system : shown;
  const locales = [...new Set(['en', language, system])];
  let months: ReturnType<typeof monthsIn> | null = null;
  let phrases: Phrase[] | null = null;
  let isMonthFirst: boolean | null = null;
  return {
    monthsNamed(word) {
      const beginning = word.replace(/\.$/, '');
      if (beginning.length < 3) return [];
      months ??= locales.flatMap(monthsIn);
      return [...new Set(months.filter(({ name }) => name.startsWith(beginning)).map(({ month }) => month))];
    },
    phraseAt(words) {
      phrases ??= locales.flatMap(phrasesIn);
      const found = phrases.find((phrase) => phrase.words.every((word, at) => words[at] === word));
      return found ? { unit: found.unit, offset: found.offset, length: found.words.length } : null;
    },
    isMonthFirst() {
      // English alone doesn't say which country's.
      isMonthFirst ??= isMonthFirstIn(language !== 'en' ? language : system.startsWith('en') ? system : 'en-GB');
      return isMonthFirst;
    },
  };
}

const created = new Map<LanguageChoice, DateWords>();

export function dateWordsOf(shown: LanguageChoice): DateWords {
  const words = created.get(shown) ?? createDateWords(shown, Intl.DateTimeFormat().resolvedOptions().locale);
  created.set(shown, words);
  return words;
}

/** A range of days, or the same month (`10`) or day (`10-30`) of every year. */
export type Days = Range | { readonly every: readonly string[] };
type Range = { readonly from: string; readonly to: string; readonly every?: undefined };

type Context = {
  /** In UTC, `2026-11-23`. */
  readonly today: string;
  readonly dates: DateWords;
};
/** Days at the beginning of the words, each of which has to match, and how many words they take. */
type DaysPhrase = { readonly days: readonly Days[]; readonly length: number };

/** A phrase at the beginning of `words`: `last week`, `last October`, `Oct 30`, `30 de octubre`. */
export const daysAt = (words: readonly string[], context: Context): DaysPhrase | null =>
  relativeDays(words, context) ?? lastMonth(words, context) ?? dayOfMonth(words, context) ?? linkedYear(words);

/** One word: `2026`, `2026-10`, `10/2026`, `2026-10-12`, `31.10.2026`, `10月30日`, or a month's name. */
export function daysNamed(word: string, { dates }: Context): Days | null {
  if (isYear(word)) return yearDays(Number(word));
  return dateOf(word, dates) ?? japaneseDate(word) ?? namedMonth(word, dates);
}

function namedMonth(word: string, dates: DateWords): Days | null {
  const months = dates.monthsNamed(word);
  return months.length === 0 ? null : { every: months };
}

const isYear = (word: string | undefined) => word !== undefined && /^(19|20)\d\d$/.test(word);

/** `today`, `yesterday`, `this week`, `last month`, in English and in the languages shown. */
function relativeDays(words: readonly string[], { today, dates }: Context): DaysPhrase | null {
  const phrase = dates.phraseAt(words);
  return phrase && { days: [relativeTo(today, phrase.unit, phrase.offset)], length: phrase.length };
}

function relativeTo(today: string, unit: RelativeUnit, offset: number): Days {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  switch (unit) {
    case 'day':
      return oneDay(dayOf(year, month, day + offset));
    case 'week': {
      // From Monday (ISO 8601).
      const monday = day - ((new Date(Date.parse(today)).getUTCDay() + 6) % 7) + 7 * offset;
      return { from: dayOf(year, month, monday), to: dayOf(year, month, monday + 6) };
    }
    case 'month':
      return monthDays(dayOf(year, month + offset, 1).slice(0, 7));
    case 'year':
      return yearDays(year + offset);
  }
}

/** `last October`: the latest one before the current month. `this Dec`, `last October 12`. */
function lastMonth([which, ...words]: readonly string[], context: Context): DaysPhrase | null {
  if (which !== 'last' && which !== 'this') return null;
  const [named, ...others] = context.dates.monthsNamed(words[0] ?? '');
  if (named === undefined || others.length > 0) return null;
  const [year = 0, month = 0] = context.today.split('-').map(Number);
  const inYear = which === 'last' && Number(named) >= month ? year - 1 : year;
  const date = dayOfMonth(words, context);
  if (date === null) return { days: [monthDays(`${inYear}-${named}`)], length: 2 };
  return { days: [yearDays(inYear), ...date.days], length: date.length + 1 };
}

/** `Oct 30`, `30 October`, `30th of October`: the year is a separate word. */
function dayOfMonth([first = '', second = '', third = '']: readonly string[], { dates }: Context): DaysPhrase | null {
  const isLinked = second === 'of' || second === 'de';
  const other = isLinked ? third : second;
  const [named, day] = dayNumber(first) === null ? [first, dayNumber(other)] : [other, dayNumber(first)];
  const months = day === null ? [] : dates.monthsNamed(named);
  if (months.length === 0) return null;
  return { days: [{ every: months.map((month) => `${month}-${day}`) }], length: isLinked ? 3 : 2 };
}

/** `de 2026` in `30 de octubre de 2026`. */
function linkedYear([link, year]: readonly string[]): DaysPhrase | null {
  const isLinked = (link === 'of' || link === 'de') && isYear(year);
  return isLinked ? { days: [yearDays(Number(year))], length: 2 } : null;
}

function dayNumber(word: string): string | null {
  const day = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?$/.exec(word)?.[1];
  return day === undefined ? null : day.padStart(2, '0');
}

const yearFirst = /^(\d{4})([-./])(\d{1,2})(?:\2(\d{1,2}))?$/;
const yearLast = /^(?:(\d{1,2})([-./]))?(\d{1,2})[-./](\d{4})$/;
const shortYear = /^(\d{1,2})([./])(\d{1,2})\2(\d\d)$/;
const withoutYear = /^(\d{1,2})(?:\.(\d{1,2})\.|\/(\d{1,2}))$/;

/**
 * A date in figures. A number above 12 is the day; where both may be the month, the day is first, except between
 * slashes or dashes where the locale has the month first.
 */
function dateOf(word: string, { isMonthFirst }: DateWords): Days | null {
  const [, firstYear, , firstMonth, firstDay] = yearFirst.exec(word) ?? [];
  if (firstYear !== undefined) return daysOf(firstYear, [firstDay, firstMonth]);
  const [, one, sign, other, year] = yearLast.exec(word) ?? shortYear.exec(word) ?? [];
  if (other !== undefined) {
    const full = year!.length === 2 ? `20${year}` : year!;
    return daysOf(full, one === undefined ? [undefined, other] : inOrder(one, other, sign !== '.' && isMonthFirst()));
  }
  const [, first, dotted, slashed] = withoutYear.exec(word) ?? [];
  const second = dotted ?? slashed;
  if (first === undefined || second === undefined) return null;
  const days = daysOf('2000', inOrder(first, second, dotted === undefined && isMonthFirst()));
  return days && { every: [days.from.slice(5)] };
}

type DayAndMonth = readonly [day: string | undefined, month: string | undefined];

function inOrder(one: string, other: string, isMonthFirst: boolean): DayAndMonth {
  const isSwapped = Number(one) > 12 ? false : Number(other) > 12 || isMonthFirst;
  return isSwapped ? [other, one] : [one, other];
}

/** `2026年10月30日`, `2026年10月`, `10月30日`, `10月`. */
function japaneseDate(word: string): Days | null {
  const [, year, month, day] = /^(?:(\d{4})年)?(?:(\d{1,2})月(?:(\d{1,2})日)?)?$/.exec(word) ?? [];
  if (year !== undefined) return month === undefined ? yearDays(Number(year)) : daysOf(year, [day, month]);
  if (month === undefined) return null;
  const days = daysOf('2000', [day, month]);
  return days && { every: [days.from.slice(5, day === undefined ? 7 : 10)] };
}

/** A day, or a month without one; null if there is no such month or day. */
function daysOf(year: string, [day, month = '']: DayAndMonth): Range | null {
  if (Number(month) < 1 || Number(month) > 12) return null;
  const inMonth = `${year}-${month.padStart(2, '0')}`;
  if (day === undefined) return monthDays(inMonth);
  return Number(day) < 1 || Number(day) > 31 ? null : oneDay(`${inMonth}-${day.padStart(2, '0')}`);
}

const oneDay = (day: string) => ({ from: day, to: day }) satisfies Range;
const yearDays = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` }) satisfies Range;
const monthDays = (month: string) => ({ from: `${month}-01`, to: `${month}-31` }) satisfies Range;
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
