// What a package is refused for besides secrets (package.test.ts): the keychain's binary, and placeholders.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../architecture/source-files.ts';
import { appId } from '../../main/electron/app-id.ts';
import { machineOf, refuseWrongKeychain } from '../../scripts/build/keychain-binary.mjs';
import { refusePlaceholders } from '../../scripts/build/package-check.mjs';

/** The header of a binary: where a format keeps its machine. */
const binaries = {
  elf: (machine: number) => {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32BE(0x7f454c46, 0);
    bytes.writeUInt16LE(machine, 18);
    return bytes;
  },
  mach(type: number) {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(type, 4);
    return bytes;
  },
  pe(machine: number) {
    const bytes = Buffer.alloc(256);
    bytes.write('MZ', 0, 'latin1');
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write('PE\0\0', 128, 'latin1');
    bytes.writeUInt16LE(machine, 132);
    return bytes;
  },
};

test.each([
  ['linux-x64', binaries.elf(62)],
  ['linux-arm64', binaries.elf(183)],
  ['darwin-x64', binaries.mach(0x01000007)],
  ['darwin-arm64', binaries.mach(0x0100000c)],
  ['win32-x64', binaries.pe(0x8664)],
  ['win32-arm64', binaries.pe(0xaa64)],
  [null, binaries.elf(9_999)],
  [null, Buffer.from('MZ and nothing else')],
  [null, Buffer.alloc(0)],
])('reads the machine of a binary: %s', (expected, bytes) => {
  expect(machineOf(bytes)).toBe(expected);
});

describe('the keychain’s binary in a package', () => {
  const [x64, arm64] = [1, 3];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pilot-companion-keychain-binary-'));
    const place = join(folder, 'node_modules', '@napi-rs', 'keyring-darwin-arm64');
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'keyring.darwin-arm64.node'), binaries.mach(0x0100000c));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is accepted for its own computer', () => {
    expect(() => refuseWrongKeychain(folder, 'darwin', arm64)).not.toThrow();
  });

  test.each([
    ['darwin', x64, 'for darwin-arm64'],
    ['linux', arm64, 'for darwin-arm64'],
  ] as const)('stops a package for %s of another kind', (platform, arch, said) => {
    expect(() => refuseWrongKeychain(folder, platform, arch)).toThrow(said);
  });

  test('stops a package without one', () => {
    expect(() => refuseWrongKeychain(join(folder, 'missing'), 'linux', x64)).toThrow('is missing');
  });
});

describe('the identity in the configuration', () => {
  const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const configuration = parse(text) as { appId: string; extraMetadata: { homepage: string; author: object } };

  test('is not settled yet, so a release is refused', () => {
    expect(() => refusePlaceholders(configuration.extraMetadata)).toThrow('homepage and author');
  });

  test('is accepted once it names real places', () => {
    const author = { name: 'The authors', email: 'contributors@pilot-companion.org' };
    expect(() => refusePlaceholders({ homepage: 'https://pilot-companion.org', author })).not.toThrow();
  });

  test('has one app id for the system and for the process', () => {
    expect(configuration.appId).toBe(appId);
    expect(appId).not.toMatch(/\.(desktop|app)$/);
  });

  test('has the settings that only the real systems would miss', () => {
    expect(configuration).toMatchObject({
      toolsets: { appimage: expect.stringMatching(/^1\./) as string },
      electronFuses: { resetAdHocDarwinSignature: true, enableCookieEncryption: false },
      linux: { syncDesktopName: true, target: ['deb', 'AppImage'] },
    });
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { desktopName: string };
    expect(manifest.desktopName).toBe('pilot-companion.desktop');
  });
});
