// Which columns the pilot has chosen.
import { useMemo } from 'react';
import { useWindow } from '../../store/use-window.ts';
import { knownColumns, usualColumns, type Column } from './columns.ts';
import { useLogbookAddress } from './use-logbook.ts';

/** The columns of the address, else of the settings, else the usual ones; the pilot's name if there are several. */
export function useChosenColumns(): readonly Column[] {
  const { columns: ofAddress, pilots } = useLogbookAddress();
  const kept = useWindow((state) => state.settings?.logbook?.columns);
  return useMemo(() => {
    const chosen = ofAddress ?? (kept && knownColumns(kept)) ?? usualColumns;
    return pilots === 'all' ? knownColumns([...chosen, 'pilot'])! : chosen;
  }, [ofAddress, kept, pilots]);
}
