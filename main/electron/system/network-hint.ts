// Whether the network came or went. Electron's main process can only be asked, so it is asked now and then while
// somebody listens. "Off line" is certain, "on line" is a hint: core asks the service itself.
import type { Clock } from '../../core/platform/ports.ts';

const askEveryMs = 10_000;

export function createNetworkHint(isOnline: () => boolean, clock: Pick<Clock, 'schedule'>) {
  const listeners = new Set<(online: boolean) => void>();
  let known = isOnline();
  let undo = () => {};

  function ask() {
    const online = isOnline();
    if (online !== known) {
      known = online;
      for (const listener of listeners) listener(online);
    }
    undo = clock.schedule(askEveryMs, ask);
  }

  return (listener: (online: boolean) => void) => {
    if (listeners.size === 0) undo = clock.schedule(askEveryMs, ask);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) undo();
    };
  };
}
