// The bays of a long board with their counts; a click goes to the heading and unfolds the bay.
import { flushSync } from 'react-dom';
import type { AppState } from '../../main/contract/state.ts';
import { bays, type Bay } from '../../main/contract/strip.ts';
import { number } from '../format/amount.ts';
import { headingOf } from './folding.ts';
import { isAllCalm } from '../format/strip-text.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

export function JumpList({ app }: { readonly app: AppState }) {
  const counts = app.bays;
  const store = useStore();
  const isCalm = useWindow(({ lists }) => isAllCalm(lists));

  function jump(bay: Bay) {
    // Rendered first: a board that ends at the heading can't scroll to it.
    flushSync(() => store.fold(bay, false));
    const heading = document.getElementById(`bay-${bay}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.querySelector('button')?.focus({ preventScroll: true });
  }

  return (
    <nav className="jump" aria-label={t('window.bay.jump')}>
      {bays
        .filter((bay) => counts[bay] > 0)
        .map((bay) => (
          <button
            key={bay}
            type="button"
            className={`jump-to bay-${bay}${isCalm && bay === 'needs-attention' ? ' is-calm' : ''}`}
            onClick={() => jump(bay)}
          >
            {t('window.bay.name', { bay: headingOf(bay, app) })} <span className="time">{number(counts[bay])}</span>
          </button>
        ))}
    </nav>
  );
}
