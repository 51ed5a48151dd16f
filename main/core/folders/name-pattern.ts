// Matches names against a folder's patterns, which the contract has checked (folder-rules.ts).
import { posix } from 'node:path';

export type NameRule = (name: string) => boolean;

/** @param patterns Globs; a name has to match one of them. Case-insensitive, and with both ways to encode an accent. */
export function createNameRule(patterns: readonly string[]): NameRule {
  const known = patterns.map(plain);
  // The default: avoids comparing each of 50,000 names.
  if (known.includes('*')) return () => true;
  return (name) => {
    const wanted = plain(name);
    return known.some((pattern) => posix.matchesGlob(wanted, pattern));
  };
}

const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();
