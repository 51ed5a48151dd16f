// Reports when the network connects or disconnects. Electron's main process can only poll, so it polls while there is a
// listener. "Offline" is certain, "online" is a hint: core contacts the service.
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
