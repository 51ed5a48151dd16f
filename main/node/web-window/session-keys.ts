// Who may use the bridge: a key, good once, is exchanged for a session that the page keeps for itself and shows with each
// call. No cookie: browsers send those of 127.0.0.1 to every port of it, whoever listens there. Keys and sessions are
// random, kept as digests, and compared in a time that says nothing.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** More addresses than these at a time are not needed; the oldest unspent key ends first. */
const MOST_KEYS = 8;
const MOST_SESSIONS = 32;

export type WindowKeys = ReturnType<typeof createWindowKeys>;

/** @param register learns each of them: whatever says one of them later, the log does not. */
export function createWindowKeys(register: (secret: string) => void = () => {}) {
  const keys: Buffer[] = [];
  const sessions: Buffer[] = [];
  function secret(): string {
    const text = randomBytes(32).toString('base64url');
    register(text);
    return text;
  }
  const proofKey = secret();

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
    isSession: (presented: string) => find(sessions, presented) !== -1,
    /** What a window keeps beside its session, to know this process again. */
    proofKey,
    /** Shows to a window that this is still the process that it was opened from, and not whoever got its port. */
    prove: (nonce: string) => createHmac('sha256', proofKey).update(nonce).digest('base64url'),
  };
}
