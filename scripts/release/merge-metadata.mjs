// Collects the packages of all runners in one folder. Each runner writes update metadata for its own architecture only
// (both Windows runners write `latest.yml`), so files of the same name are merged.
//   node scripts/release/merge-metadata.mjs FOLDER-OF-FOLDERS TARGET
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, stringify } from 'yaml';
import { PlainStop, runScript } from '../plain-stop.mjs';

/** @typedef {{ version: string, files: { url: string }[] }} Metadata */

/**
 * @param {string} source a folder with a folder for each runner
 * @param {string} target
 * @returns {string[]} the names of the files in the target
 */
export function mergeReleases(source, target) {
  mkdirSync(target, { recursive: true });
  /** @type {Map<string, Metadata>} */
  const merged = new Map();
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: computer } of folders.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    for (const name of readdirSync(join(source, computer))) {
      const path = join(source, computer, name);
      if (name.endsWith('.yml')) merged.set(name, together(name, merged.get(name), parse(readFileSync(path, 'utf8'))));
      else if (existsSync(join(target, name))) throw new PlainStop(`Two computers made ${name}.`);
      else cpSync(path, join(target, name));
    }
  }
  for (const [name, metadata] of merged) writeFileSync(join(target, name), stringify(metadata));
  return readdirSync(target).toSorted();
}

/**
 * @param {string} name
 * @param {Metadata | undefined} known
 * @param {Metadata} added
 * @returns {Metadata}
 */
function together(name, known, added) {
  if (known === undefined) return added;
  if (known.version !== added.version)
    throw new PlainStop(`${name} is of version ${known.version} on one computer and ${added.version} on another.`);
  return { ...known, files: [...known.files, ...added.files] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const [source, target] = process.argv.slice(2);
    if (!source || !target) throw new PlainStop('Name the folder of folders, and the target.');
    for (const name of mergeReleases(source, target)) console.log(name);
    return 0;
  });
}
