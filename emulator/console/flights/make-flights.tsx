// Creates flights without an upload.
import { useState } from 'react';
import type { FlightSeed } from '../../api-types.ts';
import { Choice, Field } from '../elements/field.tsx';
import { useNames } from '../elements/names.tsx';
import { Sheet } from '../elements/sheet.tsx';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

const stages = {
  fresh: {},
  moderator: { automatedChecked: true, needsModerator: true },
  completed: { automatedChecked: true, needsModerator: false },
  archived: { isArchived: true },
} satisfies Record<string, FlightSeed>;

export function MakeFlights() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {messages.flights.make}
      </button>
      {isOpen ? <MakeSheet onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function MakeSheet({ onClose }: { readonly onClose: () => void }) {
  const store = useConsole();
  const { applications, pilots } = useNames();
  const [number, setNumber] = useState('3');
  const [pilot, setPilot] = useState('');
  const [clientId, setClientId] = useState('');
  const [stage, setStage] = useState<keyof typeof stages>('fresh');
  const make = async () => {
    const wanted = {
      count: Number(number),
      ...(pilot === '' ? {} : { pilot }),
      ...(clientId === '' ? {} : { clientId }),
      ...stages[stage],
    };
    const notice = messages.flights.made(wanted.count);
    const made = await store.act(() => store.calls.flights.add(wanted), notice);
    store.parts.flights.refresh();
    if (made !== null) onClose();
  };
  return (
    <Sheet title={messages.flights.make} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field
          label={messages.flights.howMany}
          type="number"
          min={1}
          max={10_000}
          required
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Choice label={messages.people.pilot} value={pilot} onChange={(event) => setPilot(event.target.value)}>
          {pilots.map(({ id, name }, place) => (
            <option key={id} value={place === 0 ? '' : id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={messages.people.application}
          value={clientId}
          onChange={(event) => setClientId(event.target.value)}
        >
          {applications.map(({ clientId, name }, place) => (
            <option key={clientId} value={place === 0 ? '' : clientId}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice
          label={messages.flights.howFar}
          value={stage}
          onChange={(event) => setStage(event.target.value as keyof typeof stages)}
        >
          {(Object.keys(stages) as (keyof typeof stages)[]).map((one) => (
            <option key={one} value={one}>
              {messages.flights.stageNames[one]}
            </option>
          ))}
        </Choice>
        <div className="actions">
          <button type="submit" className="button main-button">
            {messages.flights.makeThem}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {messages.cancel}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
