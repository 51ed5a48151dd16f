// The settings.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { AccountSection } from '../account/account-section.tsx';
import { Field } from '../elements/field.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { KeepingSection } from './keeping-section.tsx';
import { ServiceSection } from './service-section.tsx';

const w = words.settings;
const MEGA = 1024 * 1024;
const MOST_MEGABYTES = 1024;

export function SettingsView({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{w.title}</h1>
      {settings === null ? <p className="dim">{w.reading}</p> : <Sections app={app} settings={settings} />}
    </main>
  );
}

type Props = { readonly app: AppState; readonly settings: KnownSettings };

function Sections({ app, settings }: Props) {
  const { canRead } = app.service;
  const reading = canRead === null ? w.unknownRead : canRead ? w.canRead : w.cannotRead;
  return (
    <>
      <section className="card section" aria-labelledby="settings-account">
        <h2 id="settings-account">{words.account.title}</h2>
        <AccountSection app={app} />
      </section>
      <ServiceSection app={app} settings={settings} />
      <section className="card section" aria-labelledby="settings-reports">
        <h2 id="settings-reports">{w.reports}</h2>
        <SizeLimit key={settings.maxFileBytes} maxFileBytes={settings.maxFileBytes} />
      </section>
      <section className="card section" aria-labelledby="settings-look">
        <h2 id="settings-look">{w.look}</h2>
        <ThemeChoice theme={settings.theme} />
      </section>
      <KeepingSection app={app} />
      <DiagnosticsSection />
      <section className="card section" aria-labelledby="settings-about">
        <h2 id="settings-about">{w.about}</h2>
        <p>
          {words.program}, {w.version(app.host.version)}
        </p>
        <p className="dim small">{w.host[app.host.kind]}</p>
        <p className="dim small">{reading}</p>
      </section>
    </>
  );
}

function SizeLimit({ maxFileBytes }: { readonly maxFileBytes: number }) {
  const store = useStore();
  const [typed, setTyped] = useState(String(Math.round((maxFileBytes / MEGA) * 10) / 10));
  const [error, setError] = useState<string | undefined>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const megabytes = Number(typed.replace(',', '.'));
    const isGood = megabytes >= 1 && megabytes <= MOST_MEGABYTES;
    setError(isGood ? undefined : words.fields.badSize);
    if (isGood && (await store.changeSettings({ maxFileBytes: Math.round(megabytes * MEGA) }))) store.tell(w.saved);
  }

  return (
    <form className="row field-row" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={w.sizeLimit}
        hint={w.sizeWords}
        error={error}
        unit={w.megabytes}
        inputMode="decimal"
        className="short time"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="button">
        {w.save}
      </button>
    </form>
  );
}

function ThemeChoice({ theme }: { readonly theme: KnownSettings['theme'] }) {
  const { changeSettings } = useStore();
  return (
    <fieldset className="choices">
      <legend className="off-screen">{w.theme}</legend>
      {(['system', 'light', 'dark'] as const).map((name) => (
        <label key={name} className="choice">
          <input
            type="radio"
            name="theme"
            checked={theme === name}
            onChange={() => void changeSettings({ theme: name })}
          />
          {w.themes[name]}
        </label>
      ))}
    </fieldset>
  );
}
