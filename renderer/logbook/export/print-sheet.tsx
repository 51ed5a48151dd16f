// The pages for the system's print dialog, which can also save a PDF. Not visible on screen.
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { columnShape, columnsThatFit, type Column } from '../filter/columns.ts';
import { filterText } from '../filter/chips.ts';
import type { LogbookAddress } from '../filter/logbook-address.ts';
import { cellOf, columnName } from '../flight-cells.tsx';
import { soFarText, withSoFar } from '../completeness-line.tsx';
import { totalFigures } from '../totals-line.tsx';
import { t } from '../../text.ts';
import { MOST_PRINTED, type Print } from './print-flights.ts';
import '../../styles/print.css';

/** The width of A4 and US Letter in landscape without margins, in CSS pixels. */
const PAGE_WIDTH = 930;

type Props = {
  readonly print: Print;
  readonly columns: readonly Column[];
  readonly address: LogbookAddress;
  /** Called once the dialog is closed. */
  readonly onPrinted: () => void;
};

export function PrintSheet({ print, columns, address, onPrinted }: Props) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted);
    globalThis.print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  const { rows, total, totals } = print;
  const shown = columnsThatFit(columns, PAGE_WIDTH);
  const filtered = filterText(address);
  return createPortal(
    <section className="print-sheet">
      <h1>{withSoFar(t('logbook.print.title'), totals === null ? '' : soFarText(totals))}</h1>
      {filtered !== '' && <p>{filtered}</p>}
      {totals !== null && (
        <dl>
          {totalFigures(totals).map(({ key, value, name }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {total > rows.length && <p>{t('logbook.print.first', { n: MOST_PRINTED, total })}</p>}
      <table>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column} scope="col" className={columnShape(column).isFigure ? 'figure' : undefined}>
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.stripId}>
              {shown.map((column) => (
                <td key={column} className={columnShape(column).isFigure ? 'figure' : undefined}>
                  {cellOf(column, row, true)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
