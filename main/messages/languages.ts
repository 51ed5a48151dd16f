// The languages that the app can be used in, and which of them fits the pilot's system.

/** As in BCP 47. English is the one that the messages are written in. */
export const languages = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] as const;
export type Language = (typeof languages)[number];
/** `system`: the first language of the system that the app has. */
export type LanguageChoice = Language | 'system';

/** Each language's own name, so that it is recognizable in any language of the window. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
};

/**
 * @param choice of the settings
 * @param preferred locales of the system, the most wanted first, such as `de-AT`
 */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const locale of preferred) {
    const wanted = locale.toLowerCase().split('-')[0];
    const found = languages.find((language) => language.split('-')[0] === wanted);
    if (found !== undefined) return found;
  }
  return 'en';
}
