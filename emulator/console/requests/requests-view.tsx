// The live journal: the list with its filter, and the open request. New requests appear on top, unless the list is
// scrolled or a request is open; then they are only counted.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button, CommandLine } from '../elements/button.tsx';
import type { JournalEntry } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { Empty, Filter, ListView, useOpened } from '../elements/list.tsx';
import type { ListRow } from '../elements/list.tsx';
import { clockTimeExactly, duration } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { TokenMaker } from '../people/party.tsx';
import { useNames, useSelected, useStore } from '../store/use-store.ts';
import { RequestDetail } from './request-detail.tsx';
import { filterRequests, kinds, linkedRequest, noFilter, statusLabel, toneOf } from './request.ts';
import type { RequestFilter } from './request.ts';
import './requests.css';

const rowHigh = 32;

export function RequestsView() {
  const { address } = useStore();
  const names = useNames();
  const opened = useOpened('requests');
  const linked = linkedRequest(opened.openKey);
  const isOpen = linked !== null;
  const requests = useRequests();
  const { entries, shown, waiting } = requests;

  const isThere = entries.length > 0;
  const hold = useEffectEvent(() => requests.hold());
  useEffect(() => {
    if (isOpen && isThere) hold();
  }, [isOpen, isThere]);
  const showNew = () => {
    requests.follow();
    opened.list.current?.scrollTo({ top: 0 });
    opened.list.current?.focus();
  };
  const close = () => {
    opened.close();
    if ((opened.list.current?.scrollTop ?? 0) === 0) requests.follow();
  };

  const row = (entry: JournalEntry): ListRow => {
    const [time, millis] = clockTimeExactly(Date.parse(entry.at)).split('.');
    return {
      key: String(entry.id),
      tone: toneOf(entry),
      cells: {
        time: [time, <small key="millis">.{millis}</small>],
        method: entry.method,
        path: <bdi title={entry.path}>{entry.path}</bdi>,
        status: statusLabel(entry),
        application: <bdi>{entry.clientId === null ? '·' : names.application(entry.clientId)}</bdi>,
        pilot: <bdi>{entry.pilot === null ? '·' : names.pilot(entry.pilot)}</bdi>,
        rule: (
          <span title={[entry.rule ?? '', entry.hint ?? ''].map(visible).join('\n').trim()}>
            <bdi>{entry.rule}</bdi>
            {entry.hint === null ? null : <em> {entry.hint}</em>}
          </span>
        ),
        took: entry.durationMs === null ? '…' : duration(entry.durationMs),
      },
    };
  };

  return (
    <ListView
      opened={{ ...opened, openKey: linked === null ? '' : String(linked.id), close }}
      columns={messages.requests.columns}
      groups={isThere ? [{ id: 'all', items: shown }] : []}
      keyOf={({ id }) => String(id)}
      renderRow={row}
      rowHigh={rowHigh}
      onMove={requests.hold}
      onScroll={(top) => {
        if (top > rowHigh / 2) requests.hold();
        else if (top === 0 && !isOpen && waiting === 0) requests.follow();
      }}
      tools={
        <>
          <RequestTools requests={requests} />
          {waiting === 0 ? null : (
            <button type="button" className="new-button" onClick={showNew}>
              {messages.requests.newOnes(waiting)}
            </button>
          )}
          {isThere && shown.length === 0 ? <Empty title={messages.requests.nothingFits} /> : null}
        </>
      }
      empty={
        <Empty title={messages.requests.none}>
          <p>{messages.requests.tryThis}</p>
          <CommandLine text={`curl -i ${address}/api/v1/flights`} />
          <p>{messages.requests.tryAsPilot}</p>
          <TokenMaker />
        </Empty>
      }
      detail={linked && <RequestDetail key={`${linked.id} ${linked.atMs}`} linked={linked} onClose={close} />}
    />
  );
}

type Requests = ReturnType<typeof useRequests>;

function useRequests() {
  const entries = useSelected(({ journal }) => journal);
  const [filter, setFilter] = useState(noFilter);
  /** The newest request that is shown while the list is paused. */
  const [heldAt, setHeldAt] = useState<number | null>(null);

  // After the journal was cleared, or has dropped everything shown, there is nothing to keep in place.
  const upToId = heldAt !== null && (entries[0]?.id ?? Infinity) <= heldAt ? heldAt : null;
  const shown = useMemo(() => filterRequests(entries, filter, upToId), [entries, filter, upToId]);
  const waiting = useMemo(
    () => (upToId === null ? 0 : filterRequests(entries, filter, null).length - shown.length),
    [entries, filter, upToId, shown],
  );
  return {
    entries,
    shown,
    /** New requests that are not shown yet. */
    waiting,
    filter,
    change(wanted: Partial<RequestFilter>) {
      setHeldAt(null);
      setFilter({ ...filter, ...wanted });
    },
    hold: () => setHeldAt((before) => before ?? entries.at(-1)?.id ?? null),
    follow: () => setHeldAt(null),
  };
}

function RequestTools({ requests: { entries, shown, filter, change } }: { readonly requests: Requests }) {
  const store = useStore();
  const { pilots } = useNames();
  const total = entries.length;
  const isFiltered = filter.kind !== 'all' || filter.text !== '' || filter.pilot !== '';
  return (
    <search className="tools" aria-label={messages.requests.search}>
      <Filter label={messages.requests.filter} value={filter.text} onChange={(typed) => change({ text: typed })} />
      <fieldset className="quick" aria-label={messages.requests.quick}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            className="quick-button"
            onClick={() => change({ kind })}
          >
            {messages.requests.kinds[kind]}
          </button>
        ))}
      </fieldset>
      <select
        aria-label={messages.requests.ofPilot}
        value={filter.pilot}
        onChange={({ target }) => change({ pilot: target.value })}
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
      <Button look="small" disabled={total === 0} onClick={() => store.save('journal.har', messages.requests.exported)}>
        {messages.requests.export}
      </Button>
      <Button
        look="small"
        disabled={total === 0}
        onClick={() => store.act('journal.clear', {}, messages.requests.cleared)}
      >
        {messages.requests.clear}
      </Button>
    </search>
  );
}
