// Accents and lengthens plain texts. The console's pseudo-locale runs this in the browser, so it imports nothing.

const plain = 'abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ';
const accented = 'áƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽ';
const padding = ' one two three four five six seven eight nine ten eleven twelve';

/** Every text of the catalogue is enclosed in these. */
export type Brackets = { readonly open: string; readonly close: string };
export const brackets: Brackets = { open: '⟦', close: '⟧' };

export const accent = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);

/** Returns what makes a text of this length 40 % longer, brackets included. */
export const paddingFor = (length: number): string => padding.slice(0, Math.max(0, Math.ceil(length * 0.4) - 2));

/** Returns the text accented, 40 % longer and in brackets. */
export const pseudoText = (text: string): string =>
  text === '' ? '' : `${brackets.open}${accent(text)}${paddingFor(text.length)}${brackets.close}`;

/** Changes every text of a catalogue of plain texts and functions that return a text. */
export function pseudoCatalogue<T>(catalogue: T): T {
  if (typeof catalogue === 'string') return pseudoText(catalogue) as T;
  if (typeof catalogue === 'function') return ((...values: unknown[]) => pseudoCatalogue(catalogue(...values))) as T;
  if (Array.isArray(catalogue)) return catalogue.map((one: unknown) => pseudoCatalogue(one)) as T;
  if (typeof catalogue !== 'object' || catalogue === null) return catalogue;
  return Object.fromEntries(Object.entries(catalogue).map(([key, value]) => [key, pseudoCatalogue(value)])) as T;
}
