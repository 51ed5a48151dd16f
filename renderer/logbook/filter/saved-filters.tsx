// Filters with a name. They are in the settings, because a window in a browser has another address, and so another
// storage, each time it is opened.
import { useState } from 'react';
import { MAX_SAVED_FILTERS } from '../../../main/contract/settings.ts';
import { Icon } from '../../elements/icon.tsx';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { filterText } from './chips.ts';
import { filterQuery, isFiltered, lookOf, parseLogbookAddress, type LogbookAddress } from './logbook-address.ts';
import { useShowFlights } from './use-logbook.ts';

export function SavedFilters({ address }: { readonly address: LogbookAddress }) {
  const store = useStore();
  const show = useShowFlights();
  const saved = useWindow((state) => state.settings?.logbook?.saved);
  const list = saved ?? [];
  const [name, setName] = useState<string | null>(null);
  const isFull = list.length >= MAX_SAVED_FILTERS;

  async function save() {
    const plain = (name ?? '').trim();
    if (plain === '') return;
    const others = list.filter((one) => one.name !== plain);
    await store.changeLogbook({ saved: [...others, { name: plain, query: filterQuery(address) }] });
    setName(null);
  }

  return (
    <section>
      <h2>{t('logbook.filter.saved')}</h2>
      <div className="filter-line">
        {list.map((one) => {
          const open = { ...parseLogbookAddress(one.query), ...lookOf(address) };
          return (
            <span key={one.name} className="saved-filter">
              <button
                type="button"
                className="preset"
                aria-pressed={filterQuery(address) === one.query}
                title={filterText(open)}
                onClick={() => show(open)}
              >
                {one.name}
              </button>
              <button
                type="button"
                className="chip-remove"
                aria-label={t('logbook.filter.forget', { name: one.name })}
                onClick={() => void store.changeLogbook({ saved: list.filter((other) => other !== one) })}
              >
                <Icon name="close" />
              </button>
            </span>
          );
        })}
        {name === null && isFiltered(address) && !isFull && (
          <button
            type="button"
            className="button small-button"
            onClick={() => setName(filterText(address).slice(0, 60))}
          >
            {t('logbook.filter.save')}
          </button>
        )}
        {name === null && !isFiltered(address) && list.length === 0 && (
          <span className="dim small">{t('logbook.filter.noneSaved')}</span>
        )}
      </div>
      {name !== null && (
        <form
          className="save-filter"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <input
            ref={(field) => field?.focus()}
            value={name}
            maxLength={60}
            aria-label={t('logbook.filter.name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" className="button main-button" disabled={name.trim() === ''}>
            {t('window.common.save')}
          </button>
          <button type="button" className="button" onClick={() => setName(null)}>
            {t('window.common.cancel')}
          </button>
        </form>
      )}
    </section>
  );
}
