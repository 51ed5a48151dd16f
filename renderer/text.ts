// Formats messages in the pilot's language, and names.
import { core } from '../main/messages/catalogue.ts';
import { createFormatter } from '../main/messages/formatter.ts';
import { type Language, type LanguageChoice, languageFor } from '../main/messages/languages.ts';
import { message, type Message, type MessageId, type Name } from '../main/messages/message.ts';
import type { TimeChoice, TimeFormat } from '../main/messages/time-format.ts';
import { translated } from '../main/messages/translations.ts';
import { window as ofWindow } from '../main/messages/window-catalogue.ts';

/** The language, and the zone of times. */
export type Texts = { readonly language: Language; readonly times: TimeChoice };

const english = { ...core, ...ofWindow };
// Undefined in unit tests, which run in Node.
const systemLocale: string | undefined = globalThis.navigator?.language;
const preferred: readonly string[] = globalThis.navigator?.languages ?? [];
let formatter = createFormatter({ catalogue: english, locale: systemLocale });
let shown: Texts = { language: 'en', times: 'utc' };
let wanted = shown;

/** Returns the language that a choice in the settings means on this system. */
export const languageOf = (choice: LanguageChoice): Language => languageFor(choice, preferred);

/** Returns the current language and zone. */
export const shownTexts = (): Texts => shown;

/**
 * Sets the language and zone of all later texts, unless a newer call does meanwhile. Rejects if a language can't be
 * loaded.
 */
export async function setTexts(texts: Texts): Promise<void> {
  wanted = texts;
  const catalogue = await translated(english, texts.language);
  if (wanted !== texts) return;
  formatter = createFormatter({ catalogue, ...texts, locale: systemLocale });
  shown = texts;
}

/** Returns the text of a message, with dates and numbers in the system's format. */
export const text = (message: Message): string => unbroken(shownName(formatter.text(message)));

/** Keeps a figure and its unit on one line. */
export const unbroken = (shown: string): string =>
  shown.replace(/(?<=\d) (?=(?:NM|kg|d|h|min|s|ms|bytes?|[kM]B)(?!\p{L}))/gu, '\u00A0');

/** Returns the text of the message with this id. */
export const t = <Id extends MessageId>(...idAndParams: Parameters<typeof message<Id>>): string =>
  text(message<Id>(...idAndParams));

/** Returns a name, which may be a message. */
export const nameText = (name: Name): string => (typeof name === 'string' ? name : text(name));

/** Returns the format of times. */
export const timeFormat = (): TimeFormat => formatter.timeFormat;

/**
 * Caches what is slow to create, such as number formats, until the language or zone changes.
 * @param make is called with the locale of dates, numbers and lists, such as `en-DE`
 */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly by: typeof formatter; readonly value: T } | null = null;
  return () => {
    if (made?.by !== formatter) made = { by: formatter, value: make(formatter.locale) };
    return made.value;
  };
}

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** Converts `with-moderator` to `withModerator`: choices of ICU messages can't contain hyphens. */
export const choice = <S extends string>(value: S) =>
  value.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>;

// File names may contain characters that reverse the following text: a JPEG could look like a PNG.

/** Embeddings, overrides and isolates. Directional marks, which some languages need, do not affect other text. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a name for display, with characters that change the direction written out, such as [U+202E]. */
export const shownName = (name: string): string =>
  name.replace(turning, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase()}]`);
