// The top of the logbook, the map and the statistics: the search, the active filters, and the view's own controls.
import '../../styles/flights.css';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../elements/icon.tsx';
import { Keycaps } from '../../commands/keycaps.tsx';
import { ariaShortcut } from '../../commands/shortcuts.ts';
import { useCommands, useShortcut } from '../../commands/use-commands.ts';
import { t } from '../../text.ts';
import { chipsOf } from './chips.ts';
import { FilterMenu } from './filter-menu.tsx';
import type { LogbookAddress } from './logbook-address.ts';
import { useLogbookAddress, useShowFlights } from './use-logbook.ts';

export function FilterBar({ children }: { readonly children: ReactNode }) {
  const address = useLogbookAddress();
  const show = useShowFlights();
  const chips = chipsOf(address);
  return (
    <search className="filters" aria-label={t('logbook.filter.label')}>
      <Search address={address} />
      {chips.length > 0 && (
        <ul className="chips" aria-label={t('logbook.filter.chips')}>
          {chips.map(({ key, label, without }) => (
            <li key={key} className="chip">
              <span>{label}</span>
              <button
                type="button"
                className="chip-remove"
                aria-label={t('logbook.filter.remove', { filter: label })}
                onClick={() => show(without)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FilterMenu address={address} />
      <div className="filters-end">{children}</div>
    </search>
  );
}

/** Focuses the current flight of the list, or the map or the statistics. */
const focusFlights = () =>
  document.querySelector<HTMLElement>('.flight-row[tabindex="0"], #main:not(:has(.flight-row[tabindex="0"]))')?.focus();

function Search({ address }: { readonly address: LogbookAddress }) {
  const show = useShowFlights();
  const input = useRef<HTMLInputElement>(null);
  // Local state shows the letter immediately; the address follows in the same event.
  const [typed, setTyped] = useState(address.q);
  const [shown, setShown] = useState(address.q);
  if (shown !== address.q) {
    setShown(address.q);
    if (address.q !== typed.trim()) setTyped(address.q);
  }
  const shortcut = useShortcut('logbook.search');
  useCommands({
    'logbook.search'(alreadyTyped) {
      input.current?.focus();
      if (alreadyTyped === '') input.current?.select();
      else type(alreadyTyped);
    },
  });

  function type(q: string) {
    setTyped(q);
    show({ ...address, q: q.trim() }, { inPlace: true });
  }

  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        value={typed}
        maxLength={200}
        placeholder={t('logbook.filter.searchHint')}
        aria-label={t('logbook.filter.searchHint')}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (typed !== '') type('');
            else focusFlights();
          }
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusFlights();
        }}
      />
      {typed === '' && (
        <span className="search-key" aria-hidden="true">
          <Keycaps shortcut={shortcut} />
        </span>
      )}
    </div>
  );
}
