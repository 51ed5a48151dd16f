// winget: three files in the form of the community repository (schema 1.10.0).
import { stringify } from 'yaml';
import { summary } from './release.mjs';

/** The package's id in winget, a placeholder until the publisher's name is settled. */
const identifier = 'PilotCompanion.PilotCompanion';
const schema = '1.10.0';

/** @param {import('./release.mjs').Release} release */
export function winget({ version, homepage, file }) {
  const common = { PackageIdentifier: identifier, PackageVersion: version };
  const locale = 'en-US';
  const installers = ['x64', 'arm64'].map((arch) => {
    const { url, sha256 } = file('win', arch, 'exe');
    return { Architecture: arch, InstallerUrl: url, InstallerSha256: sha256.toUpperCase() };
  });
  const folder = `winget/manifests/p/PilotCompanion/PilotCompanion/${version}`;
  /** @param {string} type @param {object} body */
  const written = (type, body) =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${schema}.schema.json\n${stringify(
      { ...common, ...body, ManifestType: type, ManifestVersion: schema },
      { lineWidth: 0 },
    )}`;
  return {
    [`${folder}/${identifier}.yaml`]: written('version', { DefaultLocale: locale }),
    [`${folder}/${identifier}.installer.yaml`]: written('installer', {
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      Installers: installers,
    }),
    [`${folder}/${identifier}.locale.${locale}.yaml`]: written('defaultLocale', {
      PackageLocale: locale,
      Publisher: 'The Pilot Companion authors',
      PackageName: 'Pilot Companion',
      PackageUrl: homepage,
      License: 'MIT',
      ShortDescription: summary,
    }),
  };
}
