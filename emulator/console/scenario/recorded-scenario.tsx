// A scenario from the journal: the same faults for the same requests in the same order, with the current pilots,
// flights and options. It contains only what can be replayed faithfully.
import { Button } from '../elements/button.tsx';
import type { JournalEntry } from '../../api-types.ts';
import { replayFaults } from '../../scenario/replay-faults.ts';
import { messages } from '../messages/messages.ts';
import { saveFile } from '../store/store.ts';
import type { Parts } from '../store/store.ts';
import { usePart, useSelected } from '../store/use-store.ts';

const text = messages.scenario;

type Recorded = Pick<Parts, 'faults' | 'pilots' | 'applications' | 'settings' | 'flights'> & {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
};

export function RecordSection() {
  const recorded: Recorded = {
    entries: useSelected(({ journal }) => journal),
    faults: usePart('faults'),
    pilots: usePart('pilots'),
    applications: usePart('applications'),
    settings: usePart('settings'),
    flights: usePart('flights'),
  };
  const save = () => {
    const document = `${JSON.stringify(recordedScenario(recorded), null, 2)}\n`;
    saveFile(new Blob([document], { type: 'application/json' }), text.fileName);
  };
  const isReady = recorded.entries.length > 0 && Object.values(recorded).every((part) => part !== null);
  return (
    <div className="form">
      <p>{text.recordAbout(recorded.entries.length)}</p>
      <p className="dim small">{text.leftOut}</p>
      <div className="actions">
        <Button look="main" disabled={!isReady} onClick={save}>
          {text.save}
        </Button>
      </div>
    </div>
  );
}

function recordedScenario(recorded: Recorded): object {
  const [entries, applications] = [recorded.entries, recorded.applications?.items ?? []];
  const beginsAt = Date.parse(entries[0]!.at);
  const live = (recorded.settings?.items ?? []).filter(({ isLive, value }) => isLive && value !== null);
  const seed = live.find(({ name }) => name === 'seed');
  return {
    title: text.recorded(beginsAt),
    about: `${text.recordAbout(entries.length)} ${text.leftOut}`,
    ...(seed === undefined ? {} : { seed: seed.text }),
    settings: Object.fromEntries(
      live
        .filter((one) => one !== seed)
        .map(({ name, value, text: shown }) => [name, typeof value === 'boolean' ? value : shown]),
    ),
    pilots: recorded.pilots?.items.map(({ id, name }) => ({ id, name })),
    flights: flightsBefore(recorded, beginsAt),
    faults: faultsOf(recorded),
    steps: applications
      .filter(({ disabled, writeEnabled }) => disabled || !writeEnabled)
      .map(({ clientId, disabled, writeEnabled }) => ({
        at: 0,
        call: 'applications.update',
        with: { clientId, disabled, writeEnabled },
      })),
  };
}

/** Those that no upload of the journal made, oldest first: the client uploads the others again. */
function flightsBefore({ entries, flights }: Recorded, beginsAt: number): object[] {
  const uploaded = new Set(entries.map(({ rule }) => Number(/^accepted: flight (\d+)$/.exec(rule ?? '')?.[1])));
  return (flights?.items ?? [])
    .toReversed()
    .filter(({ record }) => !uploaded.has(record.id))
    .map(({ record, pilot, clientId, fileName, figures, needsModerator }) => ({
      ago: Math.max(0, beginsAt - Date.parse(`${record.created_at}Z`)),
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

function faultsOf({ entries, faults }: Recorded): object[] {
  const kinds = Map.groupBy(entries, ({ method, path, grantType }) =>
    JSON.stringify({ method, path: path.replace(/\/\d+$/, '/*'), grantType: grantType ?? undefined }),
  );
  return [...kinds].flatMap(([match, matching]) => {
    const effects = matching.map(({ fault }) => faults?.items.find(({ id }) => id === fault)?.effect ?? null);
    return replayFaults(JSON.parse(match), effects);
  });
}
