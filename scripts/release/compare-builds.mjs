// Compares two builds of one commit, unpacked, and lists what differs. The release workflow builds twice and runs this.
//   node scripts/release/compare-builds.mjs ONE OTHER [--report FILE] [--may-differ PATTERN]…
// Exits with 1 if a file differs that no pattern names.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { packedFiles } from '../build/package/packed-files.mjs';

/**
 * @typedef {{ path: string, how: 'only in the first' | 'only in the second' | 'content' | 'mode' | 'link' }} Difference
 * @typedef {{ kind: 'file' | 'link', mode: number, content: string }} Entry
 */

/**
 * Returns every file and link of a folder by path, including the files in an archive.
 * @param {string} folder
 * @returns {Map<string, Entry>}
 */
export function treeOf(folder) {
  /** @type {Map<string, Entry>} */
  const tree = new Map();
  const walk = (/** @type {string} */ below) => {
    for (const { name } of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? name : `${below}/${name}`;
      const found = lstatSync(join(folder, path));
      if (found.isDirectory()) walk(path);
      else if (found.isSymbolicLink()) {
        tree.set(path, { kind: 'link', mode: 0, content: readlinkSync(join(folder, path)) });
      } else
        tree.set(path, { kind: 'file', mode: found.mode & 0o777, content: hash(readFileSync(join(folder, path))) });
    }
  };
  walk('');
  for (const { path, content } of packedFiles(folder)) {
    if (path.includes('.asar/')) tree.set(path, { kind: 'file', mode: 0, content: hash(content) });
  }
  return tree;
}

/** @param {Buffer} bytes */
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @param {ReadonlyMap<string, Entry>} one
 * @param {ReadonlyMap<string, Entry>} other
 * @returns {Difference[]} sorted by path
 */
export function differences(one, other) {
  const paths = [...new Set([...one.keys(), ...other.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [first, second] = [one.get(path), other.get(path)];
    /** @type {Difference['how'] | null} */
    let how = null;
    if (second === undefined) how = 'only in the first';
    else if (first === undefined) how = 'only in the second';
    else if (first.kind !== second.kind || (first.kind === 'link' && first.content !== second.content)) how = 'link';
    else if (first.content !== second.content) how = 'content';
    else if (first.mode !== second.mode) how = 'mode';
    return how === null ? [] : [{ path, how }];
  });
}

/**
 * @param {readonly string[]} args
 * @returns {{ folders: readonly string[], report: string | null, mayDiffer: readonly string[] }}
 */
export function readArguments(args) {
  /** @type {string[]} */
  const folders = [];
  /** @type {string[]} */
  const mayDiffer = [];
  let report = null;
  for (let n = 0; n < args.length; n += 1) {
    const arg = args[n] ?? '';
    if (arg === '--report') report = args[(n += 1)] ?? null;
    else if (arg === '--may-differ') mayDiffer.push(args[(n += 1)] ?? '');
    else folders.push(arg);
  }
  return { folders, report, mayDiffer };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const { folders, report, mayDiffer } = readArguments(process.argv.slice(2));
    const [one, other] = folders;
    if (one === undefined || other === undefined) throw new PlainStop('Name the two folders to compare.');
    const first = treeOf(one);
    if (first.size === 0) throw new PlainStop(`There is nothing to compare: ${one} has no files.`);
    const found = differences(first, treeOf(other));
    const excused = (/** @type {Difference} */ { path }) => mayDiffer.some((pattern) => matchesGlob(path, pattern));
    const lines = found.map((one) => `${excused(one) ? 'known ' : 'DIFFERS'}  ${one.path}: ${one.how}`);
    lines.push(
      `${first.size} files compared, ${found.length} differ, ${found.filter(excused).length} of them as known.`,
    );
    console.log(lines.join('\n'));
    if (report !== null) writeFileSync(report, `${lines.join('\n')}\n`);
    return found.every(excused) ? 0 : 1;
  });
}
