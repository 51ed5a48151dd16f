// Which names a folder's rule takes. The patterns are checked by the contract (folder-rules.ts) before they come here.
import { posix } from 'node:path';

export type NameRule = (name: string) => boolean;

/** @param patterns Globs; a name that fits one of them is wanted. Case and the two ways to write an accent make no difference. */
export function createNameRule(patterns: readonly string[]): NameRule {
  const known = patterns.map(plain);
  // By far the most folders: nothing to compare for each of 50,000 names.
  if (known.includes('*')) return () => true;
  return (name) => {
    const wanted = plain(name);
    return known.some((pattern) => posix.matchesGlob(wanted, pattern));
  };
}

const plain = (text: string) => text.trim().normalize('NFC').toLowerCase();
