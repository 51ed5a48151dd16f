// The first start: two ways to get started.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { serviceInUse } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { focusFirstInvalid } from '../elements/focus-first-invalid.ts';
import { Field } from '../elements/field.tsx';
import { ApplicationFields } from '../settings/application-fields.tsx';
import { useServiceForm } from '../settings/use-service-form.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { t } from '../text.ts';

export function FirstStart({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  return (
    <main className="first">
      <div className="first-text">
        <p className="first-program">{t('window.common.program')}</p>
        <h1>{t('window.first.title')}</h1>
        <p className="dim">{t('window.first.lead')}</p>
      </div>
      <Kept />
      <div className="ways">
        <TryIt />
        {settings && <Connect settings={settings} />}
      </div>
      <p className="dim small">{t('window.first.later', { version: app.host.version })}</p>
    </main>
  );
}

/** Files that were dropped on this screen. */
function Kept() {
  const store = useStore();
  const n = useWindow((state) => state.kept.length);
  if (n === 0) return null;
  return (
    <section className="card kept" aria-label={t('window.first.keptLabel')}>
      <p className="card-text">{t('window.first.kept', { n })}</p>
      <button type="button" className="button" onClick={store.forgetKept}>
        {t('window.first.discard')}
      </button>
    </section>
  );
}

function TryIt() {
  const { order } = useStore();
  const [isStarting, setIsStarting] = useState(false);

  async function begin() {
    setIsStarting(true);
    if (!(await order('profile.choose', { profile: 'demo' }))) setIsStarting(false);
  }

  return (
    <section className="way" aria-labelledby="way-try">
      <span className="tag">{t('window.common.demo')}</span>
      <h2 id="way-try">{t('window.first.tryTitle')}</h2>
      <p className="dim">{t('window.first.tryText')}</p>
      <button
        type="button"
        className="button main-button large-button"
        disabled={isStarting}
        onClick={() => void begin()}
      >
        {isStarting ? t('window.first.trying') : t('window.first.tryButton')}
      </button>
    </section>
  );
}

function Connect({ settings }: { readonly settings: KnownSettings }) {
  const store = useStore();
  const form = useServiceForm(store, settings, serviceInUse(settings));
  const { id, field, save } = form;

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (!(await save())) return focusFirstInvalid(element);
    if (await store.order('profile.choose', { profile: id })) await store.signIn();
  }

  return (
    <section className="way" aria-labelledby="way-connect">
      <h2 id="way-connect">{t('window.first.connectTitle')}</h2>
      <p className="dim">{t('window.first.connectText')}</p>
      <form className="form" onSubmit={(event) => void connect(event)} noValidate>
        <Field
          label={t('window.service.address')}
          hint={t('window.service.addressHint')}
          type="url"
          {...field('address')}
        />
        <ApplicationFields form={form} />
        <button type="submit" className="button large-button">
          {t('window.first.connectButton')}
        </button>
      </form>
    </section>
  );
}
