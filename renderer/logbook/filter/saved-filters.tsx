// Saved filters. They are in the settings, because a window in a browser has a new origin, and so an empty storage,
// each time it is opened.
import { useRef, useState } from 'react';
import { MAX_SAVED_FILTERS, type Settings } from '../../../main/contract/settings.ts';
import { Icon } from '../../elements/icon.tsx';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { filterText } from './chips.ts';
import { filterQuery, isFiltered, lookOf, parseLogbookAddress, type LogbookAddress } from './logbook-address.ts';
import { useShowFlights } from './use-logbook.ts';

type Saved = NonNullable<NonNullable<Settings['logbook']>['saved']>[number];

/** `renamed`: the filter that gets the name; null for a new one. */
type Naming = { readonly name: string; readonly renamed: Saved | null };

export function SavedFilters({ address }: { readonly address: LogbookAddress }) {
  const store = useStore();
  const saved = useWindow((state) => state.settings?.logbook?.saved);
  const list = saved ?? [];
  const [naming, setNaming] = useState<Naming | null>(null);
  const section = useRef<HTMLElement>(null);
  const isFull = list.length >= MAX_SAVED_FILTERS;

  /** @param name the filter to focus; null for the button that saves one */
  function end(name: string | null) {
    setNaming(null);
    const wanted = name === null ? '.small-button' : `[data-filter="${CSS.escape(name)}"]`;
    // The element is rendered a frame later.
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(wanted)?.focus());
  }
  async function save({ name, renamed }: Naming) {
    const plain = name.trim();
    if (plain === '') return;
    const others = list.filter((one) => one === renamed || one.name !== plain);
    const saved = renamed
      ? others.map((one) => (one === renamed ? { ...one, name: plain } : one))
      : [...others, { name: plain, query: filterQuery(address) }];
    await store.changeLogbook({ saved });
    end(plain);
  }

  return (
    <section ref={section}>
      <h2>{t('logbook.filter.saved')}</h2>
      <div className="filter-line">
        {list.map((one) => (
          <SavedFilter
            key={one.name}
            saved={one}
            address={address}
            rename={() => setNaming({ name: one.name, renamed: one })}
          />
        ))}
        {naming === null && isFiltered(address) && !isFull && (
          <button
            type="button"
            className="button small-button"
            onClick={() => setNaming({ name: filterText(address).slice(0, 60), renamed: null })}
          >
            {t('logbook.filter.save')}
          </button>
        )}
        {naming === null && !isFiltered(address) && list.length === 0 && (
          <span className="dim small">{t('logbook.filter.noneSaved')}</span>
        )}
      </div>
      {naming !== null && (
        <form
          key={naming.renamed?.name}
          className="save-filter"
          onSubmit={(event) => {
            event.preventDefault();
            void save(naming);
          }}
        >
          <input
            ref={(field) => field?.focus()}
            value={naming.name}
            maxLength={60}
            aria-label={t('logbook.filter.name')}
            onChange={(event) => setNaming({ ...naming, name: event.currentTarget.value })}
          />
          <button type="submit" className="button main-button" disabled={naming.name.trim() === ''}>
            {t('window.common.save')}
          </button>
          <button type="button" className="button" onClick={() => end(naming.renamed?.name ?? null)}>
            {t('window.common.cancel')}
          </button>
        </form>
      )}
    </section>
  );
}

type SavedFilterProps = {
  readonly saved: Saved;
  readonly address: LogbookAddress;
  readonly rename: () => void;
};

function SavedFilter({ saved, address, rename }: SavedFilterProps) {
  const store = useStore();
  const show = useShowFlights();
  const row = useRef<HTMLSpanElement>(null);
  const { name, query } = saved;
  const open = { ...parseLogbookAddress(query), ...lookOf(address) };
  const listNow = () => store.get().settings?.logbook?.saved ?? [];

  async function forget() {
    const list = listNow();
    const at = list.findIndex((other) => other.name === name);
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    (next?.matches('button') ? (next as HTMLElement) : next?.querySelector('button'))?.focus();
    if (!(await store.changeLogbook({ saved: list.filter((other) => other.name !== name) }))) return;
    store.offerUndo(t('logbook.filter.forgotten', { name }), () => {
      const others = listNow().filter((other) => other.name !== name);
      return store.changeLogbook({ saved: others.toSpliced(at, 0, saved) });
    });
  }

  const renameName = t('logbook.filter.rename', { name });
  const forgetName = t('logbook.filter.forget', { name });
  return (
    <span ref={row} className="saved-filter">
      <button
        type="button"
        className="preset"
        aria-pressed={filterQuery(address) === query}
        aria-keyshortcuts="F2"
        title={filterText(open)}
        data-filter={name}
        onKeyDown={(event) => {
          if (event.key === 'F2') rename();
        }}
        onClick={() => show(open)}
      >
        {name}
      </button>
      <button type="button" className="chip-remove" aria-label={renameName} title={renameName} onClick={rename}>
        <Icon name="rename" />
      </button>
      <button
        type="button"
        className="chip-remove"
        aria-label={forgetName}
        title={forgetName}
        onClick={() => void forget()}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
