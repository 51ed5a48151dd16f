// Exports what is filtered, or the marked flights of it. While a file is written: how far it is, and a way to stop.
import { exportFormats, type ExportFormat } from '../../../main/contract/logbook.ts';
import type { LogbookFilter, LogbookOrder } from '../../../main/contract/logbook.ts';
import { Icon } from '../../elements/icon.tsx';
import { MenuButton } from '../../elements/menu-button.tsx';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';

type Props = {
  readonly filter: LogbookFilter;
  readonly order: LogbookOrder;
  /** How many flights it has. */
  readonly total: number;
  /** Only these; empty for all. */
  readonly marked?: ReadonlySet<number>;
};

const none: ReadonlySet<number> = new Set();

export function ExportMenu({ filter, order, total, marked = none }: Props) {
  const store = useStore();
  const exporting = useWindow((state) => state.exporting);
  if (exporting !== null) {
    const { written, total: all } = exporting;
    return (
      <div className="exporting">
        <span className="export-progress">
          <progress
            value={all === null ? undefined : written}
            max={all ?? 1}
            aria-label={t('logbook.export.progress')}
          />
          <span className="dim small time">{t('logbook.export.written', { n: written })}</span>
        </span>
        <button type="button" className="button" onClick={() => void store.order('logbook.cancelExport', {})}>
          {t('window.common.cancel')}
        </button>
      </div>
    );
  }
  const save = (format: ExportFormat) =>
    void store.exportFlights({ filter, order, format, ids: marked.size === 0 ? null : [...marked] });
  return (
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
      shortcut="e"
    >
      {(close) => (
        <section>
          <h2>
            {marked.size === 0 ? t('logbook.export.all', { n: total }) : t('logbook.export.marked', { n: marked.size })}
          </h2>
          <ul>
            {exportFormats.map((format) => (
              <li key={format}>
                <button
                  type="button"
                  className="menu-entry"
                  onClick={() => {
                    close();
                    save(format);
                  }}
                >
                  <span className="menu-text">
                    <span className="menu-name">{t('logbook.export.format', { format })}</span>
                    <small className="dim">{t('logbook.export.about', { format })}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </MenuButton>
  );
}

/** Opens the menu by its key. */
export function openExportMenu() {
  document.querySelector<HTMLButtonElement>('.export-button')?.click();
}
