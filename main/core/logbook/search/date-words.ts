// What dates are called: the names of months and phrases such as "last week", in English and in the languages shown,
// and whether a date in figures begins with the month.
import { searchText } from '../../../messages/search-text.ts';
import type { LanguageChoice } from '../../../messages/languages.ts';

export type RelativeUnit = 'day' | 'week' | 'month' | 'year';
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
const ARTICLE = /^(?:la |le |el |l')/;

function phrasesIn(locale: string): Phrase[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return units.flatMap((unit) =>
    ([0, -1] as const).flatMap((offset) => {
      const text = searchText(relative.format(offset, unit));
      const texts = new Set([text, text.replace(ARTICLE, '')]);
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
