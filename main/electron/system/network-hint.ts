// Reports when the network connects or disconnects. Electron's main process can only poll, so it polls while there is a
// listener. "Offline" is certain, "online" is a hint: core contacts the service.
import type { Clock, ProxyFinder } from '../../core/platform/ports.ts';
import { routesOfPac } from '../../core/platform/network/proxy-routes.ts';

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

// The system's proxy for a request: Chromium reads the desktop's settings, a PAC file or WPAD. None of these contains
// user names or passwords; a proxy that needs them answers 407.

/** @param resolve `session.resolveProxy`; called for each request, so that a network change takes effect immediately */
export const createSystemProxies = (resolve: (address: string) => Promise<string>): ProxyFinder => ({
  find: async (address) => routesOfPac(await resolve(address)),
});
