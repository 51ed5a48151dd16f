// Detects whether a bundle is out of date. Modification times are unreliable, because a checkout resets them, so the
// stamp of a build is a hash over the names and contents of its sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, root } from '../root.mjs';

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
 * Does the work if one of its outputs is missing, or its sources have changed since it was done last.
 * @param {object} what
 * @param {string} what.name of the stamp
 * @param {readonly string[]} what.sources files and folders, relative to the repository
 * @param {readonly string[]} what.outputs files, relative to the repository
 * @param {boolean} [what.isForced] does it in any case
 * @param {() => Promise<void>} work
 */
export async function whenChanged({ name, sources, outputs, isForced = false }, work) {
  const file = inRoot('.cache', 'build', `${name.replaceAll('/', '-')}.stamp`);
  const isThere = [file, ...outputs.map((path) => inRoot(path))].every((path) => existsSync(path));
  if (!isForced && isThere && readFileSync(file, 'utf8').trim() === stampOf(root, sources)) return;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  // Some outputs are beside their sources.
  writeFileSync(file, `${stampOf(root, sources)}\n`);
}
