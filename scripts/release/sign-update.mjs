// Signs the metadata of a release's updates: `node scripts/release/sign-update.mjs dist/package` writes a `.sig` beside
// each latest*.yml and beta*.yml. The key is in PILOT_COMPANION_UPDATE_KEY, base64 of PKCS 8. `--new-key` makes one.
// docs/distributors/release.md describes it; main/electron/updates/engine/signed-feed.ts verifies it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';

const variable = 'PILOT_COMPANION_UPDATE_KEY';
const metadataName = /^(latest|beta)(-[a-z0-9-]+)?\.yml$/;

/** The signed bytes include the name, so that the file of one channel or system isn't valid for another.
 * @param {string} name
 * @param {Buffer} bytes
 */
const signedBytes = (name, bytes) => Buffer.concat([Buffer.from(`Pilot Companion update\n${name}\n`), bytes]);

/**
 * Writes the signatures and returns the names of the signed files.
 * @param {string} folder
 * @param {string | undefined} privateKey base64 of PKCS 8
 * @param {readonly string[]} publicKeys those in the app, base64 of SubjectPublicKeyInfo
 */
export function signUpdates(folder, privateKey, publicKeys) {
  const key = readKey(privateKey);
  const publicKey = createPublicKey(key);
  if (!publicKeys.includes(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))) {
    throw new PlainStop(
      `The key in ${variable} is not one of updateKeys in electron-builder.yml: installed apps would refuse the update.`,
      'Sign with the key of that release, or release a version with the new key first (docs/distributors/release.md).',
    );
  }
  const names = readdirSync(folder).filter((name) => metadataName.test(name));
  if (names.length === 0) throw new PlainStop(`There is no latest*.yml in ${folder}, so nothing was signed.`);
  for (const name of names) {
    const signed = signedBytes(name, readFileSync(join(folder, name)));
    const signature = sign(null, signed, key);
    if (!verify(null, signed, publicKey, signature)) throw new Error(`The signature of ${name} can't be verified`);
    writeFileSync(join(folder, `${name}.sig`), `${signature.toString('base64')}\n`);
  }
  return names;
}

/** Returns a key pair in base64: the private key for the environment, the public one for electron-builder.yml. */
export function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** @param {string | undefined} text */
function readKey(text) {
  if (!text)
    throw new PlainStop(
      `${variable} is not set.`,
      'It holds the private key of the updates: docs/distributors/release.md.',
    );
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The original error could quote the key.
  }
  throw new PlainStop(`${variable} is no Ed25519 key: it should be base64 of PKCS 8.`, 'Make one with --new-key.');
}

/** @param {readonly string[]} args */
function main([what]) {
  if (what === '--new-key') {
    const { privateKey, publicKey } = newKey();
    console.log(
      `Private, the secret UPDATE_KEY of the environment release:\n${privateKey}\n\nPublic, for updateKeys in electron-builder.yml:\n${publicKey}`,
    );
    return 0;
  }
  if (what === undefined) throw new PlainStop('Usage: node scripts/release/sign-update.mjs FOLDER | --new-key');
  const { extraMetadata } = /** @type {{ extraMetadata: { updateKeys: string[] } }} */ (
    parse(readFileSync(inRoot('electron-builder.yml'), 'utf8'))
  );
  for (const name of signUpdates(what, process.env[variable], extraMetadata.updateKeys)) console.log(`Signed ${name}`);
  return 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runScript(() => Promise.resolve(main(process.argv.slice(2))));
