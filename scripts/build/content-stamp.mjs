// Detects whether a bundle is out of date. Modification times are unreliable, because a checkout resets them, so the
// stamp of a build is a hash over the names and contents of its sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Hashes the names and contents of files and folders. A missing one counts as empty.
 * @param {string} base names are relative to this folder
 * @param {readonly string[]} sources files and folders, relative to the base
 * @returns {string}
 */
export function stampOf(base, sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(join(base, source))).toSorted()) {
    const content = readFileSync(file);
    hash.update(`${relative(base, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return (
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      // Node before 20.12 has `path` instead of `parentPath`.
      .map((entry) => join(entry.parentPath ?? /** @type {{ path?: string }} */ (entry).path, entry.name))
  );
}

/**
 * @param {string} stampFile
 * @returns {string | undefined}
 */
export const readStamp = (stampFile) => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : undefined);

/**
 * @param {string} stampFile
 * @param {string} stamp
 */
export function writeStamp(stampFile, stamp) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${stamp}\n`);
}
