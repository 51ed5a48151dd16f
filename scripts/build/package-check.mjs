// A package that holds a secret is not made. electron-builder calls this for each package before it is signed and wrapped
// up (electron-builder.yml, `afterPack`): it looks into everything of ours that is packed, the archive included, and
// throws with words where something in there looks like a secret (secret-search.mjs).
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';
import { secretsIn, secretsKnownHere } from '../test/secret-search.mjs';

/** @typedef {{ files?: Record<string, ArchiveEntry>, offset?: string, size?: number, unpacked?: boolean }} ArchiveEntry */

/**
 * electron-builder's hook.
 * @param {{ appOutDir: string }} context
 */
export default async function afterPack({ appOutDir }) {
  const resources = foldersIn(appOutDir).filter((folder) => readdirSync(folder).includes('app.asar'));
  // Electron's own files beside it come from its release, and are too large to be read for this.
  if (resources.length === 0) throw new PlainStop(`There is no app.asar below ${appOutDir}: nothing could be checked.`);
  for (const folder of resources) refuseSecrets(folder);
}

/**
 * Throws where the files below a folder, or in an archive there, hold what looks like a secret.
 * @param {string} folder absolute
 * @param {readonly { readonly name: string, readonly value: string }[]} known
 */
export function refuseSecrets(folder, known = knownHere()) {
  const complaints = [];
  for (const { path, content } of packedFiles(folder)) {
    for (const words of secretsIn(path, content, known)) complaints.push(`${path}: ${words}`);
  }
  if (complaints.length === 0) return;
  throw new PlainStop(
    `The package is not made: it holds what looks like a secret, and everybody who has the package would have it.\n  ${complaints.join('\n  ')}`,
    'Take it out of what is packed (electron-builder.yml says what that is). A secret of an application belongs to a broker: docs/broker.md.',
  );
}

/**
 * @param {string} folder
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
export function* packedFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll('\\', '/');
    const content = readFileSync(file);
    if (path.endsWith('.asar')) {
      for (const packed of archivedFiles(content)) yield { path: `${path}/${packed.path}`, content: packed.content };
    } else yield { path, content };
  }
}

/**
 * The files within an asar archive: a header of JSON, then the files one after the other. What lies unpacked beside it is
 * named here, and read there.
 * @param {Buffer} bytes
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
export function* archivedFiles(bytes) {
  const header = /** @type {ArchiveEntry} */ (JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))));
  const start = 8 + bytes.readUInt32LE(4);
  /** @type {(readonly [string, ArchiveEntry])[]} */
  const open = [['', header]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, { files, offset, size = 0, unpacked = false }] = next;
    if (files)
      open.push(...Object.entries(files).map(([name, entry]) => /** @type {const} */ ([`${path}/${name}`, entry])));
    else {
      const begin = start + Number(offset ?? 0);
      yield { path: path.slice(1), content: unpacked ? Buffer.alloc(0) : bytes.subarray(begin, begin + size) };
    }
  }
}

function knownHere() {
  const files = readdirSync(root)
    .filter((name) => /^\.env(\..*)?$|\.secret$/.test(name) && statSync(inRoot(name)).isFile())
    .map((name) => ({ name, text: readFileSync(inRoot(name), 'utf8') }));
  return secretsKnownHere(process.env, files);
}

/**
 * @param {string} folder
 * @returns {string[]} it and all below it
 */
function foldersIn(folder) {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
}
