// Texts of messages on the command line and on pages that Node serves.
import { languageFor } from '../../messages/languages.ts';
import { createFormatter } from '../../messages/formatter.ts';
import { app, cli, core } from '../../messages/catalogue.ts';
import type { Message, Name } from '../../messages/message.ts';
import type { TimeChoice, TimeFormat } from '../../messages/time-format.ts';
import { translated } from '../../messages/translations.ts';

/** Returns a locale of the environment, such as `de-AT`; undefined if none is set, as in a container. */
function localeIn(posix: string | undefined): string | undefined {
  if (posix === undefined || posix === '') {
    return process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : undefined;
  }
  const name = posix.replace(/[.@].*$/, '');
  return name === 'C' || name === 'POSIX' ? undefined : name.replace('_', '-');
}

const { LC_ALL, LC_MESSAGES, LC_TIME, LANG } = process.env;
const wanted = localeIn(LC_ALL || LC_MESSAGES || LANG);
const language = languageFor('system', wanted === undefined ? [] : [wanted]);

let catalogue = { ...app, ...core, ...cli };
const formatterFor = (times?: TimeChoice) =>
  createFormatter({ catalogue, language, locale: localeIn(LC_ALL || LC_TIME || LANG), ...(times && { times }) });
let formatter = formatterFor();

/** Loads the texts of the language. Until then they are English. */
export async function loadLanguage(): Promise<void> {
  catalogue = await translated(catalogue, language);
  formatter = formatterFor();
}

/** Returns the text of a message, in the language and with the dates and numbers of the environment. */
export const text = (message: Message): string => formatter.text(message);

/** Returns a name: as it was given, or the text of its message. */
export const nameText = (name: Name): string => (typeof name === 'string' ? name : text(name));

/** Returns how times are written. */
export const timeFormat = (): TimeFormat => formatter.timeFormat;

/** Writes every later time in the zone of the pilot's choice. */
export const setTimes = (times: TimeChoice): void => void (formatter = formatterFor(times));
