// Numbers, lists and plurals of the console's language.

/** The console is in English, with British dates and a 24-hour clock. */
export const locale = 'en-GB';

const numbers = new Intl.NumberFormat(locale);
const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const percents = new Intl.NumberFormat(locale, { style: 'percent' });
const rules = new Intl.PluralRules(locale);
const joinedLists = new Intl.ListFormat(locale);
const plainLists = new Intl.ListFormat(locale, { type: 'unit' });

/** `10,000` */
export const number = (n: number): string => numbers.format(n);

/** `+120` */
export const signed = (n: number): string => signs.format(n);

/** `50%` of 0.5 */
export const percent = (share: number): string => percents.format(share);

/** Chooses the form that a number requires. */
export const plural = (n: number, forms: { one: string; other: string }): string =>
  rules.select(n) === 'one' ? forms.one : forms.other;

/** `a, b and c` */
export const joinedList = (items: readonly string[]): string => joinedLists.format(items);

/** `a, b, c` */
export const plainList = (items: readonly string[]): string => plainLists.format(items);
