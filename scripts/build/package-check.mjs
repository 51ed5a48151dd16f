// Refuses to make a package that contains a secret, lacks the keychain's binary for its computer, or would be released
// under placeholders. electron-builder calls this before a package is signed (electron-builder.yml, `afterPack`). The
// search covers all our files, the archive included (secret-search.mjs).
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';
import { secretsIn, secretsKnownHere } from '../test/secret-search.mjs';
import { refuseWrongKeychain } from './keychain-binary.mjs';

/** @typedef {{ files?: Record<string, ArchiveEntry>, offset?: string, size?: number, unpacked?: boolean }} ArchiveEntry */

/**
 * @typedef {{ homepage?: unknown, author?: unknown }} Identity
 * @typedef {{ appOutDir: string, electronPlatformName: string, arch: number, targets: readonly { name: string }[], packager: { info: { metadata: Identity } } }} PackContext
 */

/**
 * electron-builder's hook.
 * @param {PackContext} context
 */
export default async function afterPack({ appOutDir, electronPlatformName, arch, targets, packager }) {
  // A folder for trying is not a release.
  if (targets.some(({ name }) => name !== 'dir')) refusePlaceholders(packager.info.metadata);
  const resources = foldersIn(appOutDir).filter((folder) => readdirSync(folder).includes('app.asar'));
  // Electron's own files come from its release and are too large to search.
  if (resources.length === 0) throw new PlainStop(`There is no app.asar in ${appOutDir}, so nothing was checked.`);
  for (const folder of resources) {
    refuseSecrets(folder);
    refusePresets(join(folder, 'presets'));
    refuseWrongKeychain(join(folder, 'app.asar.unpacked'), electronPlatformName, arch);
  }
}

/**
 * Throws while a package would name a place on the web, or a maintainer, that doesn't exist.
 * @param {Identity} identity
 */
export function refusePlaceholders({ homepage, author }) {
  const named = Object.entries({ homepage, author }).filter(([, value]) =>
    /\.example\b/.test(JSON.stringify(value) ?? ''),
  );
  if (named.length === 0) return;
  throw new PlainStop(
    `The package was not made: ${named.map(([name]) => name).join(' and ')} in electron-builder.yml ${named.length > 1 ? 'are placeholders' : 'is a placeholder'}.`,
    'Settle them (docs/release-checklist.md), or make a folder to try: npm run package -- --dir',
  );
}

/**
 * Throws if a preset in a folder can't be used.
 * @param {string} folder absolute
 */
export function refusePresets(folder) {
  const { status, stderr } = spawnSync(process.execPath, [inRoot('main', 'node', 'preset-check.ts'), folder], {
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new PlainStop(
    `The package was not made: a preset in build/presets can't be used. ${stderr.trim()}`,
    'docs/presets.md lists the fields.',
  );
}

/**
 * Throws if the files of a folder, or of an archive in it, contain what looks like a secret.
 * @param {string} folder absolute
 * @param {readonly { readonly name: string, readonly value: string }[]} known
 */
export function refuseSecrets(folder, known = knownHere()) {
  const complaints = [];
  for (const { path, content } of packedFiles(folder)) {
    for (const finding of secretsIn(path, content, known)) complaints.push(`${path}: ${finding}`);
  }
  if (complaints.length === 0) return;
  throw new PlainStop(
    `The package was not made: it contains what looks like a secret, which everybody with the package could read.\n  ${complaints.join('\n  ')}`,
    'Exclude it from the package (electron-builder.yml lists the contents). An application secret belongs on a broker: docs/broker.md.',
  );
}

/**
 * @param {string} folder
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
function* packedFiles(folder) {
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
 * The files in an asar archive: a JSON header, then the files one after the other. Unpacked files are named in it and read
 * from the disk.
 * @param {Buffer} bytes
 * @returns {Generator<{ path: string, content: Buffer }>}
 */
function* archivedFiles(bytes) {
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
 * @returns {string[]} the folder and everything in it
 */
function foldersIn(folder) {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
}
