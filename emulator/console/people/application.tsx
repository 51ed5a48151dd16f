// An application: its row with the switches, its redirect URIs, a new secret, and the form that registers one.
import { useState } from 'react';
import { Button } from '../elements/button.tsx';
import type { ApplicationView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { CopyButton } from '../elements/copy.tsx';
import { Detail } from '../elements/detail.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { Form, Switch } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import type { Store } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { Who } from './parties.tsx';

const text = messages.people;

export const applicationRow = (
  { clientId, name, disabled, writeEnabled, redirectUris }: ApplicationView,
  { act }: Store,
) => ({
  tone: disabled ? 'refused' : 'plain',
  cells: {
    who: <Who name={<bdi>{name}</bdi>} more={<bdi className="mono">{clientId}</bdi>} />,
    about: <span className="small">{redirectUris.join(' ')}</span>,
    state: (
      <Switch
        label={text.enabledOf(visible(name))}
        isOn={!disabled}
        states={text.enabledStates}
        onChange={(isOn) => void act('applications.update', { clientId, disabled: !isOn })}
      />
    ),
    more: (
      <Switch
        label={text.writeOf(visible(name))}
        isOn={writeEnabled}
        states={text.writeStates}
        onChange={(isOn) => void act('applications.update', { clientId, writeEnabled: isOn })}
      />
    ),
  },
});

export function ApplicationDetail({
  application: { clientId, name, redirectUris },
  onClose,
}: {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}) {
  const store = useStore();
  return (
    <Detail label={visible(name)} onClose={onClose}>
      <h2 className="detail-title">
        <bdi>{name}</bdi>
      </h2>
      <Form
        // One redirect URI per line; the emulator validates them.
        fields={[{ name: 'addresses', label: text.addressesLabel, isLong: true, isMono: true }]}
        first={{ addresses: redirectUris.join('\n') }}
        submit={messages.save}
        onSubmit={async ({ addresses = '' }) => {
          const wanted = addresses.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
          await store.act('applications.update', { clientId, redirectUris: wanted }, text.addressesSaved);
        }}
      />
      <NewSecret clientId={clientId} />
    </Detail>
  );
}

/** Sets a new client secret, which is shown only once. */
function NewSecret({ clientId }: { readonly clientId: string }) {
  const store = useStore();
  const [suggested] = useState(() => `secret-${crypto.randomUUID()}`);
  const [saved, setSaved] = useState<string | null>(null);
  if (saved !== null) {
    return (
      <div className="form" aria-live="polite">
        <p>{text.secretSaved}</p>
        <Secret secret={saved} />
      </div>
    );
  }
  return (
    <Form
      fields={[
        { name: 'secret', label: text.newSecret, help: text.secretHelp, isMono: true, input: { required: true } },
      ]}
      first={{ secret: suggested }}
      submit={text.setSecret}
      onSubmit={async ({ secret = '' }) => {
        const clientSecret = secret.trim();
        if ((await store.act('applications.update', { clientId, clientSecret })) !== null) setSaved(clientSecret);
      }}
    />
  );
}

function Secret({ secret }: { readonly secret: string }) {
  return (
    <>
      <code className="secret" translate="no">
        {secret}
      </code>
      <div className="actions">
        <CopyButton text={secret} label={text.copySecret} />
      </div>
    </>
  );
}

export function NewApplication({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const [made, setMade] = useState<{ readonly name: string; readonly clientSecret: string } | null>(null);
  return (
    <Dialog title={text.addApplication} onClose={onClose}>
      {made === null ? (
        <Form
          fields={[
            { name: 'clientId', label: text.clientId, isMono: true, input: { required: true } },
            { name: 'name', label: text.name, help: text.nameHelp },
            { name: 'address', label: text.address, help: text.addressHelp, isMono: true, input: { required: true } },
          ]}
          first={{ address: 'http://127.0.0.1/callback' }}
          submit={text.register}
          onCancel={onClose}
          onSubmit={async ({ clientId = '', name = '', address = '' }) => {
            const wanted = { clientId: clientId.trim(), redirectUris: [address.trim()] };
            setMade(
              await store.call('applications.add', name.trim() === '' ? wanted : { ...wanted, name: name.trim() }),
            );
          }}
        />
      ) : (
        <div className="form">
          <p>{text.registered(visible(made.name))}</p>
          <Secret secret={made.clientSecret} />
          <div className="actions">
            <Button look="main" onClick={onClose}>
              {messages.close}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
