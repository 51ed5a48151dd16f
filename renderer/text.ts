// The texts of messages in the window, in the pilot's language.
import { languageFor, type Language, type LanguageChoice } from '../main/messages/languages.ts';
import { core } from '../main/messages/catalogue.ts';
import { createFormatter } from '../main/messages/formatter.ts';
import { message } from '../main/messages/message.ts';
import type { Message, MessageId } from '../main/messages/message.ts';
import { translated } from '../main/messages/translations.ts';
import { window as ofWindow } from '../main/messages/window-catalogue.ts';

const english = { ...core, ...ofWindow };
// Rules that write text are tested in Node, where a browser's languages are not there.
const systemLocale: string | undefined = globalThis.navigator?.language;
const preferred: readonly string[] = globalThis.navigator?.languages ?? [];
let formatter = createFormatter({ catalogue: english, locale: systemLocale });
let shown: Language = 'en';
let wanted: Language = 'en';

/** The language that a choice of the settings means on this system. */
export const languageOf = (choice: LanguageChoice): Language => languageFor(choice, preferred);

/** The language that texts are in now. */
export const shownLanguage = (): Language => shown;

/** Writes every later text in this language, unless another one is set meanwhile. Rejects where it cannot be loaded. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const catalogue = await translated(english, language);
  if (wanted !== language) return;
  formatter = createFormatter({ catalogue, language, locale: systemLocale });
  shown = language;
}

/** Returns the text of a message, as the pilot's system writes dates and numbers. */
export const text = (message: Message): string => formatter.text(message);

/** Returns the text of the message with this id. */
export const t = <Id extends MessageId>(...idAndParams: Parameters<typeof message<Id>>): string =>
  text(message<Id>(...idAndParams));

/**
 * Keeps what is slow to make, such as a format of dates, until the language changes.
 * @param make is given how dates, numbers and lists are written, such as `en-DE`
 */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly locale: string; readonly value: T } | null = null;
  return () => {
    const { locale } = formatter;
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** Returns `withModerator` for `with-moderator`: the choices of an ICU message have no hyphens. */
export const choice = <S extends string>(value: S) =>
  value.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>;

const lists = perLocale((locale) => ({
  and: new Intl.ListFormat(locale),
  or: new Intl.ListFormat(locale, { type: 'disjunction' }),
}));

/** Returns `a, b and c`, or `a, b or c`. */
export const list = (parts: readonly string[], joined: 'and' | 'or' = 'and') => lists()[joined].format(parts);
