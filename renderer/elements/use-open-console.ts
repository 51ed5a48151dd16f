// The console of the built-in service, in the pilot's browser. Its address is not for the window: the process opens it.
import { useStore } from '../store/use-window.ts';
import { t } from '../text.ts';

export function useOpenConsole(): () => void {
  const store = useStore();
  return () =>
    void store.order('service.openConsole', {}).then((isDone) => {
      if (isDone) store.notify(t('window.common.consoleOpened'));
    });
}
