// The command that starts this program again.
import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

const entries = [
  // From the sources, and from the bundle.
  new URL('../cli.ts', import.meta.url),
  new URL('./pilot-companion.cjs', import.meta.url),
].map((url) => fileURLToPath(url));

/** Returns Node with its flags and the entry; the single executable alone, which contains both. */
export function ownProgram(): [program: string, ...args: string[]] {
  if (isSea()) return [process.execPath];
  const entry = entries.find((path) => existsSync(path));
  if (entry === undefined) throw new Error('The entry of the command line is missing.');
  return [process.execPath, ...process.execArgv, entry];
}
