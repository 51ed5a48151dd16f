// Secrets are random, kept as SHA-256 digests and compared in constant time (rule 18).

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/** 256 random bits, safe in a form, a header and a URL. */
export const randomSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** Two at once, because drawing costs more than the bits. */
export function randomSecrets(...prefixes: [string, string]): [string, string] {
  const bytes = randomBytes(64);
  return [prefixes[0] + bytes.toString('base64url', 0, 32), prefixes[1] + bytes.toString('base64url', 32)];
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
