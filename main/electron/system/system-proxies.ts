// The system's proxy for a request: Chromium reads the desktop's settings, a PAC file or WPAD. None of these contains
// user names or passwords; a proxy that needs them answers 407.
import type { ProxyFinder } from '../../core/platform/ports.ts';
import { routesOfPac } from '../../core/platform/network/proxy-routes.ts';

/** @param resolve `session.resolveProxy`; called for each request, so that a network change takes effect immediately */
export const createSystemProxies = (resolve: (address: string) => Promise<string>): ProxyFinder => ({
  find: async (address) => routesOfPac(await resolve(address)),
});
