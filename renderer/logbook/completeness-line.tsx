// Shows how much of the flights has been read and what is left out, and marks figures that aren't final.
import { createContext, useContext, type ReactNode } from 'react';
import { isSoFar, type Completeness } from '../../main/contract/completeness.ts';
import { flightStatuses, type LogbookTotals } from '../../main/contract/logbook.ts';
import { mayRead, type AppState } from '../../main/contract/state.ts';
import { flightsReadMessage } from '../../main/messages/flights-read.ts';
import { dayText } from '../format/time.ts';
import { t, text } from '../text.ts';
import type { LogbookAddress } from './filter/logbook-address.ts';
import { useShowFlights } from './filter/use-logbook.ts';

type Props = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  readonly archivedLeftOut: number;
  /** The number of flights that charts over time leave out. */
  readonly withoutDate?: number;
  /** There are no flights, so `NoFlights` already shows how complete the logbook is. */
  readonly isEmpty?: boolean;
};

export function completenessText(app: AppState): string | null {
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
export function LacksFigures({ app, view }: { readonly app: AppState; readonly view: 'map' | 'other' }) {
  return (
    <div className="no-flights">
      <h2>{t('logbook.complete.lacks', { view })}</h2>
      <p className="dim">{completenessText(app)}</p>
    </div>
  );
}

export function CompletenessLine({ app, address, archivedLeftOut, withoutDate = 0, isEmpty = false }: Props) {
  const show = useShowFlights();
  const missing = isEmpty ? null : completenessText(app);
  const { unread } = app.logbook;
  if (missing === null && unread === 0 && archivedLeftOut === 0 && withoutDate === 0) return null;
  return (
    <p className="completeness">
      {missing !== null && (
        <span className={`complete-${app.logbook.status}`} role="status">
          {missing}
        </span>
      )}
      {unread > 0 && <span>{t('logbook.complete.unread', { n: unread })}</span>}
      {withoutDate > 0 && <span>{t('logbook.complete.withoutDate', { n: withoutDate })}</span>}
      {archivedLeftOut > 0 && (
        <span>
          {t('logbook.complete.archived', { n: archivedLeftOut })}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => show({ ...address, statuses: [...flightStatuses] })}
          >
            {t('logbook.complete.showArchived')}
          </button>
        </span>
      )}
    </p>
  );
}
