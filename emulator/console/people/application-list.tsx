import { useState } from 'react';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { ApplicationCard } from './application-card.tsx';
import { visible } from '../../http/visible.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Field } from '../elements/field.tsx';
import { Sheet } from '../elements/sheet.tsx';
import type { RegisteredApplication } from '../link/calls.ts';

export function ApplicationList() {
  const applications = usePart('applications').value?.items ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="column" aria-labelledby="applications">
      <div className="section-head">
        <h3 id="applications">
          {messages.people.applications} <span className="dim">{applications.length}</span>
        </h3>
        <button type="button" className="button small-button" onClick={() => setAdding(true)}>
          {messages.people.addApplication}
        </button>
      </div>
      {applications.map((application) => (
        <ApplicationCard key={application.clientId} application={application} />
      ))}
      {isAdding ? <NewApplicationForm onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

export function NewApplicationForm({ onClose }: { readonly onClose: () => void }) {
  const store = useConsole();
  const [clientId, setClientId] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('http://127.0.0.1/callback');
  const [made, setMade] = useState<RegisteredApplication | null>(null);
  const add = async () => {
    const application = {
      clientId: clientId.trim(),
      redirectUris: [address.trim()],
      ...(name.trim() === '' ? {} : { name: name.trim() }),
    };
    setMade(await store.act(() => store.calls.applications.add(application)));
    store.parts.applications.refresh();
  };
  return (
    <Sheet title={messages.people.addApplication} onClose={onClose}>
      {made === null ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Field
            label={messages.people.clientId}
            className="mono"
            required
            value={clientId}
            onChange={(event) => setClientId(event.target.value)}
          />
          <Field
            label={messages.people.name}
            help={messages.people.nameHelp}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Field
            label={messages.people.address}
            className="mono"
            help={messages.people.addressHelp}
            required
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <div className="actions">
            <button type="submit" className="button main-button">
              {messages.people.register}
            </button>
            <button type="button" className="button" onClick={onClose}>
              {messages.cancel}
            </button>
          </div>
        </form>
      ) : (
        <div className="form">
          <p>{messages.people.registered(visible(made.name))}</p>
          {made.clientSecret === undefined ? null : (
            <>
              <code className="secret" translate="no">
                {made.clientSecret}
              </code>
              <div className="actions">
                <CopyButton text={made.clientSecret} label={messages.people.copySecret} />
              </div>
            </>
          )}
          <div className="actions">
            <button type="button" className="button main-button" onClick={onClose}>
              {messages.close}
            </button>
          </div>
        </div>
      )}
    </Sheet>
  );
}
