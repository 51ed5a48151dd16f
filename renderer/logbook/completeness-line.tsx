// How complete the flights are, and what is left out.
import type { AppState } from '../../main/contract/state.ts';
import { t } from '../text.ts';
import type { LogbookAddress } from './filter/logbook-address.ts';
import { useShowFlights } from './filter/use-logbook.ts';

type Props = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  readonly archivedLeftOut: number;
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

export function CompletenessLine({ app, address, archivedLeftOut }: Props) {
  const show = useShowFlights();
  const text = completenessText(app);
  if (text === null && archivedLeftOut === 0) return null;
  return (
    <p className="completeness">
      {text !== null && (
        <span className={`complete-${app.logbook.status}`} role="status">
          {text}
        </span>
      )}
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
