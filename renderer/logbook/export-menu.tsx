// Exports the filtered or the selected flights, with progress and a button to cancel, or prints them.
import { Button } from '../elements/button.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ok, type Result } from '../../main/contract/failure.ts';
import { type ExportFormat, exportFormats } from '../../main/contract/export-formats.ts';
import type { LogbookFilter, LogbookOrder, LogbookRow, LogbookTotals } from '../../main/contract/logbook.ts';
import { ariaShortcut } from '../commands/shortcuts.ts';
import { openMenu, useCommands, useShortcut } from '../commands/use-commands.ts';
import { Icon } from '../elements/icon.tsx';
import { useWindowEvent } from '../elements/use-keydown.ts';
import { MenuButton, MenuEntry, MenuGroup } from '../elements/menu-button.tsx';
import { useStore, useWindow } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t } from '../text.ts';
import { type Column, columnShape, columnsThatFit } from './columns.ts';
import { dayText } from '../format/time.ts';
import { cellOf, columnName, isOwn } from './flight-cells.tsx';
import { pilotsText, soFarText, totalFigures, withSoFar } from './flight-summary.tsx';
import { filterText, type LogbookAddress } from './logbook-address.ts';
import { readRows } from './page-cache.ts';
import { useChosenColumns, useLogbookAddress } from './use-logbook.ts';
import './print.css';

type ExportMenuProps = {
  readonly filter: LogbookFilter;
  readonly order: LogbookOrder;
  /** The number of flights that match the filter. */
  readonly total: number;
  /** The selected flights by id; empty for all. */
  readonly marked?: ReadonlyMap<number, LogbookRow>;
};

const none: ReadonlyMap<number, LogbookRow> = new Map();

export function ExportMenu({ filter, order, total, marked = none }: ExportMenuProps) {
  const store = useStore();
  const exporting = useWindow((state) => state.exporting);
  const print = usePrint();
  const shortcut = useShortcut('logbook.export');
  useCommands(exporting === null ? { 'logbook.export': () => openMenu('.export-button') } : {});
  if (exporting !== null) {
    const { written, total: max } = exporting;
    return (
      <div className="line exporting">
        <span className="line">
          <progress
            value={max === null ? undefined : written}
            max={max ?? 1}
            aria-label={t('logbook.export.progress')}
          />
          <span className="dim small time">{t('logbook.export.written', { n: written })}</span>
        </span>
        <Button onClick={() => void store.send('logbook.cancelExport', {})}>{t('window.common.cancel')}</Button>
      </div>
    );
  }
  const save = (format: ExportFormat) =>
    void store.exportFlights({ filter, order, format, ids: marked.size === 0 ? null : [...marked.keys()] });
  return (
    <>
      {print.sheet}
      <MenuButton
        className="button export-button"
        label={
          <>
            {t('logbook.export.open')}
            <Icon name="menu" />
          </>
        }
        menuName={t('logbook.export.open')}
        width={340}
        shortcut={ariaShortcut(shortcut)}
      >
        <MenuGroup
          name={
            marked.size === 0 ? t('logbook.export.all', { n: total }) : t('logbook.export.marked', { n: marked.size })
          }
          entries={
            <>
              {exportFormats.map((format) => (
                <MenuEntry
                  key={format}
                  name={t('logbook.export.format', { format })}
                  details={t('logbook.export.about', { format })}
                  onChoose={() => save(format)}
                />
              ))}
              <MenuEntry
                name={t('logbook.print.open')}
                details={t('logbook.print.about')}
                onChoose={() => print.start({ filter, order, marked, all: total })}
              />
            </>
          }
        />
      </MenuButton>
    </>
  );
}

/** Prints flights: reads them, renders the pages and opens the system's print dialog. */
function usePrint() {
  const store = useStore();
  const address = useLogbookAddress();
  const columns = useChosenColumns();
  const [print, setPrint] = useState<Print | null>(null);

  async function start(question: PrintQuestion) {
    const result = await readPrint(store, question);
    if (result.ok) setPrint(result.value);
    else store.showFailure(result.failure);
  }
  const sheet = print && (
    <PrintSheet print={print} columns={columns} address={address} onPrinted={() => setPrint(null)} />
  );
  return { sheet, start };
}

/** The width of A4 and US Letter in landscape without margins, in CSS pixels. */
const pageWidth = 930;

type PrintSheetProps = {
  readonly print: Print;
  readonly columns: readonly Column[];
  readonly address: LogbookAddress;
  /** Called once the dialog is closed. */
  readonly onPrinted: () => void;
};

/** The pages for the system's print dialog, which can also save a PDF. Not visible on screen. */
function PrintSheet({ print, columns, address, onPrinted }: PrintSheetProps) {
  useWindowEvent('afterprint', onPrinted);
  useEffect(() => globalThis.print(), []);
  const { rows, total, totals } = print;
  const shown = columnsThatFit(columns, pageWidth);
  const filtered = filterText(address);
  const pilots = useWindow(({ app }) => (app ? pilotsText(app, address.pilots) : ''));
  const dated = rows.flatMap(({ day }) => day ?? []).toSorted();
  const { firstDay, lastDay } = totals ?? { firstDay: dated[0], lastDay: dated.at(-1) };
  const days = firstDay && lastDay ? t('logbook.filter.days', { from: dayText(firstDay), to: dayText(lastDay) }) : '';
  return createPortal(
    <section className="print-sheet">
      <h1>{withSoFar(t('logbook.print.title'), totals === null ? '' : soFarText(totals))}</h1>
      <p>{t('shared.facts', { items: [pilots, days, filtered].filter(Boolean) })}</p>
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
      {totals !== null && totals.withOwn > 0 && <p>{t('logbook.totals.withOwn', { n: totals.withOwn })}</p>}
      {total > rows.length && <p>{t('logbook.print.first', { n: mostPrinted, total })}</p>}
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
                  {isOwn(column, row) ? <em>{cellOf(column, row, true)}</em> : cellOf(column, row, true)}
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

// Reads the flights to print: those that match the filter, or the marked ones among them, in the order of the list.

/** About 150 pages. Chromium lays out all of them before it shows the first. */
const mostPrinted = 5_000;

type PrintQuestion = {
  readonly filter: LogbookFilter;
  readonly order: LogbookOrder;
  /** The marked flights by id; empty for all. */
  readonly marked: ReadonlyMap<number, LogbookRow>;
  /** How many match the filter. */
  readonly all: number;
};

type Print = {
  readonly rows: readonly LogbookRow[];
  /** More than `rows` has if not all flights are printed. */
  readonly total: number;
  /** Null if only marked flights are printed. */
  readonly totals: LogbookTotals | null;
};

async function readPrint(store: WindowStore, { filter, order, marked, all }: PrintQuestion): Promise<Result<Print>> {
  const hasMarks = marked.size > 0;
  const totals = hasMarks ? null : await store.ask('logbook.totals', { filter });
  if (totals !== null && !totals.ok) return totals;
  const read = await readRows(
    (offset, limit) => store.ask('logbook.page', { filter, order, offset, limit }),
    0,
    hasMarks ? all : Math.min(all, mostPrinted),
  );
  if (!read.ok) return read;
  const rows = hasMarks ? read.value.filter(({ id }) => marked.has(id)) : read.value;
  const total = totals?.value.flights ?? marked.size;
  return ok({ rows: rows.slice(0, mostPrinted), total, totals: totals?.value ?? null });
}
