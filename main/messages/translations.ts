// The catalogue in other languages: one file for each, loaded when it is wanted. A message that a translation lacks is
// shown in English.
import type { Language } from './languages.ts';
import type { Catalogue } from './formatter.ts';

type Loaded = Promise<{ readonly default: Catalogue }>;

const load: Readonly<Record<Exclude<Language, 'en'>, () => Loaded>> = {
  de: () => import('./translations/de.json', { with: { type: 'json' } }),
  fr: () => import('./translations/fr.json', { with: { type: 'json' } }),
  es: () => import('./translations/es.json', { with: { type: 'json' } }),
  'pt-BR': () => import('./translations/pt-BR.json', { with: { type: 'json' } }),
  ja: () => import('./translations/ja.json', { with: { type: 'json' } }),
};

/** Returns the English catalogue with the texts of the language in place of those that it has. */
export async function translated(english: Catalogue, language: Language): Promise<Catalogue> {
  return language === 'en' ? english : { ...english, ...(await load[language]()).default };
}
