// The column headings. They sort the list by the columns that the process can sort by.
import type { LogbookOrder } from '../../../main/contract/logbook.ts';
import { Icon } from '../../elements/icon.tsx';
import { t } from '../../text.ts';
import { columnShape, type Column } from '../filter/columns.ts';
import { columnName } from '../flight-cells.tsx';

type Props = {
  readonly columns: readonly Column[];
  readonly tracks: string;
  readonly order: LogbookOrder;
  readonly sort: (order: LogbookOrder) => void;
};

/** Text starts ascending; days and figures start with the newest and the largest. */
const beginsDescending = (column: Column) =>
  columnShape(column).isFigure === true || column === 'day' || column === 'created';

export function HeaderRow({ columns, tracks, order, sort }: Props) {
  return (
    <div role="rowgroup" className="flight-head">
      <div role="row" aria-rowindex={1} className="head-row">
        <span role="columnheader" className="mark-cell">
          <span className="off-screen">{t('logbook.list.marked')}</span>
        </span>
        <span className="cells" style={{ gridTemplateColumns: tracks }} role="presentation">
          {columns.map((column) => {
            const { sort: by, isFigure } = columnShape(column);
            const isSorted = by !== null && order.by === by;
            const direction = order.descending ? 'descending' : 'ascending';
            return (
              <span
                key={column}
                role="columnheader"
                aria-sort={isSorted ? direction : by === null ? undefined : 'none'}
                className={isFigure ? `fact ${column} figure` : `fact ${column}`}
              >
                {by === null ? (
                  columnName(column)
                ) : (
                  <button
                    type="button"
                    className="sort"
                    onClick={() => sort({ by, descending: isSorted ? !order.descending : beginsDescending(column) })}
                  >
                    <span>{columnName(column)}</span>
                    {isSorted && <Icon name={order.descending ? 'down' : 'up'} />}
                  </button>
                )}
              </span>
            );
          })}
        </span>
      </div>
    </div>
  );
}
