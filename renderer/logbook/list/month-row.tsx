// The heading of a month with its totals.
import type { LogbookMonth } from '../../../main/contract/logbook.ts';
import { minutes } from '../../format/amount.ts';
import { monthText } from '../../format/time.ts';
import { t } from '../../text.ts';
import { useSoFar } from '../completeness-line.tsx';

type Props = {
  readonly month: LogbookMonth | null;
  readonly isStuck: boolean;
  readonly place: { readonly top: number; readonly height: number };
  readonly rowIndex: number;
  readonly columnCount: number;
  readonly openMonth: (month: LogbookMonth) => void;
};

export function MonthRow({ month, isStuck, place, rowIndex, columnCount, openMonth }: Props) {
  const soFar = useSoFar();
  const isSoFar = soFar !== '' && month?.isFinal === false;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={['month-row', isStuck && 'stuck', isSoFar && 'so-far'].filter(Boolean).join(' ')}
      style={place}
    >
      <span role="gridcell" aria-colspan={columnCount} className="month-cell">
        {month === null ? (
          <b>{t('logbook.list.undated')}</b>
        ) : (
          <>
            <button type="button" className="month-name" tabIndex={-1} onClick={() => openMonth(month)}>
              {monthText(month.month)}
            </button>
            <span className="dim">
              {month.minutes === 0 && month.points === 0
                ? t('logbook.list.monthFlights', { n: month.flights })
                : t('logbook.list.month', {
                    n: month.flights,
                    time: minutes(month.minutes),
                    points: month.points,
                  })}
              {isSoFar && ` · ${soFar}`}
            </span>
          </>
        )}
      </span>
    </div>
  );
}
