// SHA256SUMS: the checksum of every file of a release, in the form of sha256sum.
//   node scripts/release/checksums.mjs FOLDER   writes FOLDER/SHA256SUMS
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainStop, runScript } from '../plain-stop.mjs';

const checksumsName = 'SHA256SUMS';

/** @param {string} folder @returns {string} */
export function checksumsOf(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== checksumsName)
    .map(({ name }) => name)
    .toSorted();
  if (names.length === 0) throw new PlainStop(`${folder} has no files.`);
  return names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join('');
}

/** @param {string} path */
const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const [folder] = process.argv.slice(2);
    if (folder === undefined) throw new PlainStop('Name the folder with the files of the release.');
    const text = checksumsOf(folder);
    writeFileSync(join(folder, checksumsName), text);
    process.stdout.write(text);
    return 0;
  });
}
