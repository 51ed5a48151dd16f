// Writes the manifests for package managers from SHA256SUMS: winget, Homebrew, AUR, Flatpak.
//   node scripts/release/manifests.mjs SHA256SUMS OUTPUT
// The repository that the files are downloaded from is GITHUB_REPOSITORY.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { readChecksums } from './checksums.mjs';
import { configuration, manifest } from './desktop/identity.mjs';
import { aur } from './manifests/aur.mjs';
import { flatpak } from './manifests/flatpak.mjs';
import { homebrew } from './manifests/homebrew.mjs';
import { winget } from './manifests/winget.mjs';

/** @typedef {import('./manifests/release.mjs').Release} Release */

/**
 * @param {{ checksums: string, repository: string, version: string, homepage: string, maintainer: string }} given
 * @returns {Release}
 */
export function releaseOf({ checksums, repository, version, homepage, maintainer }) {
  const sums = readChecksums(checksums);
  return {
    version,
    homepage,
    maintainer,
    repository,
    file(system, arch, extension) {
      const names = ['', '-unsigned'].map((sign) => `pilot-companion-${version}-${system}-${arch}${sign}.${extension}`);
      const name = names.find((one) => sums.has(one));
      if (name === undefined) throw new PlainStop(`SHA256SUMS has no ${names[0]}.`);
      const url = `https://github.com/${repository}/releases/download/v${version}/${name}`;
      return { name, url, sha256: sums.get(name) ?? '' };
    },
  };
}

/**
 * Returns the content of each file by path.
 * @param {Release} release
 * @returns {Record<string, string>}
 */
export const manifestsOf = (release) => ({
  ...winget(release),
  ...homebrew(release),
  ...aur(release),
  ...flatpak(release),
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const [sums, output] = process.argv.slice(2);
    if (sums === undefined || output === undefined) throw new PlainStop('Name SHA256SUMS and a folder to write to.');
    const { homepage, author } = configuration().extraMetadata;
    const release = releaseOf({
      checksums: readFileSync(sums, 'utf8'),
      repository: process.env['GITHUB_REPOSITORY'] ?? 'OWNER/REPOSITORY',
      version: manifest().version,
      homepage,
      maintainer: `${author.name} <${author.email}>`,
    });
    for (const [path, text] of Object.entries(manifestsOf(release))) {
      mkdirSync(dirname(join(output, path)), { recursive: true });
      writeFileSync(join(output, path), text);
      console.log(path);
    }
    return 0;
  });
}
