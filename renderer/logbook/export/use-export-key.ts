// `e` opens the formats of the export, in the views without a list.
import { useKeydown } from '../../elements/use-keydown.ts';
import { openExportMenu } from './export-menu.tsx';

export function useExportKey() {
  useKeydown((event) => {
    if (event.key !== 'e') return;
    event.preventDefault();
    openExportMenu();
  });
}
