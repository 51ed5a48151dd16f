// The language of the window, for the settings and the first start.
import { languageNames, languages } from '../../main/messages/languages.ts';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';

export function LanguageChoice({ language }: { readonly language: KnownSettings['language'] }) {
  const { changeSettings } = useStore();
  return (
    <label className="row">
      <b>{t('window.settings.language')}</b>
      <select
        id="language"
        value={language}
        onChange={({ target }) => void changeSettings({ language: target.value as KnownSettings['language'] })}
      >
        <option value="system">{t('window.settings.systemLanguage')}</option>
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
