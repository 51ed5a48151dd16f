// One application: switches, redirect URIs, secret.
import { useState } from 'react';
import type { ApplicationChange, ApplicationView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Switch } from '../elements/switch.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { NewSecret } from './new-secret.tsx';
import { RedirectAddresses } from './redirect-addresses.tsx';

export function ApplicationCard({ application }: { readonly application: ApplicationView }) {
  const store = useConsole();
  const [open, setOpen] = useState<'addresses' | 'secret' | null>(null);
  const { clientId, name, disabled, writeEnabled, redirectUris } = application;
  const change = async (wanted: ApplicationChange, notice?: string) => {
    const changed = await store.act(() => store.calls.applications.update(clientId, wanted), notice);
    store.parts.applications.refresh();
    return changed !== null;
  };
  return (
    <article className={`card application ${disabled ? 'off' : ''}`} aria-label={visible(name)}>
      <div className="card-head">
        <b>
          <bdi>{name}</bdi>
        </b>
        <code className="dim small">
          <bdi>{clientId}</bdi>
        </code>
      </div>
      <dl className="switches">
        <div>
          <dt>{messages.people.enabled}</dt>
          <dd>
            <Switch
              label={messages.people.enabledOf(visible(name))}
              isOn={!disabled}
              states={messages.people.enabledStates}
              onChange={(isOn) => void change({ disabled: !isOn })}
            />
          </dd>
        </div>
        <div>
          <dt>{messages.people.write}</dt>
          <dd>
            <Switch
              label={messages.people.writeOf(visible(name))}
              isOn={writeEnabled}
              states={messages.people.writeStates}
              onChange={(isOn) => void change({ writeEnabled: isOn })}
            />
          </dd>
        </div>
      </dl>
      {open === 'addresses' ? (
        <RedirectAddresses
          addresses={redirectUris}
          onKeep={async (addresses) => {
            if (await change({ redirectUris: addresses }, messages.people.addressesSaved)) setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      ) : (
        <ul className="addresses small">
          {redirectUris.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
      )}
      {open === 'secret' ? (
        <NewSecret onKeep={(clientSecret) => change({ clientSecret })} onClose={() => setOpen(null)} />
      ) : null}
      {open === null ? (
        <div className="actions">
          <button type="button" className="button small-button" onClick={() => setOpen('addresses')}>
            {messages.people.changeAddresses}
          </button>
          <button type="button" className="button small-button" onClick={() => setOpen('secret')}>
            {messages.people.newSecret}
          </button>
        </div>
      ) : null}
    </article>
  );
}
