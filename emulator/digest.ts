// Secrets are random, kept as SHA-256 digests and compared in constant time (rule 18).

import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const digestOf = (text: string): string => hash('sha256', text, 'base64url');

/** 256 random bits that are safe in a form, a header and an address. */
export const randomSecret = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** Compares two texts in a time that does not tell where they differ. */
export function isSameText(left: string, right: string): boolean {
  const bytes = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(bytes(left), bytes(right));
}

/** What stands for a secret where it must not: in the journal and in the list of tokens. */
export const fingerprintOf = (digest: string): string => digest.slice(0, 6);
