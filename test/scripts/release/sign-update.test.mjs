// Whether the app accepts the signatures: test/desktop/updates/signed-metadata.test.ts.
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey, signUpdates } from '../../../scripts/release/sign-update.mjs';
import { inRoot } from '../../../scripts/root.mjs';

const text = 'version: 1.1.0\n';
const key = newKey();
/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pilot-companion-sign-update-'));
  for (const name of ['latest-linux.yml', 'beta-mac.yml', 'latest.yml', 'builder-debug.yml'])
    writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('signs the metadata of every channel and system, each under its own name', () => {
  expect(signUpdates(folder, key.privateKey, [key.publicKey]).toSorted()).toEqual([
    'beta-mac.yml',
    'latest-linux.yml',
    'latest.yml',
  ]);
  expect(readdirSync(folder)).not.toContain('builder-debug.yml.sig');
  for (const name of ['latest-linux.yml', 'beta-mac.yml', 'latest.yml']) {
    const signature = Buffer.from(readFileSync(join(folder, `${name}.sig`), 'utf8'), 'base64');
    const publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
    const isSigned = (/** @type {string} */ signed) => verify(null, Buffer.from(signed), publicKey, signature);
    expect(isSigned(`Pilot Companion update\n${name}\n${text}`)).toBe(true);
    expect(isSigned(`Pilot Companion update\nlatest-mac.yml\n${text}`)).toBe(false);
  }
});

test('prints a new pair of keys, each on a line of its own with where it belongs', () => {
  const script = inRoot('scripts', 'release', 'sign-update.mjs');
  const lines = execFileSync(process.execPath, [script, '--new-key'], { encoding: 'utf8' }).trim().split('\n');
  expect(lines).toEqual([
    'Private, the secret UPDATE_KEY of the environment release:',
    expect.stringMatching(/^[A-Za-z0-9+/]{64}$/),
    '',
    'Public, for updateKeys in electron-builder.yml:',
    expect.stringMatching(/^[A-Za-z0-9+/]{59}=$/),
  ]);
  expect(signUpdates(folder, lines[1], [lines[4] ?? ''])).toContain('latest.yml');
});

test('refuses a key that no installed app has', () => {
  expect(() => signUpdates(folder, newKey().privateKey, [key.publicKey])).toThrow('is not one of updateKeys');
  expect(readdirSync(folder).filter((name) => name.endsWith('.sig'))).toEqual([]);
});

test.each([undefined, '', 'bm8ga2V5'])('refuses without a key, and does not print it: %s', (given) => {
  expect(() => signUpdates(folder, given, [key.publicKey])).toThrow(/is not set|is no Ed25519 key/);
});

test('refuses a folder without metadata', () => {
  rmSync(join(folder, 'latest.yml'));
  rmSync(join(folder, 'latest-linux.yml'));
  rmSync(join(folder, 'beta-mac.yml'));
  expect(() => signUpdates(folder, key.privateKey, [key.publicKey])).toThrow('nothing was signed');
});
