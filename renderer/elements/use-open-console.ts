// Opens the console of the built-in service in the browser, through the process: the window must not know its address.
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

export function useOpenConsole(): () => void {
  const store = useStore();
  return () =>
    void store.order('service.openConsole', {}).then((isDone) => {
      if (isDone) store.notify(t('window.common.consoleOpened'));
    });
}
