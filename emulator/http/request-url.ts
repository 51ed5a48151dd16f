// Where a request goes: its address in parts, as it was sent (nothing is decoded, nothing is normalised, nothing can
// throw), and the host that it names.

import type { FastifyRequest } from 'fastify';

export const pathOf = (request: FastifyRequest): string => partsOf(request).path;

/** Without the question mark; empty where there is none. */
export const queryOf = (request: FastifyRequest): string => partsOf(request).query;

function partsOf({ raw }: FastifyRequest): { path: string; query: string } {
  // A fragment is nobody's business here (RFC 9112 §3.2); some clients send one.
  const url = withoutOrigin(raw.url ?? '').split('#', 1)[0] ?? '';
  const at = url.indexOf('?');
  return at === -1 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** RFC 9112 §3.2.2: an address may come whole; who is named in it does not matter. */
const withoutOrigin = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, ''));

const controlPrefix = /^\/_emulator(?:[/?#]|$)/;

/**
 * Whether an address is one of the control interface, as the router reads it: also one that comes whole, and one whose
 * letters are encoded. What happens there is nobody's entry in the journal.
 */
export function isControl(url: string): boolean {
  const address = withoutOrigin(url);
  if (controlPrefix.test(address)) return true;
  const [path = ''] = address.split('?', 1);
  return path.includes('%') && controlPrefix.test(decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i;

/**
 * The port that the Host header says, null where it says none; or null for a Host that does not name this computer: a
 * name that points here from outside (DNS rebinding).
 */
export function loopbackHost({ raw }: FastifyRequest): { port: number | null } | null {
  const match = loopback.exec(raw.headers.host ?? '');
  return match && { port: match[1] === undefined ? null : Number(match[1]) };
}
