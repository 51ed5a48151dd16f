// Shows how complete the flights are and what is left out.
import type { AppState } from '../../main/contract/state.ts';
import { t } from '../text.ts';
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

export function completenessText({ logbook }: AppState): string | null {
  switch (logbook.status) {
    case 'loading':
      return t('logbook.complete.loading', { n: logbook.flights });
    case 'local':
      return t('logbook.complete.local');
    case 'unknown':
    case 'complete':
      return null;
  }
}

export function CompletenessLine({ app, address, archivedLeftOut, withoutDate = 0, isEmpty = false }: Props) {
  const show = useShowFlights();
  const text = isEmpty ? null : completenessText(app);
  const { unread } = app.logbook;
  if (text === null && unread === 0 && archivedLeftOut === 0 && withoutDate === 0) return null;
  return (
    <p className="completeness">
      {text !== null && (
        <span className={`complete-${app.logbook.status}`} role="status">
          {text}
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
            onClick={() => show({ ...address, statuses: ['under-review', 'completed', 'archived'] })}
          >
            {t('logbook.complete.showArchived')}
          </button>
        </span>
      )}
    </p>
  );
}
