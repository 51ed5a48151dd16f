// A scenario from the journal: the same faults for the same requests in the same order, with the current pilots,
// flights and options. It contains only what can be replayed faithfully, and lists what is left out.
import { Button } from '../elements/button.tsx';
import type { ApplicationView, FaultView, FlightView, JournalEntry, PilotView, SettingView } from '../../api-types.ts';
import { replayFaults } from '../../scenario/replay-faults.ts';
import { messages } from '../messages/messages.ts';
import { mostAtOnce, saveFile } from '../store/store.ts';
import { usePart, useSelected, useStore } from '../store/use-store.ts';

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
        <Button look="main" disabled={entries.length === 0} onClick={() => save()}>
          {messages.scenario.save}
        </Button>
      </div>
    </div>
  );
}

type Recorded = {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  readonly faults: readonly FaultView[];
  readonly pilots: readonly PilotView[];
  readonly applications: readonly ApplicationView[];
  /** Oldest first. */
  readonly flights: readonly FlightView[];
  /** There are older flights. */
  readonly hasMoreFlights: boolean;
  readonly settings: readonly SettingView[];
  readonly now: string;
};

type RecordedScenario = {
  readonly document: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
};

function recordedScenario(recorded: Recorded): RecordedScenario {
  const { entries, pilots, applications, settings, now } = recorded;
  const beginsAt = entries[0]?.at ?? now;
  const { faults, unknown } = faultsOf(recorded);
  const live = settings.filter(({ isLive, value }) => isLive && value !== null);
  const seed = live.find(({ name }) => name === 'seed');
  const leftOut = [
    messages.scenario.leftOut.calls,
    messages.scenario.leftOut.secrets,
    ...(recorded.hasMoreFlights ? [messages.scenario.leftOut.flights(recorded.flights.length)] : []),
    ...(unknown === 0 ? [] : [messages.scenario.leftOut.faults(unknown)]),
    ...(recorded.faults.some(({ fired, times }) => times === null || fired < times)
      ? [messages.scenario.leftOut.waiting]
      : []),
  ];
  return {
    leftOut,
    document: {
      title: messages.scenario.recorded(Date.parse(beginsAt)),
      about: [messages.scenario.recordedAbout(entries.length), messages.scenario.leftOut.label, ...leftOut].join(' '),
      ...(seed === undefined ? {} : { seed: seed.text }),
      settings: Object.fromEntries(
        live
          .filter(({ name }) => name !== 'seed')
          .map(({ name, value, text }) => [name, typeof value === 'boolean' ? value : text]),
      ),
      pilots: pilots.map(({ id, name }) => ({ id, name })),
      flights: flightsBefore(recorded, beginsAt),
      faults,
      steps: applications
        .filter(({ disabled, writeEnabled }) => disabled || !writeEnabled)
        .map(({ clientId, disabled, writeEnabled }) => ({
          at: 0,
          call: 'applications.update',
          with: { clientId, disabled, writeEnabled },
        })),
    },
  };
}

/** Those that no upload of the journal made: the client uploads the others again. */
function flightsBefore({ entries, flights }: Recorded, beginsAt: string): object[] {
  const uploaded = new Set(entries.map(({ rule }) => Number(/^accepted: flight (\d+)$/.exec(rule ?? '')?.[1])));
  return flights
    .filter(({ record }) => !uploaded.has(record.id))
    .map(({ record, pilot, clientId, fileName, figures, needsModerator }) => ({
      ago: Math.max(0, Date.parse(beginsAt) - Date.parse(`${record.created_at}Z`)),
      pilot,
      clientId,
      fileName,
      figures,
      needsModerator,
      automatedChecked: record.automated_checked,
      moderatorChecked: record.moderator_checked,
      isArchived: record.is_archived,
    }));
}

function faultsOf({ entries, faults: known }: Recorded) {
  const kinds = new Map<string, { readonly match: object; readonly effects: (object | null)[] }>();
  let unknown = 0;
  for (const entry of entries) {
    const match = {
      method: entry.method,
      path: entry.path.replace(/\/\d+$/, '/*'),
      ...(entry.grantType === null ? {} : { grantType: entry.grantType }),
    };
    const kind = kinds.get(JSON.stringify(match)) ?? { match, effects: [] };
    kinds.set(JSON.stringify(match), kind);
    const effect = entry.fault === null ? null : effectOf(entry, known);
    if (entry.fault !== null && effect === null) unknown += 1;
    kind.effects.push(effect);
  }
  return { faults: [...kinds.values()].flatMap(({ match, effects }) => replayFaults(match, effects)), unknown };
}

/** Null if the fault was removed and the journal alone does not tell what it did. */
function effectOf({ fault, outcome, rule }: JournalEntry, known: readonly FaultView[]): object | null {
  const found = known.find(({ id }) => id === fault);
  if (found !== undefined) return found.effect;
  if (outcome === 'dropped') return { type: 'drop', when: rule?.includes('before processing') ? 'before' : 'after' };
  return null;
}
