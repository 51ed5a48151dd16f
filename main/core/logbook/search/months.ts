// Months by their names.
import { searchText } from './search-text.ts';

type MonthName = { readonly name: string; readonly month: string };

/** Created by the first search: the names of dates take 15 MB. */
let monthNames: MonthName[] | null = null;
const readMonthNames = (): MonthName[] =>
  [...new Set(['en', Intl.DateTimeFormat().resolvedOptions().locale])].flatMap((locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => ({
      name: searchText(format(Date.UTC(2024, month, 15))),
      month: String(month + 1).padStart(2, '0'),
    }));
  });

/** Months, as `10`, whose English name, or name in this computer's language, begins with the word. */
export function monthsNamed(word: string): string[] {
  const beginning = word.replace(/\.$/, '');
  if (beginning.length < 3) return [];
  monthNames ??= readMonthNames();
  return [...new Set(monthNames.filter(({ name }) => name.startsWith(beginning)).map(({ month }) => month))];
}
