// Which way the system would send a request: Chromium asks the desktop's settings, a PAC file or WPAD, and answers as a
// PAC file does. Names and passwords are in none of these: a proxy that wants some says so (407), and so do we.
import type { ProxyFinder } from '../../core/platform/ports.ts';
import { routesOfPac } from '../../core/platform/network/proxy-routes.ts';

/** @param resolve `session.resolveProxy`; asked for each call, so that a network that changed is noticed at once. */
export const createSystemProxies = (resolve: (address: string) => Promise<string>): ProxyFinder => ({
  find: async (address) => routesOfPac(await resolve(address)),
});
