import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { metainfo } from '../../../scripts/release/desktop/metainfo.mjs';
import { signingArguments, targetPlatform } from '../../../scripts/release/desktop/package.mjs';
import { inRoot } from '../../../scripts/root.mjs';

const name = 'app-${version}-${os}-${arch}.${ext}';
const unsigned = '-c.artifactName=app-${version}-${os}-${arch}-unsigned.${ext}';
const azure = {
  AZURE_TENANT_ID: 't',
  AZURE_CLIENT_ID: 'c',
  AZURE_CLIENT_SECRET: 's',
  AZURE_PUBLISHER_NAME: 'CN=Authors',
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'account',
  AZURE_CERTIFICATE_PROFILE: 'profile',
};

test('names a package unsigned where there is nothing to sign with, and signs it ad hoc on macOS', () => {
  expect(signingArguments('win32', {}, name)).toEqual([unsigned]);
  expect(signingArguments('darwin', {}, name)).toEqual([unsigned, '-c.mac.identity=-', '-c.mac.hardenedRuntime=false']);
});

test('a variable that is set to nothing, as a missing secret of a workflow is, signs nothing', () => {
  expect(signingArguments('darwin', { CSC_LINK: '' }, name)).toContain(unsigned);
  expect(signingArguments('win32', { ...azure, AZURE_CLIENT_SECRET: '' }, name)).toEqual([unsigned]);
});

test('signs with a Developer ID or with Azure where all of it is there', () => {
  expect(signingArguments('darwin', { CSC_LINK: 'base64' }, name)).toEqual([]);
  expect(signingArguments('win32', azure, name)).toEqual([
    '-c.win.azureSignOptions.publisherName=CN=Authors',
    '-c.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
    '-c.win.azureSignOptions.codeSigningAccountName=account',
    '-c.win.azureSignOptions.certificateProfileName=profile',
  ]);
});

test.each([
  [['--win', '--x64'], 'win32'],
  [['-m', 'dmg'], 'darwin'],
  [['--linux', 'deb'], 'linux'],
  [['--dir'], 'freebsd'],
])('reads the system of %j', (args, expected) => {
  expect(targetPlatform(args, 'freebsd')).toBe(expected);
});

test('fills in the description for software centres, and leaves no placeholder', () => {
  const template = readFileSync(inRoot('build', 'linux', 'app.pilotcompanion.PilotCompanion.metainfo.xml'), 'utf8');
  const text = metainfo(template, { HOMEPAGE: 'https://x.test/?a&b', VERSION: '1.2.3', DATE: '2026-11-01' });
  expect(text).toContain('<release version="1.2.3" date="2026-11-01" />');
  expect(text).toContain('<url type="homepage">https://x.test/?a&amp;b</url>');
  expect(text).not.toMatch(/@[A-Z]+@|template/);
});
