// Explains in all three views why there are no flights, and what to do.
import { isSoFar } from '../../main/contract/completeness.ts';
import type { LogbookTotals } from '../../main/contract/logbook.ts';
import type { AppState } from '../../main/contract/state.ts';
import { SignInButtons } from '../account/sign-in.tsx';
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';
import { completenessText } from './completeness-line.tsx';
import { filterTexts } from './filter/chips.ts';
import { isFiltered, withoutFilter, type LogbookAddress } from './filter/logbook-address.ts';
import { useShowFlights } from './filter/use-logbook.ts';

type Props = {
  readonly app: AppState;
  readonly address: LogbookAddress;
  /** Null until the totals are known. */
  readonly read: LogbookTotals | null;
  readonly chooseFiles: () => void;
};

export function NoFlights({ app, address, read, chooseFiles }: Props) {
  const show = useShowFlights();
  const { order } = useStore();
  const { status, flights } = app.logbook;
  const completeness = completenessText(app);
  if (isFiltered(address)) {
    return (
      <div className="no-flights">
        <h2>{t('logbook.empty.noMatch', { isFinal: read === null || isSoFar(read) ? 'other' : 'yes' })}</h2>
        <p className="dim">{t('logbook.empty.filtered', { filters: filterTexts(address) })}</p>
        {completeness !== null && <p className="dim">{completeness}</p>}
        <button type="button" className="button main-button" onClick={() => show(withoutFilter(address))}>
          {t('logbook.empty.clear')}
        </button>
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
          <button type="button" className="button main-button" onClick={chooseFiles}>
            {t('window.bay.chooseFiles')}
          </button>
          {app.service.kind === 'demo' && (
            <button type="button" className="button" onClick={() => void order('service.addSampleFlights', {})}>
              {t('logbook.empty.addSamples')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
