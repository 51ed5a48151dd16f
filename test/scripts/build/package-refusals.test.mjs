// What a package is refused for besides secrets (package-check.test.mjs): the keychain's binary, and placeholders.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseWrongKeychain } from '../../../scripts/build/keychain-binary.mjs';
import { refusePlaceholders, refusePresets } from '../../../scripts/build/package-check.mjs';

describe('the keychain’s binary in a package', () => {
  const x64 = 1;
  const arm64 = 3;
  /** @type {string} */
  let folder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pilot-companion-keychain-binary-'));
    const place = join(folder, 'node_modules', '@napi-rs', 'keyring-darwin-arm64');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'keyring.darwin-arm64.node'), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is accepted for its own computer', () => {
    expect(() => refuseWrongKeychain(folder, 'darwin', arm64)).not.toThrow();
  });

  test.each([
    /** @type {const} */ (['darwin', x64, 'for darwin-arm64']),
    /** @type {const} */ (['linux', arm64, 'for darwin-arm64']),
  ])('stops a package for %s of another kind', (platform, arch, said) => {
    expect(() => refuseWrongKeychain(folder, platform, arch)).toThrow(said);
  });

  test('stops a package without one', () => {
    expect(() => refuseWrongKeychain(join(folder, 'missing'), 'linux', x64)).toThrow('is missing');
  });
});

describe('the identity of a package', () => {
  const author = { name: 'The authors', email: 'contributors@pilot-companion.example' };

  test('is refused while it is a placeholder', () => {
    expect(() => refusePlaceholders({ homepage: 'https://pilot-companion.example', author })).toThrow(
      'homepage and author in electron-builder.yml are placeholders',
    );
  });

  test.each([
    ['updateKeys', { updateKeys: ['placeholder.example'] }],
    ['publish', { publish: { provider: 'generic', url: 'https://updates.pilot-companion.example/' } }],
  ])('is refused while the updates have a placeholder: %s', (name, more) => {
    const settled = { homepage: 'https://pilot-companion.org', author: { name: 'The authors' } };
    expect(() => refusePlaceholders({ ...settled, ...more })).toThrow(
      `${name} in electron-builder.yml is a placeholder`,
    );
  });

  test('is accepted once it names real places', () => {
    const settled = { ...author, email: 'contributors@pilot-companion.org' };
    expect(() => refusePlaceholders({ homepage: 'https://pilot-companion.org', author: settled })).not.toThrow();
  });
});

test('the presets of a package are refused with the file and the field, or accepted', async () => {
  const presets = await mkdtemp(join(tmpdir(), 'pilot-companion-presets-'));
  try {
    await writeFile(
      join(presets, 'good.json'),
      '{ "name": "Ours", "address": "https://ours.example", "clientId": "a" }',
    );
    expect(() => refusePresets(presets)).not.toThrow();
    expect(() => refusePresets(join(presets, 'missing'))).not.toThrow();
    await writeFile(join(presets, 'wrong.pilotpreset'), '{ "name": "Ours", "address": "http://ours.example" }');
    expect(() => refusePresets(presets)).toThrow(/wrong\.pilotpreset .*address/);
  } finally {
    await rm(presets, { recursive: true });
  }
});
