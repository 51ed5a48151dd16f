// `e` opens the formats of the export, in the views without a list.
import { useEffect } from 'react';
import { isTyping } from '../../elements/is-typing.ts';
import { openExportMenu } from './export-menu.tsx';

export function useExportKey() {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      openExportMenu();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
