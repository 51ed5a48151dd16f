// The filter above the list, with the number of matches.
import { useNames } from '../elements/names.tsx';
import { saveFile } from '../elements/save-file.ts';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { kinds } from './request-filter.ts';
import type { Requests } from './use-requests.ts';

export function RequestTools({ requests }: { readonly requests: Requests }) {
  const { filter, setFilter, shown, total } = requests;
  const store = useConsole();
  const { pilots } = useNames();
  const isFiltered = filter.kind !== 'all' || filter.text !== '' || filter.pilot !== '';
  return (
    <search className="tools" aria-label={messages.requests.search}>
      <input
        data-filter
        type="search"
        className="filter"
        placeholder={messages.requests.filter}
        aria-label={messages.requests.filter}
        value={filter.text}
        onChange={(event) => setFilter({ text: event.target.value })}
      />
      <fieldset className="quick" aria-label={messages.requests.quick}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            className="quick-button"
            onClick={() => setFilter({ kind })}
          >
            {messages.requests.kinds[kind]}
          </button>
        ))}
      </fieldset>
      <select
        aria-label={messages.requests.ofPilot}
        value={filter.pilot}
        onChange={(event) => setFilter({ pilot: event.target.value })}
      >
        <option value="">{messages.requests.everyPilot}</option>
        {pilots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span className="tally dim" aria-live="off">
        {isFiltered ? messages.requests.someOf(shown.length, total) : messages.requests.all(total)}
      </span>
      <button
        type="button"
        className="button small-button"
        disabled={total === 0}
        onClick={() =>
          void store
            .act(() => store.calls.journal.har())
            .then((blob) => blob && saveFile(blob, messages.requests.exported))
        }
      >
        {messages.requests.export}
      </button>
      <button
        type="button"
        className="button small-button"
        disabled={total === 0}
        onClick={() => void store.act(() => store.calls.journal.clear(), messages.requests.cleared)}
      >
        {messages.requests.clear}
      </button>
    </search>
  );
}
