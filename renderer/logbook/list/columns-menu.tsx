// The menu that chooses the columns of the list, which the settings keep.
import { openMenu, useCommands } from '../../commands/use-commands.ts';
import { MenuButton } from '../../elements/menu-button.tsx';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { columns, fixedColumns, usualColumns, type Column } from '../filter/columns.ts';
import type { LogbookAddress } from '../filter/logbook-address.ts';
import { useShowFlights } from '../filter/use-logbook.ts';
import { columnName } from '../flight-cells.tsx';

type Props = {
  readonly address: LogbookAddress;
  readonly chosen: readonly Column[];
  /** The columns that fit. */
  readonly shown: readonly Column[];
};

export function ColumnsMenu({ address, chosen, shown }: Props) {
  const store = useStore();
  const show = useShowFlights();
  useCommands({ 'logbook.columns': () => openMenu('.columns-button') });
  function choose(next: readonly Column[] | undefined) {
    void store.changeLogbook({ columns: next === undefined ? undefined : [...next] });
    if (address.columns !== null) show({ ...address, columns: null }, { inPlace: true });
  }
  const hidden = chosen.filter((column) => !shown.includes(column));
  return (
    <MenuButton
      className="button columns-button"
      label={t('logbook.column.open')}
      menuName={t('logbook.column.open')}
      width={250}
    >
      {() => (
        <>
          <ul role="none" className="column-list">
            {columns
              .filter((column) => column !== 'pilot')
              .map((column) => (
                <li key={column} role="none">
                  <label className="check">
                    <input
                      type="checkbox"
                      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A checkbox has its own state.
                      role="menuitemcheckbox"
                      tabIndex={-1}
                      checked={chosen.includes(column)}
                      disabled={fixedColumns.includes(column)}
                      onChange={(event) =>
                        choose(
                          event.currentTarget.checked
                            ? columns.filter((one) => one === column || chosen.includes(one))
                            : chosen.filter((one) => one !== column),
                        )
                      }
                    />
                    {columnName(column)}
                    {hidden.includes(column) && <small className="dim">{t('logbook.column.noRoom')}</small>}
                  </label>
                </li>
              ))}
          </ul>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="link-button"
            onClick={() => choose([...usualColumns])}
          >
            {t('logbook.column.reset')}
          </button>
        </>
      )}
    </MenuButton>
  );
}
