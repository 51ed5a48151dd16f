// The base URL that clients use. It is the issuer, and the start of every URL that the emulator hands out.

import type { EmulatorSettings } from '../options/option-table.ts';

type AddressSettings = Pick<EmulatorSettings, 'host' | 'publicUrl'>;

/** Without a trailing slash. */
export function baseUrl(
  { host, publicUrl }: AddressSettings,
  { port, isTls }: { port: number; isTls: boolean },
): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  return `${isTls ? 'https' : 'http'}://${reachable(host)}${port === 0 ? '' : `:${port}`}`;
}

/** A wildcard address is reachable on this computer as loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
