// Saves the journal as a scenario, and lists what is not in it.
import { saveFile } from '../elements/save-file.ts';
import { useCell } from '../store/cell.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { recordedScenario } from './recorded-scenario.ts';

const mostFlights = 1000;

export function RecordSection() {
  const store = useConsole();
  const { entries } = useCell(store.journal.snapshot);
  const recorded = {
    entries,
    faults: usePart('faults').value?.items ?? [],
    pilots: usePart('pilots').value?.items ?? [],
    applications: usePart('applications').value?.items ?? [],
    settings: usePart('settings').value?.items ?? [],
    flights: [],
    hasMoreFlights: false,
    now: usePart('clock').value?.now ?? '',
  };
  const save = async () => {
    const flights = await store.act(() => store.calls.flights.list(mostFlights));
    if (flights === null) return;
    const { document } = recordedScenario({
      ...recorded,
      flights: flights.items.toReversed(),
      hasMoreFlights: flights.next !== null,
    });
    const text = `${JSON.stringify(document, null, 2)}\n`;
    saveFile(new Blob([text], { type: 'application/json' }), messages.scenario.fileName);
  };
  return (
    <section className="card record" aria-labelledby="record">
      <h3 id="record">{messages.scenario.record}</h3>
      <p>{messages.scenario.recordAbout(entries.length)}</p>
      <div className="small dim">
        <p>{messages.scenario.leftOut.label}</p>
        <ul>
          {recordedScenario(recorded).leftOut.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <div className="actions">
        <button type="button" className="button" disabled={entries.length === 0} onClick={() => void save()}>
          {messages.scenario.save}
        </button>
      </div>
    </section>
  );
}
