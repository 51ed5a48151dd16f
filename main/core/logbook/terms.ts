// The terms of a search; each has to match. Pure.
import { daysAt, daysNamed, type Days, type DateWords } from './dates.ts';
import { searchText } from '../../messages/search-text.ts';

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
  readonly dates: DateWords;
  /** Whether a word matches airports of the pilot's flights. Without them `to` is a word like any other. */
  readonly isAirport: (word: string) => boolean;
};

/** More than anyone types. */
const mostWords = 12;

/** SQLite's `LIKE` would end a pattern at NUL. */
const separators = /[\s,;、\0]+/;

/** In the form of `searchText`. */
export const wordsOf = (q: string): string[] =>
  searchText(q)
    .split(separators)
    .filter((word) => word !== '')
    .slice(0, mostWords);

const routeArrow = /^(?:->|[-–—>→])$/;
const route = /^(.+?)(?:->|[-–—>→])(.+)$/;
const trailingArrow = /(?<=.)(?:->|[-–—>→])$/;

/** A phrase at the beginning of `words`, and how many of them it takes. */
type Phrase = { readonly terms: readonly Term[]; readonly length: number };
type Rule = (words: readonly string[], context: Context) => Phrase | null;

export function termsOf(q: string, context: Context): Term[] {
  const terms: Term[] = [];
  let words: readonly string[] = wordsOf(q);
  while (words.length > 0) {
    let found: Phrase | null = null;
    for (const rule of rules) found ??= rule(words, context);
    terms.push(...(found?.terms ?? wordTerms(words[0]!, context)));
    words = words.slice(found?.length ?? 1);
  }
  return terms;
}

const rules: readonly Rule[] = [flightNumber, airportAfter, routeOf, daysPhrase];

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
  const isApart = routeArrow.test(arrow) && end !== undefined;
  const [, from, to] = isApart ? [null, word, end] : (route.exec(word) ?? []);
  if (from === undefined || to === undefined || !isAirport(from) || !isAirport(to)) return null;
  return { terms: [{ kind: 'route', from, to, word: isApart ? `${from}-${to}` : word }], length: isApart ? 3 : 1 };
}

function daysPhrase(words: readonly string[], context: Context): Phrase | null {
  const found = daysAt(words, context);
  return found && { terms: found.days.map((days): Term => ({ kind: 'days', ...days })), length: found.length };
}

/** An arrow that nothing follows yet is still being typed. */
function wordTerms(typed: string, context: Context): Term[] {
  const word = typed.replace(trailingArrow, '');
  return routeArrow.test(word) ? [] : [{ kind: 'word', word, days: daysNamed(word, context) }];
}
