// The address of a request in its parts, as it was sent: nothing is decoded, nothing is normalised, nothing can throw.

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
