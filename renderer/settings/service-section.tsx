// The service: which one is in use, and how the real one is reached.
import type { FormEvent, ReactNode } from 'react';
import type { AppState } from '../../main/contract/state.ts';
import { Icon } from '../elements/icon.tsx';
import { useOpenConsole } from '../elements/use-open-console.ts';
import { Field } from '../elements/field.tsx';
import { useStore } from '../store/use-window.ts';
import type { KnownSettings } from '../store/window-state.ts';
import { words } from '../words/words.ts';
import { useServiceForm } from './use-service-form.ts';

const w = words.settings;
const f = words.fields;

type Props = { readonly app: AppState; readonly settings: KnownSettings };

export function ServiceSection({ app, settings }: Props) {
  const { kind, isDemonstration, hasConsole } = app.service;
  return (
    <section className="card section" aria-labelledby="settings-service">
      <h2 id="settings-service">{w.service}</h2>
      {kind === 'emulator' && (
        <Choice profile="service" name={app.service.name} told={app.service.address} isInUse>
          <p className="dim small">{w.testWords}</p>
        </Choice>
      )}
      <Choice profile="demo" name={w.demoName} told={w.demoWords} isInUse={kind === 'demo'}>
        {hasConsole && <ConsoleButton />}
      </Choice>
      <Choice
        profile="service"
        name={settings.service.name}
        told={w.realWords(settings.service.address)}
        isInUse={kind === 'service'}
        isReady={settings.service.address !== ''}
      />
      {kind === 'service' && isDemonstration && <p className="concern-words">{w.testWords}</p>}
      <ConnectionForm settings={settings} />
    </section>
  );
}

function ConsoleButton() {
  const openConsole = useOpenConsole();
  return (
    <p className="console-button">
      <button type="button" className="button" onClick={openConsole}>
        <Icon name="outside" />
        {words.openConsole}
      </button>
    </p>
  );
}

type ChoiceProps = {
  readonly profile: 'demo' | 'service';
  readonly name: string;
  readonly told: string;
  readonly isInUse: boolean;
  readonly isReady?: boolean;
  readonly children?: ReactNode;
};

function Choice({ profile, name, told, isInUse, isReady = true, children }: ChoiceProps) {
  const { order } = useStore();
  return (
    <div className="row">
      <div>
        <strong>{name}</strong>
        <p className="dim small breakable">{told}</p>
        {children}
      </div>
      {isInUse && <span className="in-use">{w.inUse}</span>}
      {!isInUse && isReady && (
        <button
          type="button"
          className="button"
          aria-label={`${w.use}: ${name}`}
          onClick={() => void order('profile.choose', { profile })}
        >
          {w.use}
        </button>
      )}
    </div>
  );
}

function ConnectionForm({ settings }: { readonly settings: KnownSettings }) {
  const store = useStore();
  const { field, secretField, save } = useServiceForm(store, settings);
  const { hasApplicationSecret } = settings;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await save()) store.tell(w.saved);
  }

  return (
    <details className="connection">
      <summary>{w.connection}</summary>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field label={f.name} {...field('name')} maxLength={60} />
        <Field label={f.address} hint={f.addressHint} type="url" {...field('address')} />
        <Field label={f.clientId} {...field('clientId')} maxLength={200} />
        <Field label={f.secret} {...secretField} />
        {hasApplicationSecret && (
          <p>
            <button
              type="button"
              className="button small-button"
              onClick={() => void store.order('account.setApplicationSecret', { secret: null })}
            >
              {f.secretRemove}
            </button>
          </p>
        )}
        <fieldset>
          <legend>{w.advanced}</legend>
          <p className="dim small">{w.advancedWords}</p>
          <Field label={f.authorizePath} {...field('authorizePath')} className="mono" />
          <Field label={f.redirectPath} {...field('redirectPath')} className="mono" />
          <Field label={f.redirectPort} hint={f.redirectPortHint} inputMode="numeric" {...field('redirectPort')} />
          <Field label={f.scopes} {...field('scopes')} className="mono" />
          <Field label={f.zone} hint={f.zoneHint} {...field('zone')} />
        </fieldset>
        <p className="actions">
          <button type="submit" className="button main-button">
            {w.save}
          </button>
        </p>
      </form>
    </details>
  );
}
