import { useState } from 'react';
import { visible } from '../../http/visible.ts';
import { Field } from '../elements/field.tsx';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function PilotList() {
  const store = useConsole();
  const pilots = usePart('pilots').value?.items ?? [];
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const add = async () => {
    const pilot = { id: id.trim(), name: name.trim() };
    const added = await store.act(() => store.calls.pilots.add(pilot), messages.people.pilotAdded(visible(pilot.name)));
    store.parts.pilots.refresh();
    if (added === null) return;
    setId('');
    setName('');
  };
  return (
    <section className="card" aria-labelledby="pilots">
      <h3 id="pilots">
        {messages.people.pilots} <span className="dim">{pilots.length}</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls, so it must be focusable */}
      <ul className="pilots" tabIndex={0} aria-labelledby="pilots">
        {pilots.map((pilot) => (
          <li key={pilot.id}>
            <b>
              <bdi>{pilot.name}</bdi>
            </b>{' '}
            <code className="dim small">
              <bdi>{pilot.id}</bdi>
            </code>
          </li>
        ))}
      </ul>
      <form
        className="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field
          label={messages.people.pilotId}
          className="mono"
          required
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
        <Field
          label={messages.people.pilotName}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button">
          {messages.people.addPilot}
        </button>
      </form>
    </section>
  );
}
