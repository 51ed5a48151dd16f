import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, Logger } from '../../core/platform/ports.ts';
// Rules for requests to the window server, before any route: they refuse other pages in the same browser and rebound
// DNS names. The bridge's routes check keys themselves (bridge-routes.ts), so that no spelling of an address gets
// around it.

export type RequestOrigin = {
  readonly method: string;
  /** As in the request, without the query. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
};

/** @param authority our own, `127.0.0.1:PORT` */
export function isAllowedRequest(
  { method, path, host, origin, fetchSite, fetchMode }: RequestOrigin,
  authority: string,
): boolean {
  if (host !== authority) return false;
  if (origin !== undefined && origin !== `http://${authority}`) return false;

  const isPage = method === 'GET' && path === '/';
  // Fetch Metadata: 'none' is a person's own action (address bar, another program). A link on another site may only
  // open the page itself, which brings no key.
  const isOurs = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  const isNavigation = fetchMode === undefined || fetchMode === 'navigate';
  if (!isOurs && !(isPage && isNavigation)) return false;
  return fetchSite !== 'none' || isNavigation;
}

// Access to the bridge: a one-time key is exchanged for a session, which the page sends with each call. No cookie:
// browsers send the cookies of 127.0.0.1 to every port of it. Keys and sessions are random, stored as digests and
// compared in constant time.

const digest = (text: string) => createHash('sha256').update(text).digest();

/** More unused addresses are not needed; the oldest key expires first. */
const mostKeys = 8;
const mostSessions = 32;

export type WindowKeys = ReturnType<typeof createWindowKeys>;

export function createWindowKeys() {
  const keys: Buffer[] = [];
  const sessions: Buffer[] = [];
  const secret = () => randomBytes(32).toString('base64url');
  const proofKey = secret();

  function keep(digests: Buffer[], most: number): string {
    const text = secret();
    digests.push(digest(text));
    if (digests.length > most) digests.shift();
    return text;
  }

  // Compares every digest, so that the time does not tell which one matches.
  function find(digests: readonly Buffer[], presented: string): number {
    const wanted = digest(presented);
    let found = -1;
    for (const [place, known] of digests.entries()) if (timingSafeEqual(known, wanted)) found = place;
    return found;
  }

  return {
    newKey: () => keep(keys, mostKeys),
    /** Exchanges a key for a session; null if the key is wrong or spent. */
    spend(key: string): string | null {
      const place = find(keys, key);
      if (place === -1) return null;
      keys.splice(place, 1);
      return keep(sessions, mostSessions);
    },
    isSession: (presented: string) => find(sessions, presented) !== -1,
    /** A window keeps this beside its session, to recognize this process. */
    proofKey,
    /** Proves to a window that this is the process it was opened from, and not another one on the same port. */
    prove: (nonce: string) => createHmac('sha256', proofKey).update(nonce).digest('base64url'),
  };
}

// Limits wrong keys, so that keys cannot be guessed; sessions are not affected. Also limits the log of refused requests
// to one line a minute.

const periodMs = 60_000;
const mostWrong = 20;

export type KeyThrottle = ReturnType<typeof createKeyThrottle>;

export function createKeyThrottle({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
  let beganAt = Number.NEGATIVE_INFINITY;
  let wrong = 0;
  let rejected = 0;

  function startPeriodIfDue() {
    if (clock.monotonic() - beganAt < periodMs) return;
    if (rejected > 1) log.warn('requests to the window were rejected', { count: rejected });
    beganAt = clock.monotonic();
    wrong = 0;
    rejected = 0;
  }

  return {
    /** Whether a key may be tried now. */
    mayTry() {
      startPeriodIfDue();
      return wrong < mostWrong;
    },
    wrongKey() {
      startPeriodIfDue();
      wrong += 1;
    },
    rejected(fields: { readonly method: string; readonly path: string; readonly why: string }) {
      startPeriodIfDue();
      rejected += 1;
      // An unauthenticated client must not fill the log.
      if (rejected === 1)
        log.warn('a request to the window was rejected', { ...fields, path: fields.path.slice(0, 200) });
    },
  };
}

// Headers of every response of the window server.

const windowPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const windowHeaders = {
  'content-security-policy': windowPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), clipboard-write=(self)',
  'cache-control': 'no-store',
} as const;
