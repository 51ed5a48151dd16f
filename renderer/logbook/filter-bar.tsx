// The top of the logbook, the map and the statistics: the search, the active filters, the menu of filters with the
// saved ones, and the view's own controls.
import { Button, IconButton } from '../elements/button.tsx';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { flightStatuses, type LogbookChoices } from '../../main/contract/logbook.ts';
import { maxSavedFilters, type Settings } from '../../main/contract/settings.ts';
import { searchText } from '../../main/messages/search-text.ts';
import { Keycaps } from '../commands/keycaps.tsx';
import { ariaShortcut } from '../commands/shortcuts.ts';
import { useCommands, useShortcut } from '../commands/use-commands.ts';
import { Check } from '../elements/form-fields.tsx';
import { Icon } from '../elements/icon.tsx';
import { MenuButton } from '../elements/menu-button.tsx';
import { number } from '../format/amount.ts';
import { useReadsRoutes, useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import {
  chipsOf,
  daysOf,
  filterQuery,
  filterText,
  isFiltered,
  type LogbookAddress,
  lookOf,
  parseLogbookAddress,
  periods,
  periodText,
  statusText,
} from './logbook-address.ts';
import { useFlightsRevision, useLogbookAddress, useLogbookFilter, useShowFlights } from './use-logbook.ts';
import { useAnswer } from '../store/use-answer.ts';
import './logbook.css';

export function FilterBar({ children }: { readonly children: ReactNode }) {
  const address = useLogbookAddress();
  const show = useShowFlights();
  const chips = chipsOf(address);
  return (
    <search className="line filters" aria-label={t('logbook.filter.label')}>
      <Search address={address} />
      {chips.length > 0 && (
        <ul className="actions chips" aria-label={t('logbook.filter.chips')}>
          {chips.map(({ key, label, without }) => (
            <li key={key} className="chip">
              <span className="breakable">{label}</span>
              <IconButton
                icon="close"
                className="chip-remove"
                label={t('logbook.filter.remove', { filter: label })}
                onClick={() => show(without)}
              />
            </li>
          ))}
        </ul>
      )}
      <MenuButton
        className="chip add"
        label={t('logbook.filter.add')}
        menuName={t('logbook.filter.choose')}
        menuClass="filter-menu"
        width={560}
        isPanel
      >
        <Choices address={address} />
      </MenuButton>
      <div className="line filters-end">{children}</div>
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

const mostYears = 6;

/** In the menu: periods, aircraft, airports, status, pilots, and saved filters. */
function Choices({ address }: { readonly address: LogbookAddress }) {
  const show = useShowFlights();
  const filter = useLogbookFilter();
  const isRead = useReadsRoutes();
  const shownPilots = useWindow(({ app }) => (app?.showsEveryone ? app.accounts.length : 1));
  const { value: choices } = useAnswer(
    'logbook.choices',
    useMemo(() => ({ filter }), [filter]),
    useFlightsRevision(),
  );
  return (
    <>
      <Days address={address} years={choices?.years ?? []} />
      <div className="filter-columns">
        <CodeChoice
          title={t('logbook.filter.aircraft')}
          find={t('logbook.filter.findAircraft')}
          codes={(choices?.types ?? []).map(({ type, flights }) => ({ code: type, name: null, flights }))}
          chosen={address.types}
          choose={(types) => show({ ...address, types: [...types] })}
        />
        <CodeChoice
          title={t('logbook.filter.airport')}
          find={t('logbook.filter.findAirport')}
          codes={(choices?.airports ?? []).map((one) => ({ ...one, name: one.city || one.name }))}
          chosen={address.airports}
          choose={(airports) => show({ ...address, airports: [...airports] })}
        />
      </div>
      <section>
        <h2>{t('logbook.filter.status')}</h2>
        <div className="line filter-line">
          {flightStatuses.map((status) => (
            <Check
              key={status}
              checked={address.statuses.includes(status)}
              onChange={(isWanted) => {
                const others = address.statuses.filter((other) => other !== status);
                show({ ...address, statuses: isWanted ? [...others, status] : others });
              }}
            >
              {statusText(status)}
            </Check>
          ))}
          {(isRead || address.differs) && (
            <Check checked={address.differs} onChange={(differs) => show({ ...address, differs })}>
              {t('logbook.filter.differs')}
            </Check>
          )}
        </div>
      </section>
      {((choices?.pilots ?? 0) > shownPilots || address.pilots === 'all') && (
        <section>
          <h2>{t('logbook.filter.pilots')}</h2>
          <Check
            checked={address.pilots === 'all'}
            onChange={(isWanted) => show({ ...address, pilots: isWanted ? 'all' : 'shown' })}
          >
            {t('logbook.filter.allPilots')}
          </Check>
        </section>
      )}
      <SavedFilters address={address} />
    </>
  );
}

function Days({ address, years }: { readonly address: LogbookAddress; readonly years: LogbookChoices['years'] }) {
  const show = useShowFlights();
  const { period, from, to } = address;
  const isAllTime = period === null && from === null && to === null;
  const preset = (key: string, label: string, isChosen: boolean, days: Partial<LogbookAddress>) => (
    <button
      key={key}
      type="button"
      className="preset"
      aria-pressed={isChosen}
      onClick={() => show({ ...address, period: null, from: null, to: null, ...days })}
    >
      {label}
    </button>
  );
  return (
    <section>
      <h2>{t('logbook.filter.time')}</h2>
      <div className="line filter-line">
        {periods.map((name) => preset(name, periodText(name), period === name, { period: name }))}
        {years
          .slice(0, mostYears)
          .map(({ year }) =>
            preset(year, year, from === daysOf(year).from && to === daysOf(year).to, { ...daysOf(year) }),
          )}
        {preset('all', t('logbook.filter.allTime'), isAllTime, {})}
      </div>
      <div className="line filter-line">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="line small dim day-field">
            {end === 'from' ? t('logbook.filter.firstDay') : t('logbook.filter.lastDay')}
            <input
              type="date"
              value={address[end] ?? ''}
              {...(end === 'from' ? { max: to ?? undefined } : { min: from ?? undefined })}
              onChange={(event) => show({ ...address, period: null, [end]: event.currentTarget.value || null })}
            />
          </label>
        ))}
      </div>
    </section>
  );
}

type CodeChoiceProps = {
  readonly title: string;
  readonly find: string;
  readonly codes: readonly { readonly code: string; readonly name: string | null; readonly flights: number }[];
  readonly chosen: readonly string[];
  readonly choose: (codes: readonly string[]) => void;
};

/** The search field above the list finds the others. */
const mostListed = 40;

function CodeChoice({ title, find, codes, chosen, choose }: CodeChoiceProps) {
  const [typed, setTyped] = useState('');
  const text = searchText(typed.trim());
  // Choices from before the list was opened stay on top.
  const [first] = useState(chosen);
  const known = new Map(codes.map((one) => [one.code, one]));
  const lost = chosen.filter((code) => !known.has(code) && !first.includes(code));
  const top = [...first, ...lost].map((code) => known.get(code) ?? { code, name: null, flights: 0 });
  const matching = [...top, ...codes.filter(({ code }) => !first.includes(code))].filter(({ code, name }) =>
    searchText(`${code} ${name ?? ''}`).includes(text),
  );
  return (
    <section>
      <h2>{title}</h2>
      <input
        type="search"
        className="code-search"
        placeholder={find}
        aria-label={find}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="code-list">
        {matching.slice(0, mostListed).map(({ code, name, flights }) => (
          <li key={code}>
            <Check
              checked={chosen.includes(code)}
              onChange={(isWanted) => choose(isWanted ? [...chosen, code] : chosen.filter((other) => other !== code))}
            >
              <span className="mono">{code}</span>
              {name !== null && <span className="dim code-name">{name}</span>}
              <span className="dim time code-count">{number(flights)}</span>
            </Check>
          </li>
        ))}
        {matching.length > mostListed && (
          <li className="dim small">{t('logbook.filter.more', { n: matching.length - mostListed })}</li>
        )}
      </ul>
    </section>
  );
}

type Saved = NonNullable<NonNullable<Settings['logbook']>['saved']>[number];

/**
 * Saved filters. They are in the settings, because a window in a browser has a new origin, and so an empty storage,
 * each time it is opened.
 */
function SavedFilters({ address }: { readonly address: LogbookAddress }) {
  const store = useStore();
  const saved = useWindow((state) => state.settings?.logbook?.saved);
  const list = saved ?? [];
  /** The name of a new one, while it is typed. */
  const [naming, setNaming] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const isFull = list.length >= maxSavedFilters;

  /** @param name the filter to focus; null for the button that saves one */
  function end(name: string | null) {
    setNaming(null);
    const wanted = name === null ? '.small-button' : `[data-filter="${CSS.escape(name)}"]`;
    // The element is rendered a frame later.
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(wanted)?.focus());
  }
  async function save(name: string) {
    if (name === '') return;
    const others = list.filter((one) => one.name !== name);
    await store.changeLogbook({ saved: [...others, { name, query: filterQuery(address) }] });
    end(name);
  }

  return (
    <section ref={section}>
      <h2>{t('logbook.filter.saved')}</h2>
      <div className="line filter-line">
        {list.map((one) => (
          <SavedFilter key={one.name} saved={one} address={address} />
        ))}
        {naming === null && isFiltered(address) && !isFull && (
          <Button size="small" onClick={() => setNaming(filterText(address).slice(0, 60))}>
            {t('logbook.filter.save')}
          </Button>
        )}
        {naming === null && !isFiltered(address) && list.length === 0 && (
          <span className="dim small">{t('logbook.filter.noneSaved')}</span>
        )}
      </div>
      {naming !== null && (
        <form
          className="actions save-filter"
          onSubmit={(event) => {
            event.preventDefault();
            void save(naming.trim());
          }}
        >
          <input
            ref={(field) => field?.focus()}
            value={naming}
            maxLength={60}
            aria-label={t('logbook.filter.name')}
            onChange={(event) => setNaming(event.currentTarget.value)}
          />
          <Button type="submit" look="main" disabled={naming.trim() === ''}>
            {t('window.common.save')}
          </Button>
          <Button onClick={() => end(null)}>{t('window.common.cancel')}</Button>
        </form>
      )}
    </section>
  );
}

function SavedFilter({ saved, address }: { readonly saved: Saved; readonly address: LogbookAddress }) {
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

  const forgetName = t('logbook.filter.forget', { name });
  return (
    <span ref={row} className="saved-filter">
      <button
        type="button"
        className="preset"
        aria-pressed={filterQuery(address) === query}
        title={filterText(open)}
        data-filter={name}
        onClick={() => show(open)}
      >
        {name}
      </button>
      <IconButton icon="close" className="chip-remove" label={forgetName} hasTip onClick={() => void forget()} />
    </span>
  );
}
