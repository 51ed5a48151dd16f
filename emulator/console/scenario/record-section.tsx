// Saves the journal as a scenario, and lists what is not in it.
import { saveFile } from '../store/save-file.ts';
import { messages } from '../messages/messages.ts';
import { mostAtOnce } from '../store/parts.ts';
import { usePart, useSelected, useStore } from '../store/use-store.ts';
import { recordedScenario } from './recorded-scenario.ts';

export function RecordSection() {
  const store = useStore();
  const entries = useSelected(({ journal }) => journal);
  const recorded = {
    entries,
    faults: usePart('faults')?.items ?? [],
    pilots: usePart('pilots')?.items ?? [],
    applications: usePart('applications')?.items ?? [],
    settings: usePart('settings')?.items ?? [],
    flights: [],
    hasMoreFlights: false,
    now: usePart('clock')?.now ?? '',
  };
  const save = async () => {
    const flights = await store.act('flights.list', { limit: mostAtOnce, newestFirst: true });
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
    <div className="form">
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
        <button
          type="button"
          className="button main-button"
          disabled={entries.length === 0}
          onClick={() => void save()}
        >
          {messages.scenario.save}
        </button>
      </div>
    </div>
  );
}
