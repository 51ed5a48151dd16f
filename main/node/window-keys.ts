// Who may look through the window: a key in the address, good once, becomes a cookie that only this server sets and
// reads. Both are random and kept as digests; comparison takes the same time whatever is presented.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();
const secret = () => randomBytes(32).toString('base64url');

/** More addresses than these at a time are not needed; the oldest unspent key ends first. */
const MOST_KEYS = 8;
const MOST_SESSIONS = 32;

export type WindowKeys = ReturnType<typeof createWindowKeys>;

export function createWindowKeys() {
  const keys: Buffer[] = [];
  const sessions: Buffer[] = [];

  function keep(digests: Buffer[], most: number): string {
    const text = secret();
    digests.push(digest(text));
    if (digests.length > most) digests.shift();
    return text;
  }

  // Every digest is compared, so that the time says nothing about which one fits.
  function find(digests: readonly Buffer[], presented: string): number {
    const wanted = digest(presented);
    let found = -1;
    for (const [place, known] of digests.entries()) if (timingSafeEqual(known, wanted)) found = place;
    return found;
  }

  return {
    newKey: () => keep(keys, MOST_KEYS),
    /** Spends a key: a session in exchange, or null where it is not (or no longer) good. */
    spend(key: string): string | null {
      const place = find(keys, key);
      if (place === -1) return null;
      keys.splice(place, 1);
      return keep(sessions, MOST_SESSIONS);
    },
    isSession: (presented: string | null) => presented !== null && find(sessions, presented) !== -1,
  };
}
