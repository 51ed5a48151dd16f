// The texts of messages in menus, dialogs and notifications of the desktop app.
import { app } from 'electron';
import { languageFor, type LanguageChoice } from '../messages/languages.ts';
import { app as appTexts, core } from '../messages/catalogue.ts';
import { createFormatter } from '../messages/formatter.ts';
import type { Message } from '../messages/message.ts';
import type { TimeChoice } from '../messages/time-format.ts';
import { translated } from '../messages/translations.ts';

const english = { ...appTexts, ...core };
let formatter = createFormatter({ catalogue: english });

/** Returns the text of a message; in English until `setTexts` has resolved. */
export const text = (message: Message): string => formatter.text(message);

/**
 * Writes every later text in this language, with times in this zone. Call it once the app is ready: the system's is
 * known only then.
 */
export async function setTexts(choice: LanguageChoice, times: TimeChoice): Promise<void> {
  const language = languageFor(choice, app.getPreferredSystemLanguages());
  const catalogue = await translated(english, language);
  formatter = createFormatter({ catalogue, language, times, locale: app.getSystemLocale() });
}
