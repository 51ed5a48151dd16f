// Secrets are random, kept as SHA-256 digests and compared in constant time (rule 18).

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/** Many at once, because drawing costs more than the bits. */
let drawn = Buffer.alloc(0);

/** 256 random bits, safe in a form, a header and a URL. */
export function randomSecret(prefix = ''): string {
  if (drawn.length === 0) drawn = randomBytes(4096);
  const secret = drawn.toString('base64url', 0, 32);
  drawn = drawn.subarray(32);
  return prefix + secret;
}

/** Constant-time comparison; may reveal the length. */
export function isSameText(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  const isEquallyLong = leftBytes.length === rightBytes.length;
  return timingSafeEqual(leftBytes, isEquallyLong ? rightBytes : leftBytes) && isEquallyLong;
}

/** Identifies a secret in the journal and in the list of tokens. */
export const fingerprintOf = (digest: string): string => digest.slice(0, 6);

/** A number in [0, 1), always the same for a text: what is drawn is repeatable by its seed. */
export const drawFor = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32;
