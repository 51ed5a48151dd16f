// The columns that the pilot has chosen.
import { useMemo } from 'react';
import { useWindow } from '../../store/use-window.ts';
import { knownColumns, usualColumns, type Column } from './columns.ts';
import { useLogbookAddress } from './use-logbook.ts';

/** Returns the columns of the address, the settings or the defaults. Adds the pilot if several pilots are shown. */
export function useChosenColumns(): readonly Column[] {
  const { columns: ofAddress, pilots } = useLogbookAddress();
  const kept = useWindow((state) => state.settings?.logbook?.columns);
  return useMemo(() => {
    const chosen = ofAddress ?? (kept && knownColumns(kept)) ?? usualColumns;
    return pilots === 'all' ? knownColumns([...chosen, 'pilot'])! : chosen;
  }, [ofAddress, kept, pilots]);
}
