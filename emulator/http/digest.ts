// Secrets are random, kept as SHA-256 digests and compared in constant time (rule 18).

import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const secretBytes = 32;
// Random bytes for many secrets; single calls took a fifth of a token request.
const drawn = Buffer.alloc(secretBytes * 128);
let used = drawn.length;

/** 256 random bits, safe in a form, a header and a URL. */
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

/** Constant-time comparison; may reveal the length. */
export function isSameText(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  const isEquallyLong = leftBytes.length === rightBytes.length;
  return timingSafeEqual(leftBytes, isEquallyLong ? rightBytes : leftBytes) && isEquallyLong;
}

/** Identifies a secret in the journal and in the list of tokens. */
export const fingerprintOf = (digest: string): string => digest.slice(0, 6);
