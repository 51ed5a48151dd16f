// The menu "+ Filter": periods, aircraft, airports, status, pilots, and saved filters.
import { useMemo, useState } from 'react';
import { flightStatuses, type LogbookChoices } from '../../../main/contract/logbook.ts';
import { searchText } from '../../../main/messages/search-text.ts';
import { MenuButton } from '../../elements/menu-button.tsx';
import { number } from '../../format/amount.ts';
import { t } from '../../text.ts';
import { useAnswer } from './use-answer.ts';
import { periodText, statusText } from './chips.ts';
import type { LogbookAddress } from './logbook-address.ts';
import { daysOf, periods } from './periods.ts';
import { SavedFilters } from './saved-filters.tsx';
import { useFlightsRevision, useLogbookFilter, useShowFlights } from './use-logbook.ts';

export function FilterMenu({ address }: { readonly address: LogbookAddress }) {
  return (
    <MenuButton
      className="chip add"
      label={t('logbook.filter.add')}
      menuName={t('logbook.filter.choose')}
      menuClass="filter-menu"
      width={560}
      isPanel
    >
      {() => <Choices address={address} />}
    </MenuButton>
  );
}

const MOST_YEARS = 6;

function Choices({ address }: { readonly address: LogbookAddress }) {
  const show = useShowFlights();
  const filter = useLogbookFilter();
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
        <div className="filter-line">
          {flightStatuses.map((status) => (
            <label key={status} className="check">
              <input
                type="checkbox"
                checked={address.statuses.includes(status)}
                onChange={(event) => {
                  const others = address.statuses.filter((other) => other !== status);
                  show({ ...address, statuses: event.currentTarget.checked ? [...others, status] : others });
                }}
              />
              {statusText(status)}
            </label>
          ))}
        </div>
      </section>
      {((choices?.pilots ?? 0) > 1 || address.pilots === 'all') && (
        <section>
          <h2>{t('logbook.filter.pilots')}</h2>
          <label className="check">
            <input
              type="checkbox"
              checked={address.pilots === 'all'}
              onChange={(event) => show({ ...address, pilots: event.currentTarget.checked ? 'all' : 'active' })}
            />
            {t('logbook.filter.allPilots')}
          </label>
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
      <div className="filter-line">
        {periods.map((name) => preset(name, periodText(name), period === name, { period: name }))}
        {years
          .slice(0, MOST_YEARS)
          .map(({ year }) =>
            preset(year, year, from === daysOf(year).from && to === daysOf(year).to, { ...daysOf(year) }),
          )}
        {preset('all', t('logbook.filter.allTime'), isAllTime, {})}
      </div>
      <div className="filter-line">
        <label className="day-field">
          {t('logbook.filter.firstDay')}
          <input
            type="date"
            value={from ?? ''}
            max={to ?? undefined}
            onChange={(event) => show({ ...address, period: null, from: event.currentTarget.value || null })}
          />
        </label>
        <label className="day-field">
          {t('logbook.filter.lastDay')}
          <input
            type="date"
            value={to ?? ''}
            min={from ?? undefined}
            onChange={(event) => show({ ...address, period: null, to: event.currentTarget.value || null })}
          />
        </label>
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
const MOST_LISTED = 40;

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
        {matching.slice(0, MOST_LISTED).map(({ code, name, flights }) => (
          <li key={code}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={(event) =>
                  choose(event.currentTarget.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
                }
              />
              <span className="mono">{code}</span>
              {name !== null && <span className="dim code-name">{name}</span>}
              <span className="dim time code-count">{number(flights)}</span>
            </label>
          </li>
        ))}
        {matching.length > MOST_LISTED && (
          <li className="dim small">{t('logbook.filter.more', { n: matching.length - MOST_LISTED })}</li>
        )}
      </ul>
    </section>
  );
}
