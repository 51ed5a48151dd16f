// The texts inside of exported files, in the language of the window.
import { exported } from '../../../messages/catalogue.ts';
import { createFormatter } from '../../../messages/formatter.ts';
import { languageFor, type LanguageChoice } from '../../../messages/languages.ts';
import type { Message } from '../../../messages/message.ts';
import { translated } from '../../../messages/translations.ts';

export type FileText = (message: Message) => string;

/** @param system locale of this computer, such as `de-AT`: the language if none is chosen, and how numbers are written */
export async function fileTextIn(
  choice: LanguageChoice,
  system = Intl.DateTimeFormat().resolvedOptions().locale,
): Promise<FileText> {
  const language = languageFor(choice, [system]);
  return createFormatter({ catalogue: await translated(exported, language), language, locale: system }).text;
}
