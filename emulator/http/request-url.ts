// The parts of a request URL as sent (not decoded, not normalized). Nothing here throws.

import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

export const pathOf = (request: FastifyRequest): string => partsOf(request).path;

/** Without the question mark; empty if there is none. */
export const queryOf = (request: FastifyRequest): string => partsOf(request).query;

function partsOf({ raw }: FastifyRequest): { path: string; query: string } {
  // Some clients send a fragment; RFC 9112 §3.2 does not allow it.
  const url = withoutOrigin(raw.url ?? '').split('#', 1)[0] ?? '';
  const at = url.indexOf('?');
  return at === -1 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** RFC 9112 §3.2.2: the URL may be absolute; its origin is ignored. */
const withoutOrigin = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, ''));

const controlPrefix = /^\/_emulator(?:[/?#]|$)/;

/**
 * Whether a URL belongs to the control interface, as the router sees it: also absolute URLs and encoded letters. Such
 * requests are not journaled.
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

/** Whether the client waits to be told that the body is wanted; it is, once a reader asks for it. */
export const waitsForContinue = ({ headers }: IncomingMessage): boolean => /^100-continue$/i.test(headers.expect ?? '');
