// Which metadata of updates is used: electron-updater itself, in Node, and a feed on loopback.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newImage, openInstalledApp, toldOf, type InstalledApp } from './installed-app.ts';
import { betaName, metadataName, metadataOf } from './update-feed.ts';

let place: InstalledApp;
beforeEach(async () => {
  place = await openInstalledApp();
});
afterEach(() => place.close());

describe('metadata', () => {
  const text = metadataOf('1.1.0', newImage);
  const cases: [string, string, () => void][] = [
    ['without a signature is refused', 'updates.notReached', () => place.feed.files.delete(`${metadataName}.sig`)],
    ['with an empty signature is refused', 'updates.notTrusted', () => place.feed.files.set(`${metadataName}.sig`, '')],
    [
      'that was changed after it was signed is refused',
      'updates.notTrusted',
      () => place.feed.files.set(metadataName, text.replace('1.1.0', '1.2.0')),
    ],
    [
      'signed with another key is refused',
      'updates.notTrusted',
      () => place.feed.files.set(`${metadataName}.sig`, place.feed.signatureOf(metadataName, text, otherKey)),
    ],
    [
      'of another channel, signed as such, is refused',
      'updates.notTrusted',
      () => place.feed.files.set(`${metadataName}.sig`, place.feed.signatureOf(betaName, text)),
    ],
    [
      'that names a file on another server is refused although it is signed',
      'updates.damaged',
      () => resign(text.replace('url: App', 'url: https://elsewhere.example/App')),
    ],
    [
      'that names a file above its folder is refused although it is signed',
      'updates.damaged',
      () => resign(text.replace('url: App', 'url: ../App')),
    ],
    [
      'without a hash is refused although it is signed',
      'updates.damaged',
      () => resign('version: 1.1.0\nfiles:\n  - url: a\n'),
    ],
    [
      'of more than 64 KB is not read',
      'updates.damaged',
      () => place.feed.files.set(metadataName, Buffer.alloc(70_000, 'a')),
    ],
    ['that is not there is a failed check', 'updates.notReached', () => place.feed.files.delete(metadataName)],
  ];
  const otherKey = generateKeyPairSync('ed25519').privateKey;
  function resign(changed: string) {
    place.feed.files.set(metadataName, changed);
    place.feed.files.set(`${metadataName}.sig`, place.feed.signatureOf(metadataName, changed));
  }

  test.each(cases)('%s', async (_title, told, spoil) => {
    place.feed.publish('1.1.0', newImage);
    spoil();
    const engine = place.engineOf();
    expect(await toldOf(engine.check('stable'))).toBe(told);
    expect(place.feed.paths()).not.toContain('/feed/App-1.1.0.AppImage');
  });

  test('signed by the release script is used', async () => {
    writeFileSync(join(place.folder, metadataName), text);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keys = [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')];
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const script = new URL('../../../scripts/release/sign-update.mjs', import.meta.url).href;
    const run = `import { signUpdates } from '${script}'; signUpdates(...${JSON.stringify([place.folder, secret, keys])});`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', run]);
    place.feed.files.set(metadataName, text);
    place.feed.files.set(`${metadataName}.sig`, readFileSync(join(place.folder, `${metadataName}.sig`)));
    expect(await place.engineOf({ keys }).check('stable')).toMatchObject({ is: 'offered' });
  });

  test('signed with the second of two keys is used', async () => {
    place.feed.publish('1.1.0', newImage);
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(await place.engineOf({ keys: [other, place.feed.publicKey] }).check('stable')).toMatchObject({
      is: 'offered',
    });
  });
});
