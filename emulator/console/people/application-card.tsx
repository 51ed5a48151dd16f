// One application: switches, redirect URIs, secret.
import { useId, useState } from 'react';
import type { ApplicationChange, ApplicationView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Switch } from '../elements/switch.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Field } from '../elements/field.tsx';

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

/** One redirect URI per line; the emulator validates them. */
export function RedirectAddresses({
  addresses,
  onKeep,
  onClose,
}: {
  readonly addresses: readonly string[];
  readonly onKeep: (addresses: string[]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const id = useId();
  const [text, setText] = useState(addresses.join('\n'));
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    >
      <div className="field">
        <label htmlFor={id}>{messages.people.addressesLabel}</label>
        <textarea
          id={id}
          className="mono"
          rows={Math.min(8, text.split('\n').length + 1)}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="actions">
        <button type="submit" className="button small-button main-button">
          {messages.save}
        </button>
        <button type="button" className="button small-button" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </form>
  );
}

// Sets a new client secret, which is shown only once.
export function NewSecret({
  onKeep,
  onClose,
}: {
  readonly onKeep: (secret: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState(() => `secret-${crypto.randomUUID()}`);
  const [isKept, setKept] = useState(false);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep(secret.trim()).then(setKept);
      }}
    >
      <Field
        label={messages.people.newSecret}
        className="mono"
        required
        value={secret}
        readOnly={isKept}
        help={isKept ? messages.people.secretSaved : messages.people.secretHelp}
        onChange={(event) => setSecret(event.target.value)}
      />
      <div className="actions">
        {isKept ? (
          <CopyButton text={secret} label={messages.people.copySecret} className="button small-button" />
        ) : (
          <button type="submit" className="button small-button main-button">
            {messages.people.setSecret}
          </button>
        )}
        <button type="button" className="button small-button" onClick={onClose}>
          {isKept ? messages.close : messages.cancel}
        </button>
      </div>
    </form>
  );
}
