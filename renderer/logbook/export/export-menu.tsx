// Exports or prints the filtered or the selected flights, with progress and a button to cancel.
import {
  type ExportFormat,
  exportFormats,
  type LogbookFilter,
  type LogbookOrder,
} from '../../../main/contract/logbook.ts';
import { ariaShortcut } from '../../commands/shortcuts.ts';
import { openMenu, useCommands, useShortcut } from '../../commands/use-commands.ts';
import { Icon } from '../../elements/icon.tsx';
import { MenuButton } from '../../elements/menu-button.tsx';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { MOST_PRINTED } from './print-flights.ts';
import { usePrint } from './use-print.tsx';

type Props = {
  readonly filter: LogbookFilter;
  readonly order: LogbookOrder;
  /** The number of flights that match the filter. */
  readonly total: number;
  /** The ids of the selected flights; empty for all. */
  readonly marked?: ReadonlySet<number>;
};

const none: ReadonlySet<number> = new Set();

export function ExportMenu({ filter, order, total, marked = none }: Props) {
  const store = useStore();
  const exporting = useWindow((state) => state.exporting);
  const print = usePrint();
  const shortcut = useShortcut('logbook.export');
  const isBusy = print.read !== null || exporting !== null;
  useCommands(isBusy ? {} : { 'logbook.export': () => openMenu('.export-button') });
  if (print.read !== null) {
    return (
      <Progress
        label={t('logbook.print.reading')}
        value={print.read}
        max={Math.min(marked.size || total, MOST_PRINTED)}
        cancel={print.cancel}
      />
    );
  }
  if (exporting !== null) {
    return (
      <Progress
        label={t('logbook.export.progress')}
        value={exporting.written}
        max={exporting.total}
        text={t('logbook.export.written', { n: exporting.written })}
        cancel={() => void store.order('logbook.cancelExport', {})}
      />
    );
  }
  const save = (format: ExportFormat) =>
    void store.exportFlights({ filter, order, format, ids: marked.size === 0 ? null : [...marked] });
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
        {(close) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A fieldset would draw its own box.
          <section role="group" aria-labelledby="exported-flights">
            <h2 role="none" id="exported-flights">
              {marked.size === 0
                ? t('logbook.export.all', { n: total })
                : t('logbook.export.marked', { n: marked.size })}
            </h2>
            <ul role="none">
              {exportFormats.map((format) => (
                <Entry
                  key={format}
                  name={t('logbook.export.format', { format })}
                  about={t('logbook.export.about', { format })}
                  onChoose={() => {
                    close();
                    save(format);
                  }}
                />
              ))}
              <Entry
                name={t('logbook.print.open')}
                about={t('logbook.print.about')}
                onChoose={() => {
                  close();
                  void print.start({ filter, order, marked });
                }}
              />
            </ul>
          </section>
        )}
      </MenuButton>
    </>
  );
}

type EntryProps = { readonly name: string; readonly about: string; readonly onChoose: () => void };

function Entry({ name, about, onChoose }: EntryProps) {
  return (
    <li role="none">
      <button type="button" role="menuitem" tabIndex={-1} className="menu-entry" onClick={onChoose}>
        <span className="menu-text">
          <span className="menu-name">{name}</span>
          <small className="dim">{about}</small>
        </span>
      </button>
    </li>
  );
}

type ProgressProps = {
  readonly label: string;
  readonly value: number;
  /** Null: not known yet. */
  readonly max: number | null;
  readonly text?: string;
  readonly cancel: () => void;
};

function Progress({ label, value, max, text, cancel }: ProgressProps) {
  return (
    <div className="exporting">
      <span className="export-progress">
        <progress value={max === null ? undefined : value} max={max ?? 1} aria-label={label} />
        {text !== undefined && <span className="dim small time">{text}</span>}
      </span>
      <button type="button" className="button" onClick={cancel}>
        {t('window.common.cancel')}
      </button>
    </div>
  );
}
