// The terms of a search; each has to match. Pure, except for the names of months.
import { searchText } from './search-text.ts';
import { monthsNamed } from './months.ts';

/** A range of days, or the same month (`10`) or day (`10-30`) of every year. */
export type Days =
  | { readonly from: string; readonly to: string; readonly every?: undefined }
  | { readonly every: readonly string[] };

/** `word` has its other meanings beside a date: an airport, a type, a number, a file name. */
export type Term =
  | { readonly kind: 'word'; readonly word: string; readonly days: Days | null }
  | ({ readonly kind: 'days' } & Days)
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'from' | 'to'; readonly word: string }
  | { readonly kind: 'route'; readonly from: string; readonly to: string; readonly word: string };

type Context = {
  /** In UTC, `2026-11-23`. */
  readonly today: string;
  /** Whether a word matches airports of the pilot's flights. Without them `to` is a word like any other. */
  readonly isAirport: (word: string) => boolean;
};

/** More than anyone types. */
const MOST_WORDS = 12;

/** Lower case, without accents. */
export const wordsOf = (q: string): string[] =>
  searchText(q)
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

const ARROW = /^(?:->|[-–—>→])$/;
const ROUTE = /^(.+?)(?:->|[-–—>→])(.+)$/;
const TRAILING_ARROW = /(?<=.)(?:->|[-–—>→])$/;

/** A phrase at the beginning of `words`, and how many of them it takes. */
type Phrase = { readonly terms: readonly Term[]; readonly length: number };
type Rule = (words: readonly string[], context: Context) => Phrase | null;

export function termsOf(q: string, context: Context): Term[] {
  const terms: Term[] = [];
  let words: readonly string[] = wordsOf(q);
  while (words.length > 0) {
    let found: Phrase | null = null;
    for (const rule of rules) found ??= rule(words, context);
    terms.push(...(found?.terms ?? wordTerms(words[0]!)));
    words = words.slice(found?.length ?? 1);
  }
  return terms;
}

const rules: readonly Rule[] = [flightNumber, airportAfter, routeOf, relativeDays, dayOfMonth];

/** `#4711` and `flight 4711`: nothing else. */
function flightNumber([word = '', next = '']: readonly string[]): Phrase | null {
  const isNamed = word === 'flight';
  const digits = /^#?(\d{1,15})$/.exec(isNamed ? next : word)?.[1];
  if (digits === undefined || !(isNamed || word.startsWith('#'))) return null;
  return { terms: [{ kind: 'number', id: Number(digits) }], length: isNamed ? 2 : 1 };
}

/** `to LOWG`, `from LOWG`. */
function airportAfter([word, airport]: readonly string[], { isAirport }: Context): Phrase | null {
  if ((word !== 'from' && word !== 'to') || airport === undefined || !isAirport(airport)) return null;
  return { terms: [{ kind: word, word: airport }], length: 2 };
}

/** `LLBG-LOWG`, `LLBG→LOWG`, `LLBG > LOWG`. */
function routeOf([word = '', arrow = '', end]: readonly string[], { isAirport }: Context): Phrase | null {
  const isApart = ARROW.test(arrow) && end !== undefined;
  const [, from, to] = isApart ? [null, word, end] : (ROUTE.exec(word) ?? []);
  if (from === undefined || to === undefined || !isAirport(from) || !isAirport(to)) return null;
  return { terms: [{ kind: 'route', from, to, word: isApart ? `${from}-${to}` : word }], length: isApart ? 3 : 1 };
}

/** `last year`, `this month`, `last October`: the latest one before the current month. */
function relativeDays([which, what = '', ...after]: readonly string[], { today }: Context): Phrase | null {
  if (which !== 'last' && which !== 'this') return null;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const isLast = which === 'last';
  const one = (days: Days): Phrase => ({ terms: [{ kind: 'days', ...days }], length: 2 });
  if (what === 'year') return one(yearDays(year - (isLast ? 1 : 0)));
  if (what === 'month') return one(monthDays(isLast ? monthOf(year, month - 1) : monthOf(year, month)));
  const [named, ...others] = monthsNamed(what);
  if (named === undefined || others.length > 0) return null;
  const inYear = isLast && Number(named) >= month ? year - 1 : year;
  const date = dayOfMonth([what, ...after]);
  if (date === null) return one(monthDays(`${inYear}-${named}`));
  return { terms: [{ kind: 'days', ...yearDays(inYear) }, ...date.terms], length: date.length + 1 };
}

/** `Oct 30`, `30 October`, `30th of October`: the year is a separate word. */
function dayOfMonth(words: readonly string[]): Phrase | null {
  const [first = '', second = '', third = ''] = words;
  const isLinked = second === 'of' || second === 'de';
  const other = isLinked ? third : second;
  const [named, day] = dayNumber(first) === null ? [first, dayNumber(other)] : [other, dayNumber(first)];
  const months = day === null ? [] : monthsNamed(named);
  if (months.length === 0) return null;
  return { terms: [{ kind: 'days', every: months.map((month) => `${month}-${day}`) }], length: isLinked ? 3 : 2 };
}

function dayNumber(word: string): string | null {
  const day = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?$/.exec(word)?.[1];
  return day === undefined ? null : day.padStart(2, '0');
}

/** An arrow that nothing follows yet is still being typed. */
function wordTerms(typed: string): Term[] {
  const word = typed.replace(TRAILING_ARROW, '');
  return ARROW.test(word) ? [] : [{ kind: 'word', word, days: daysNamed(word) }];
}

/** `2026`, `2026-10`, `10/2026`, `2026-10-12`, and months by their names. */
function daysNamed(word: string): Days | null {
  if (/^(19|20)\d\d$/.test(word)) return yearDays(Number(word));
  if (/^\d{4}-\d\d$/.test(word)) return monthDays(word);
  const [, month, year] = /^(0?[1-9]|1[0-2])[/.](\d{4})$/.exec(word) ?? [];
  if (month !== undefined) return monthDays(`${year}-${month.padStart(2, '0')}`);
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return { from: word, to: word };
  const months = monthsNamed(word);
  return months.length === 0 ? null : { every: months };
}

const yearDays = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` });
const monthDays = (month: string): Days => ({ from: `${month}-01`, to: `${month}-31` });
const monthOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7);
