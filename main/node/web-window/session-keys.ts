// Access to the bridge: a one-time key is exchanged for a session, which the page sends with each call. No cookie:
// browsers send the cookies of 127.0.0.1 to every port of it. Keys and sessions are random, stored as digests and
// compared in constant time.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** More unused addresses are not needed; the oldest key expires first. */
const MOST_KEYS = 8;
const MOST_SESSIONS = 32;

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
    newKey: () => keep(keys, MOST_KEYS),
    /** Exchanges a key for a session; null if the key is wrong or spent. */
    spend(key: string): string | null {
      const place = find(keys, key);
      if (place === -1) return null;
      keys.splice(place, 1);
      return keep(sessions, MOST_SESSIONS);
    },
    isSession: (presented: string) => find(sessions, presented) !== -1,
    /** A window keeps this beside its session, to recognize this process. */
    proofKey,
    /** Proves to a window that this is the process it was opened from, and not another one on the same port. */
    prove: (nonce: string) => createHmac('sha256', proofKey).update(nonce).digest('base64url'),
  };
}
