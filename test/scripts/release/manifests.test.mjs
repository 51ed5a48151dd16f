import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf, releaseOf } from '../../../scripts/release/manifests.mjs';
import { inRoot } from '../../../scripts/root.mjs';

const files = [
  'mac-arm64.dmg',
  'mac-x64.dmg',
  'win-x64.exe',
  'win-arm64.exe',
  'linux-amd64.deb',
  'linux-arm64.deb',
].map((name) => `pilot-companion-1.2.3-${name}`);
const sumOf = (/** @type {string} */ name) => String(files.indexOf(name) + 1).repeat(64);
const checksums = files.map((name) => `${sumOf(name)}  ${name}\n`).join('');
const given = {
  checksums,
  repository: 'o/r',
  version: '1.2.3',
  homepage: 'https://pilot-companion.test',
  maintainer: 'The authors <a@pilot-companion.test>',
};
const made = manifestsOf(releaseOf(given));
const textOf = (/** @type {string} */ end) => {
  const found = Object.entries(made).find(([path]) => path.endsWith(end));
  if (found === undefined) throw new Error(`no ${end}`);
  return found[1];
};

test('every manifest names its files with the checksums of the release', () => {
  const all = Object.values(made).join('\n').toLowerCase();
  for (const name of files) expect(all).toContain(sumOf(name));
  // The cask puts its addresses together.
  for (const name of files.filter((one) => !one.endsWith('.dmg'))) {
    expect(all).toContain(`https://github.com/o/r/releases/download/v1.2.3/${name}`);
  }
});

test('refuses a release without one of the files', () => {
  const less = checksums.split('\n').slice(1).join('\n');
  expect(() => manifestsOf(releaseOf({ ...given, checksums: less }))).toThrow('no pilot-companion-1.2.3-mac-arm64.dmg');
});

test('an unsigned file is named by its own name', () => {
  const unsigned = checksums.replace(/(dmg|exe)$/gm, '$1').replace(/-(x64|arm64)\.(dmg|exe)/g, '-$1-unsigned.$2');
  const all = Object.values(manifestsOf(releaseOf({ ...given, checksums: unsigned }))).join('\n');
  expect(all).toContain('pilot-companion-1.2.3-win-x64-unsigned.exe');
  expect(all).toContain('pilot-companion-#{version}-mac-#{arch}-unsigned.dmg');
});

// The fields that winget's schema 1.10.0 requires of each file.
test.each([
  ['PilotCompanion.yaml', 'version', ['DefaultLocale']],
  ['.installer.yaml', 'installer', ['Installers', 'InstallerType']],
  ['.locale.en-US.yaml', 'defaultLocale', ['PackageLocale', 'Publisher', 'PackageName', 'License', 'ShortDescription']],
])('winget’s %s has what its schema requires', (end, type, fields) => {
  const text = textOf(end);
  const body = parse(text);
  expect(text).toContain(`winget-manifest.${type}.1.10.0.schema.json`);
  expect(body).toMatchObject({ PackageVersion: '1.2.3', ManifestType: type, ManifestVersion: '1.10.0' });
  expect(body.PackageIdentifier).toMatch(/^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/);
  expect(fields.filter((field) => body[field] === undefined)).toEqual([]);
  expect((body.ShortDescription ?? 'abc').length).toBeLessThanOrEqual(256);
  for (const installer of body.Installers ?? []) {
    expect(installer).toMatchObject({
      Architecture: expect.stringMatching(/^(x64|arm64)$/),
      InstallerUrl: expect.stringMatching(/^https:\/\/\S+\.exe$/),
      InstallerSha256: expect.stringMatching(/^[A-F0-9]{64}$/),
    });
  }
});

test('the cask has the parts that Homebrew requires, within its limits', () => {
  const cask = textOf('pilot-companion.rb');
  for (const part of ['version "1.2.3"', `arm:   "${'1'.repeat(64)}"`, `intel: "${'2'.repeat(64)}"`, 'zap trash:'])
    expect(cask).toContain(part);
  const [, description = ''] = /^ {2}desc "(.+)"$/m.exec(cask) ?? [];
  // `brew audit`: at most 80 characters, no full stop, no article at its start.
  expect(description.length).toBeLessThanOrEqual(80);
  expect(description).not.toMatch(/\.$|^(A|An|The) /);
  expect(cask.match(/\bdo$/gm)?.length).toBe(cask.match(/^\s*end$/gm)?.length);
});

describe('the AUR', () => {
  test.each(['pilot-companion-bin', 'pilot-companion'])('%s is valid bash, and .SRCINFO matches', (name) => {
    const pkgbuild = textOf(`aur/${name}/PKGBUILD`);
    const fields = ['pkgname', 'pkgver', 'pkgrel', 'arch[*]', 'license[*]', 'depends[*]', 'url'];
    const script = `${pkgbuild}\ndeclare -F package > /dev/null && printf '%s\\n' ${fields.map((field) => `"\${${field}}"`).join(' ')}`;
    const read = execFileSync('bash', ['-euc', script], { encoding: 'utf8' }).trim().split('\n');
    expect(read.slice(0, 4)).toEqual([name, '1.2.3', '1', 'x86_64 aarch64']);
    const srcinfo = textOf(`aur/${name}/.SRCINFO`);
    expect(srcinfo).toMatch(new RegExp(`^pkgbase = ${name}\\n(\\t\\w+ = .+\\n)+\\npkgname = ${name}\\n$`));
    for (const depend of read[5]?.split(' ') ?? []) expect(srcinfo).toContain(`\tdepends = ${depend}\n`);
  });
});

test('the Flatpak has the app’s id, a file for each architecture and no permission beyond its list', () => {
  const text = textOf('flatpak/app.pilotcompanion.PilotCompanion.yml');
  const body = parse(text);
  expect(body.id).toMatch(/^[a-z]\w*(\.\w+){2,}$/i);
  const sources = body.modules[0].sources.filter((/** @type {{ type: string }} */ { type }) => type === 'file');
  expect(sources.map((/** @type {Record<string, unknown>} */ one) => one['only-arches'])).toEqual([
    ['x86_64'],
    ['aarch64'],
  ]);
  const forbidden = /--filesystem=(host|home)|--device=all|--socket=(session|system)-bus|--talk-name=\*/;
  expect(body['finish-args'].filter((/** @type {string} */ one) => forbidden.test(one))).toEqual([]);
  // Each permission has its reason above it.
  for (const option of body['finish-args']) expect(text).toMatch(new RegExp(`# .+\\n {2}- ${option}\\n`));
  const info = readFileSync(inRoot('build', 'linux', `${body.id}.metainfo.xml`), 'utf8');
  expect(info).toContain(`<id>${body.id}</id>`);
});
