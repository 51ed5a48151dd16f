// The first start: two ways to begin.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { serviceInUse } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import { focusFirstInvalid } from '../elements/focus-first-amiss.ts';
import { Field } from '../elements/field.tsx';
import { ApplicationFields } from '../settings/application-fields.tsx';
import { useServiceForm } from '../settings/use-service-form.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { words } from '../words/words.ts';

const w = words.first;
const f = words.fields;

export function FirstStart({ app }: { readonly app: AppState }) {
  const settings = useWindow((state) => state.settings);
  return (
    <main className="first">
      <div className="first-words">
        <p className="first-program">{words.program}</p>
        <h1>{w.title}</h1>
        <p className="dim">{w.lead}</p>
      </div>
      <Kept />
      <div className="ways">
        <TryIt />
        {settings && <Connect settings={settings} />}
      </div>
      <p className="dim small">
        {w.later} {words.settings.version(app.host.version)}.
      </p>
    </main>
  );
}

/** What was let go over this screen already. */
function Kept() {
  const store = useStore();
  const n = useWindow((state) => state.kept.length);
  if (n === 0) return null;
  return (
    <section className="card kept" aria-label={w.keptLabel}>
      <p className="card-words">{w.kept(n)}</p>
      <button type="button" className="button" onClick={store.forgetKept}>
        {w.forget}
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
      <span className="tag">{words.demo}</span>
      <h2 id="way-try">{w.tryTitle}</h2>
      <p className="dim">{w.tryWords}</p>
      <button
        type="button"
        className="button main-button large-button"
        disabled={isStarting}
        onClick={() => void begin()}
      >
        {isStarting ? w.trying : w.tryButton}
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
      <h2 id="way-connect">{w.connectTitle}</h2>
      <p className="dim">{w.connectWords}</p>
      <form className="form" onSubmit={(event) => void connect(event)} noValidate>
        <Field label={f.address} hint={f.addressHint} type="url" {...field('address')} />
        <ApplicationFields form={form} />
        <button type="submit" className="button large-button">
          {w.connectButton}
        </button>
      </form>
    </section>
  );
}
