// What all three views say about their flights: the totals, how much has been read and what is left out, and why there
// are none.
import { Button } from '../elements/button.tsx';
import { createContext, type ReactNode, useContext } from 'react';
import { type Completeness, isSoFar } from '../../main/contract/completeness.ts';
import { flightStatuses, type LogbookFilter, type LogbookTotals } from '../../main/contract/logbook.ts';
import { type AppState, mayRead } from '../../main/contract/state.ts';
import { flightsReadMessage } from '../../main/messages/flights-read.ts';
import { SignInButtons } from '../account/sign-in.tsx';
import { openSection } from '../commands/settings-sections.ts';
import { minutes as duration, number, unknownMark } from '../format/amount.ts';
import { dayText } from '../format/time.ts';
import { useReadsRoutes, useStore } from '../store/use-window.ts';
import { nameText, t, text } from '../text.ts';
import { filterTexts, isFiltered, type LogbookAddress, withoutFilter } from './logbook-address.ts';
import { useShowFlights } from './use-logbook.ts';

export function onTimeShare({ known, onTime }: LogbookTotals['delay']): string {
  return known === 0 ? unknownMark : t('logbook.totals.percent', { share: onTime / known });
}

/** Whether a sum counts any flight, or leaves out less than a share. Without flights, zero is correct. */
export const isKnownOf = (totals: LogbookTotals, sum: 'minutes' | 'distanceNm' | 'points', share = 1): boolean =>
  totals.flights === 0 || totals[sum].unknown < share * totals.flights;

type Figure = { readonly key: string; readonly value: string; readonly name: string; readonly title?: string };

/** The totals that are known. */
export function totalFigures(totals: LogbookTotals): readonly Figure[] {
  const { flights, minutes, distanceNm, points, delay, airports, countries } = totals;
  /** A sum with how many flights it lacks. */
  function sum(of: Parameters<typeof isKnownOf>[1], value: string, name: string): Figure | false {
    const { unknown } = totals[of];
    const title = unknown > 0 && { title: t('logbook.totals.notKnown', { n: unknown }) };
    return isKnownOf(totals, of) && { key: of, value, name, ...title };
  }
  const miles = t('logbook.totals.miles', { n: Math.round(distanceNm.sum) });
  return [
    { key: 'flights', value: number(flights), name: t('logbook.totals.flights', { n: flights }) },
    sum('minutes', duration(minutes.sum), t('logbook.totals.flown', { n: minutes.unknown })),
    sum('distanceNm', miles, t('logbook.totals.greatCircle', { n: distanceNm.unknown })),
    sum('points', number(points.sum), t('logbook.totals.points', { n: points.unknown })),
    delay.known > 0 && {
      key: 'on-time',
      value: onTimeShare(delay),
      name: t('logbook.totals.onTime'),
      title: t('logbook.totals.onTimeHow', { n: delay.known }),
    },
    airports > 0 && {
      key: 'airports',
      value: number(airports),
      name: t('logbook.totals.airports', { airports, countries }),
    },
  ].filter((figure) => figure !== false);
}

export function TotalsLine({ totals, isOld }: { readonly totals: LogbookTotals | null; readonly isOld: boolean }) {
  if (totals === null) return <div className="line totals" aria-hidden="true" />;
  const soFar = soFarText(totals);
  return (
    <dl className={['line totals', isOld && 'old', soFar !== '' && 'so-far'].filter(Boolean).join(' ')}>
      {totalFigures(totals).map(({ key, value, name, title }) => (
        <div key={key} title={title}>
          <dt className="small dim">
            {name}
            {soFar !== '' && <span className="off-screen">, {soFar}</span>}
          </dt>
          <dd className="time">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type CompletenessProps = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  readonly totals: LogbookTotals | null;
  /** Its charts are over time, and leave out flights without a date. */
  readonly hasDates?: boolean;
  /** There are no flights, so `NoFlights` already shows how complete the logbook is. */
  readonly isEmpty?: boolean;
};

/** How much of the flights has been read; null if that is all. */
function completenessText(app: AppState): string | null {
  const missing = flightsReadMessage(app.logbook, mayRead(app), (day) => dayText(day, 'full'));
  return missing && text(missing);
}

/** What an answer says about the flights that its figures are about. */
type Read = { readonly completeness: Completeness; readonly isFinal: boolean };

/** Returns what to write beside figures that aren't final; empty for those that are. */
export const soFarText = (read: Read): string => (isSoFar(read) ? t('logbook.complete.soFar') : '');

/** @param soFar as from `soFarText` */
export const withSoFar = (about: string, soFar: string): string =>
  soFar === '' ? about : about === '' ? soFar : `${about} · ${soFar}`;

const Shown = createContext<Read | null>(null);
/** Every figure inside belongs to this answer. */
export const FiguresOf = ({ read, children }: { readonly read: Read | null; readonly children: ReactNode }) => (
  <Shown value={read}>{children}</Shown>
);

/** Returns what the figures around are followed by if they aren't final; else empty text. */
export function useSoFar(): string {
  const read = useContext(Shown);
  return read === null ? '' : soFarText(read);
}

/** Whether only the responses to uploads are known, which have no figures. */
export const lacksFigures = ({ flights, completeness, minutes, points, airports }: LogbookTotals): boolean =>
  completeness.status === 'local' && airports === 0 && minutes.unknown === flights && points.unknown === flights;

/** In place of a map or charts that would be empty. */
export function LacksFigures({ app, view }: { readonly app: AppState; readonly view: 'map' | null }) {
  const isRead = useReadsRoutes();
  return (
    <div className="no-flights">
      <h2>{t('logbook.complete.lacks', { view })}</h2>
      <p className="dim">{completenessText(app)}</p>
      {isRead === false && <Button onClick={() => openSection('reports')}>{t('window.settings.readsRoutes')}</Button>}
    </div>
  );
}

export function CompletenessLine({ app, address, totals, hasDates = false, isEmpty = false }: CompletenessProps) {
  const { archivedLeftOut = 0, withOwn = 0 } = totals ?? {};
  const withoutDate = hasDates ? (totals?.withoutDate ?? 0) : 0;
  const show = useShowFlights();
  const missing = isEmpty ? null : completenessText(app);
  const { unread } = app.logbook;
  return (
    <p className="line completeness">
      {missing !== null && (
        <span className={`complete-${app.logbook.status}`} role="status">
          {missing}
        </span>
      )}
      {unread > 0 && <span>{t('logbook.complete.unread', { n: unread })}</span>}
      {withOwn > 0 && <span>{t('logbook.totals.withOwn', { n: withOwn })}</span>}
      {withoutDate > 0 && <span>{t('logbook.complete.withoutDate', { n: withoutDate })}</span>}
      {archivedLeftOut > 0 && (
        <span>
          {t('logbook.complete.archived', { n: archivedLeftOut })}{' '}
          <Button look="link" onClick={() => show({ ...address, statuses: [...flightStatuses] })}>
            {t('logbook.complete.showArchived')}
          </Button>
        </span>
      )}
    </p>
  );
}

type NoFlightsProps = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  /** Null until the totals are known. */
  readonly read: LogbookTotals | null;
  readonly chooseFiles: () => void;
};

/** Explains in all three views why there are no flights, and what to do. */
export function NoFlights({ app, address, read, chooseFiles }: NoFlightsProps) {
  const show = useShowFlights();
  const { addSampleFlights } = useStore();
  const { status, flights } = app.logbook;
  const completeness = completenessText(app);
  if (isFiltered(address)) {
    return (
      <div className="no-flights">
        <h2>{t('logbook.empty.noMatch', { isFinal: read !== null && !isSoFar(read) })}</h2>
        <p className="dim">{t('logbook.empty.filtered', { filters: filterTexts(address) })}</p>
        {completeness !== null && <p className="dim">{completeness}</p>}
        <Button look="main" onClick={() => show(withoutFilter(address))}>
          {t('logbook.empty.clear')}
        </Button>
      </div>
    );
  }
  if (app.account.status !== 'signed-in' && flights === 0) {
    return (
      <div className="no-flights">
        <h2>{t('logbook.empty.title', { reason: 'signedOut' })}</h2>
        <p className="dim">{t('logbook.empty.text', { reason: 'signedOut' })}</p>
        {app.account.status !== 'signing-in' && (
          <SignInButtons
            why={app.account.status === 'signed-out' ? app.account.reason : null}
            label={t('window.account.signIn')}
          />
        )}
      </div>
    );
  }
  const reason = status === 'local' ? 'local' : status === 'complete' ? 'none' : 'loading';
  return (
    <div className="no-flights">
      <h2>{t('logbook.empty.title', { reason })}</h2>
      <p className="dim">{reason === 'local' ? completeness : t('logbook.empty.text', { reason })}</p>
      {reason !== 'loading' && (
        <p className="actions">
          <Button look="main" onClick={chooseFiles}>
            {t('window.bay.chooseFiles')}
          </Button>
          {app.service.kind === 'demo' && (
            <Button onClick={() => void addSampleFlights()}>{t('logbook.empty.addSamples')}</Button>
          )}
        </p>
      )}
    </div>
  );
}

/** The names of the pilots whose flights are shown; empty for one whom the service does not name. */
export function pilotsText({ account, accounts, showsEveryone }: AppState, of: LogbookFilter['pilots']): string {
  if (of === 'all' || showsEveryone) return t('shared.list', { items: accounts.map(({ name }) => nameText(name)) });
  return account.status === 'signed-in' && typeof account.name === 'string' ? account.name : '';
}
