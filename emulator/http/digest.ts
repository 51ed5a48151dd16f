// Secrets are random, kept as SHA-256 digests and compared in constant time (rule 18).

import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const secretBytes = 32;
// Drawn for many secrets at once: to ask the system for each of them took a fifth of a token request.
const drawn = Buffer.alloc(secretBytes * 128);
let used = drawn.length;

/** 256 random bits that are safe in a form, a header and an address. */
export function randomSecret(prefix = ''): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const from = used;
  used += secretBytes;
  const secret = prefix + drawn.toString('base64url', from, used);
  drawn.fill(0, from, used);
  return secret;
}

/** Compares two texts in a time that does not tell where they differ; it may tell how long they are. */
export function isSameText(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  const isEquallyLong = leftBytes.length === rightBytes.length;
  return timingSafeEqual(leftBytes, isEquallyLong ? rightBytes : leftBytes) && isEquallyLong;
}

/** What stands for a secret where it must not: in the journal and in the list of tokens. */
export const fingerprintOf = (digest: string): string => digest.slice(0, 6);
