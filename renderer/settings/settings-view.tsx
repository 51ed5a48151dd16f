// The settings.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { densities } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { timeChoices } from '../../main/messages/time-format.ts';
import { AccountSection } from '../account/account-section.tsx';
import { Field } from '../elements/field.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';
import { BackgroundSection } from './background-section.tsx';
import { ChecksSection } from './checks-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { KeepingSection } from './keeping-section.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { ServiceSection } from './service-section.tsx';
import { ThirdPartyLicences } from './licences/third-party-licences.tsx';
import { UpdatesSection } from './updates-section.tsx';

const MEGA = 1024 * 1024;
const MAX_MEGABYTES = 1024;

export function SettingsView({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{t('window.settings.title')}</h1>
      {settings === null ? (
        <p className="dim">{t('window.common.reading')}</p>
      ) : (
        <Sections app={app} settings={settings} />
      )}
    </main>
  );
}

type Props = { readonly app: AppState; readonly settings: KnownSettings };

function Sections({ app, settings }: Props) {
  const { canRead } = app.service;
  const reading =
    canRead === null
      ? t('window.settings.reading', { canRead: 'unknown' })
      : canRead
        ? t('window.settings.reading', { canRead: 'yes' })
        : t('window.settings.reading', { canRead: 'no' });
  return (
    <>
      <section className="card section" aria-labelledby="settings-account">
        <h2 id="settings-account">{t('window.account.title')}</h2>
        <AccountSection app={app} />
      </section>
      <ServiceSection app={app} settings={settings} />
      <section className="card section" aria-labelledby="settings-reports">
        <h2 id="settings-reports">{t('window.settings.reports')}</h2>
        <SizeLimit key={settings.maxFileBytes} maxFileBytes={settings.maxFileBytes} />
      </section>
      <section className="card section look-section" aria-labelledby="settings-look">
        <h2 id="settings-look">{t('window.settings.appearance')}</h2>
        <ThemeChoice theme={settings.theme} />
        <DensityChoice density={settings.density} />
        <TimesChoice times={settings.times} />
        <LanguageChoice language={settings.language} />
      </section>
      {app.host.kind === 'desktop' && (
        <BackgroundSection settings={settings} withoutTray={app.host.withoutTray === true} />
      )}
      {app.updates && <UpdatesSection updates={app.updates} settings={settings} version={app.host.version} />}
      <KeepingSection app={app} />
      <ChecksSection />
      <DiagnosticsSection />
      <section className="card section" aria-labelledby="settings-about">
        <h2 id="settings-about">{t('window.settings.about')}</h2>
        <p>{t('window.settings.version', { version: app.host.version })}</p>
        <p className="dim small">{t('window.settings.host', { host: app.host.kind })}</p>
        {app.host.withoutSandbox && <p className="concern-text">{t('background.withoutSandbox')}</p>}
        <p className="dim small">{reading}</p>
        <ThirdPartyLicences />
      </section>
    </>
  );
}

function SizeLimit({ maxFileBytes }: { readonly maxFileBytes: number }) {
  const store = useStore();
  const [typed, setTyped] = useState(String(Math.round((maxFileBytes / MEGA) * 10) / 10));
  const [error, setError] = useState<string | undefined>();

  /** Saves when the field loses the focus. */
  async function save() {
    const megabytes = Number(typed.replace(',', '.'));
    const isGood = megabytes >= 1 && megabytes <= MAX_MEGABYTES;
    setError(isGood ? undefined : t('window.settings.invalidSize', { min: 1, max: MAX_MEGABYTES }));
    const wanted = Math.round(megabytes * MEGA);
    if (isGood && wanted !== maxFileBytes && (await store.changeSettings({ maxFileBytes: wanted })))
      store.offerUndo(t('window.common.saved'), () => store.changeSettings({ maxFileBytes }));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  return (
    <form className="row field-row" onSubmit={submit} noValidate>
      <Field
        label={t('window.settings.maxFileSize')}
        hint={t('window.settings.maxFileSizeHint')}
        error={error}
        unit={t('window.settings.megabytes')}
        inputMode="decimal"
        className="short time"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}

function ThemeChoice({ theme }: { readonly theme: KnownSettings['theme'] }) {
  const { changeSettings } = useStore();
  return (
    <ChoiceRow
      id="settings-theme"
      legend={t('window.settings.themeLabel')}
      choices={(['system', 'light', 'dark'] as const).map((name) => [
        name,
        t('window.settings.theme', { theme: name }),
      ])}
      value={theme}
      onChange={(choice) => void changeSettings({ theme: choice })}
    />
  );
}

function TimesChoice({ times }: { readonly times: KnownSettings['times'] }) {
  const { changeSettings } = useStore();
  return (
    <ChoiceRow
      id="settings-times"
      legend={t('window.settings.timesLabel')}
      choices={timeChoices.map((choice) => [choice, t('window.settings.times', { times: choice })])}
      value={times}
      onChange={(choice) => void changeSettings({ times: choice })}
    />
  );
}

function DensityChoice({ density }: { readonly density: KnownSettings['density'] }) {
  const { changeSettings } = useStore();
  return (
    <ChoiceRow
      id="settings-density"
      legend={t('window.settings.densityLabel')}
      choices={densities.map((choice) => [choice, t('window.settings.density', { density: choice })])}
      value={density}
      onChange={(choice) => void changeSettings({ density: choice })}
    />
  );
}

type ChoiceRowProps<T extends string> = {
  readonly id: string;
  readonly legend: string;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
};

function ChoiceRow<T extends string>({ id, legend, choices, value, onChange }: ChoiceRowProps<T>) {
  return (
    <fieldset className="row">
      <legend>{legend}</legend>
      <div className="choices">
        {choices.map(([choice, label]) => (
          <label key={choice} className="choice">
            <input
              id={`${id}-${choice}`}
              type="radio"
              name={id}
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
