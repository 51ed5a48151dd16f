// Trusts the certificate authorities that this computer trusts, as browsers do: a company's network often has its own.
// Node knows only those it was built with, and Electron ignores NODE_EXTRA_CA_CERTS.
import tls from 'node:tls';
import type { Logger } from '../ports.ts';

let isDone = false;

/**
 * Adds them for the whole process, once. Reading them takes up to half a second, so it is called before the first https
 * request instead of at the start.
 */
export function trustSystemAuthorities(log: Pick<Logger, 'info' | 'warn'>): void {
  if (isDone) return;
  isDone = true;
  try {
    const known = tls.getCACertificates('default');
    const all = new Set([...known, ...tls.getCACertificates('system')]);
    if (all.size > known.length) tls.setDefaultCACertificates([...all]);
    log.info('the certificate authorities of this computer are trusted', { added: all.size - known.length });
  } catch (error) {
    // Requests continue with the built-in authorities.
    log.warn('the certificate authorities of this computer could not be read', { error });
  }
}
