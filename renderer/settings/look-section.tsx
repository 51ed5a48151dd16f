// The appearance: its settings, which the palette offers too, their section, and the language for the first start.
import { densities, themes } from '../../main/contract/settings.ts';
import { languageNames, languages } from '../../main/messages/languages.ts';
import { timeChoices } from '../../main/messages/time-format.ts';
import { Choices } from '../elements/form-fields.tsx';
import type { KnownSettings } from '../store/settings.ts';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

type LookSetting = {
  readonly name: 'theme' | 'density' | 'times' | 'language';
  readonly question: string;
  /** `lang`: the language of the label, if it isn't the window's. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
};

const languageSetting = (): LookSetting => ({
  name: 'language',
  question: t('window.settings.language'),
  choices: [
    { value: 'system', label: t('window.settings.systemLanguage') },
    ...languages.map((lang) => ({ value: lang, label: languageNames[lang], lang })),
  ],
});

/** The settings of the appearance, in the order of the section. */
export const lookSettings = (): readonly LookSetting[] => [
  {
    name: 'theme',
    question: t('window.settings.themeLabel'),
    choices: themes.map((theme) => ({ value: theme, label: t('window.settings.theme', { theme }) })),
  },
  {
    name: 'density',
    question: t('window.settings.densityLabel'),
    choices: densities.map((density) => ({ value: density, label: t('window.settings.density', { density }) })),
  },
  {
    name: 'times',
    question: t('window.settings.timesLabel'),
    choices: timeChoices.map((times) => ({ value: times, label: t('window.settings.times', { times }) })),
  },
  languageSetting(),
];

export function LookSection({ settings }: { readonly settings: KnownSettings }) {
  const { changeSettings } = useStore();
  return (
    <section className="card section labelled" aria-labelledby="settings-look">
      <h2 id="settings-look">{t('window.settings.appearance')}</h2>
      {lookSettings().map(({ name, question, choices }) =>
        name === 'language' ? (
          <LanguageChoice key={name} language={settings.language} />
        ) : (
          <Choices
            key={name}
            isRow
            question={question}
            choices={choices}
            value={settings[name]}
            onChange={(value) => void changeSettings({ [name]: value })}
          />
        ),
      )}
    </section>
  );
}

/** The language of the window. */
export function LanguageChoice({ language }: { readonly language: KnownSettings['language'] }) {
  const { changeSettings } = useStore();
  const { question, choices } = languageSetting();
  return (
    <label className="row">
      <b>{question}</b>
      <select
        value={language}
        onChange={({ target }) => void changeSettings({ language: target.value as KnownSettings['language'] })}
      >
        {choices.map(({ value, label, lang }) => (
          <option key={value} value={value} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
