// The texts of messages in the window.
import { core } from '../main/messages/catalogue.ts';
import { window as ofWindow } from '../main/messages/window-catalogue.ts';
import { createFormatter } from '../main/messages/formatter.ts';
import { message } from '../main/messages/message.ts';
import type { MessageId } from '../main/messages/message.ts';

const formatter = createFormatter({
  catalogue: { ...core, ...ofWindow },
  locale: globalThis.navigator?.language,
});

/** Returns the text of a message, as the pilot's system writes dates and numbers. */
export const { text } = formatter;

/** How dates, numbers and lists are written, such as `en-DE`. */
export const { locale } = formatter;

/** Returns the text of the message with this id. */
export const t = <Id extends MessageId>(...idAndParams: Parameters<typeof message<Id>>): string =>
  text(message<Id>(...idAndParams));

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** Returns `withModerator` for `with-moderator`: the choices of an ICU message have no hyphens. */
export const choice = <S extends string>(value: S) =>
  value.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<S>;

const lists = { and: new Intl.ListFormat(locale), or: new Intl.ListFormat(locale, { type: 'disjunction' }) };

/** Returns `a, b and c`, or `a, b or c`. */
export const list = (parts: readonly string[], joined: keyof typeof lists = 'and') => lists[joined].format(parts);
