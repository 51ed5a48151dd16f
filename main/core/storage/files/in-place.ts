// Whether paths still lead to the files that they led to: a folder that is deleted while a process has it open can exist
// again, with another process working in it.
import { statSync } from 'node:fs';

/** Returns a cheap check of these existing paths. A path that can't be read now is not in place. */
export function inPlaceCheck(...paths: readonly string[]): () => boolean {
  const known = paths.map(identityOf);
  return () => paths.every((path, index) => identityOf(path) === known[index] && known[index] !== null);
}

function identityOf(path: string): string | null {
  try {
    // Numbers of files may exceed the integers that JavaScript reads.
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
