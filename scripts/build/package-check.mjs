// Rejects a package that contains a secret or a source map, lacks the keychain's binary for its platform, has other
// fuses than listed, or would be released with placeholders. electron-builder calls this before
// it signs a package (electron-builder.yml, `afterPack`).
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';
import { secretsIn, secretsKnownHere } from './package/secret-search.mjs';
import { refuseWrongKeychain } from './keychain-binary.mjs';
import { fuseOptions, programOf, refuseOtherFuses } from './package/fuses.mjs';
import { packedFiles } from './package/packed-files.mjs';
import { refuseSourceMaps } from './package/source-maps.mjs';

/**
 * @typedef {{ homepage?: unknown, author?: unknown, updateKeys?: unknown, publish?: unknown }} Identity
 * @typedef {{ appOutDir: string, electronPlatformName: string, arch: number, targets: readonly { name: string }[], packager: Packager }} PackContext
 * @typedef {{ info: { metadata: Identity }, config: { electronFuses?: import('./package/fuses.mjs').Fuses | null, publish?: unknown }, executableName?: string, appInfo: { productFilename: string }, addElectronFuses: (context: PackContext, options: ReturnType<typeof fuseOptions>) => Promise<unknown> }} Packager
 */

/** Set by `npm run package -- --allow-placeholders`. */
const placeholdersAllowed = 'PILOT_COMPANION_ALLOW_PLACEHOLDERS';

/** electron-builder's hook. @param {PackContext} context */
export default async function afterPack(context) {
  const { appOutDir, electronPlatformName, arch, targets, packager } = context;
  // An unpacked folder is not a release, and neither is a dry run.
  const isRelease = targets.some(({ name }) => name !== 'dir') && process.env[placeholdersAllowed] !== 'yes';
  if (isRelease) refusePlaceholders({ ...packager.info.metadata, publish: packager.config.publish });
  const resources = foldersIn(appOutDir).filter((folder) => readdirSync(folder).includes('app.asar'));
  // Only our own files are searched; Electron's are too large.
  if (resources.length === 0) throw new PlainStop(`There is no app.asar in ${appOutDir}, so nothing was checked.`);
  for (const folder of resources) {
    refuseSecrets(folder);
    refuseSourceMaps(folder);
    refusePresets(join(folder, 'presets'));
    refuseWrongKeychain(join(folder, 'app.asar.unpacked'), electronPlatformName, arch);
  }
  const fuses = packager.config.electronFuses ?? {};
  // electron-builder sets the fuses only after this hook, so they are set here to be able to check them.
  await packager.addElectronFuses(context, fuseOptions(fuses));
  refuseOtherFuses(programOf(appOutDir, electronPlatformName, packager), fuses);
}

/**
 * Throws if the homepage, the maintainer, the update keys or the update address are still placeholders.
 * @param {Identity} identity
 */
export function refusePlaceholders({ homepage, author, updateKeys, publish }) {
  const named = Object.entries({ homepage, author, updateKeys, publish }).filter(([, value]) =>
    /\.example\b/.test(JSON.stringify(value) ?? ''),
  );
  if (named.length === 0) return;
  throw new PlainStop(
    `The package was not made: ${new Intl.ListFormat('en').format(named.map(([name]) => name))} in electron-builder.yml ${named.length > 1 ? 'are placeholders' : 'is a placeholder'}.`,
    'Settle them (docs/distributors/release-checklist.md), or make a package to try: npm run package -- --allow-placeholders',
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
    'docs/pilots/presets.md lists the fields.',
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
    'Exclude it from the package (electron-builder.yml lists the contents). An application secret belongs on a broker: docs/distributors/broker.md.',
  );
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
