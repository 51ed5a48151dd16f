// The base URL that clients use. It is the issuer, and the start of every URL that the emulator hands out.

import type { EmulatorSettings } from '../options/option-table.ts';
import { EmulatorError } from '../emulator-error.ts';

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

// Explains why a port can't be used.

export function listenError(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new EmulatorError('port', `${host} is not an address of this computer; use 0.0.0.0 for all of them.`);
  }
  if (code === 'EADDRINUSE') {
    return new EmulatorError('port', `Port ${port} is in use; choose another one, or 0 for any free port.`);
  }
  return code === 'EACCES'
    ? new EmulatorError('port', `No permission to use port ${port}; choose one above 1023.`)
    : cause;
}
