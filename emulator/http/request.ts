// Reads the parts of a request: its URL as sent (not decoded, not normalized), its form, and its credentials. Nothing here
// throws.

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

// Parses application/x-www-form-urlencoded as OAuth requires: an empty parameter counts as missing, a repeated one is
// rejected (rule 13, RFC 6749 §3.1, §3.2). Also decodes Basic credentials (rule 15).

export type Form = {
  get(name: string): string | undefined;
  /** Returns the first of these parameters that is repeated, or null. */
  repeated(names: readonly string[]): string | null;
};

const emptyForm: Form = { get: () => undefined, repeated: () => null };

export function parseForm(text: string): Form {
  if (text === '') return emptyForm;
  const first = new Map<string, string>();
  const repeated = new Set<string>();
  new URLSearchParams(text).forEach((value, name) => {
    if (value === '') return;
    if (first.has(name)) repeated.add(name);
    else first.set(name, value);
  });
  return {
    get: (name) => first.get(name),
    repeated: (names) => (repeated.size === 0 ? null : (names.find((name) => repeated.has(name)) ?? null)),
  };
}

/**
 * The possible values of a Basic user name or password: form-decoded (RFC 6749 §2.3.1), percent-decoded without the plus,
 * or raw. Clients send each of them.
 */
export function readingsOf(raw: string): string[] {
  return [...new Set([decode(raw.replaceAll('+', ' ')), decode(raw), raw])].filter((reading) => reading !== null);
}

/** Decodes percent-encoding; null if it is not valid. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// The Authorization header of HTTP Basic.

const mostColons = 8;

/** Returns every possible pair of client ID and secret (rule 15), that of RFC 6749 §2.3.1 first. */
export function readBasic(authorization: string): [string, string][] {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  // An unencoded ID may contain colons, so there may be several ways to split.
  const splits = [...text.matchAll(/:/g)].slice(0, mostColons).map(({ index }) => index);
  return splits.flatMap((at) =>
    readingsOf(text.slice(0, at)).flatMap((id) =>
      readingsOf(text.slice(at + 1)).map((secret): [string, string] => [id, secret]),
    ),
  );
}

/** The token of HTTP Bearer (RFC 6750 §2.1), or null. */
export const bearerToken = (request: FastifyRequest): string | null =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
