// A package with a secret is not made: what counts as a secret, and that the archive is searched.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import afterPack, { refuseSecrets } from '../../../scripts/build/package-check.mjs';
import { differingFuses, refuseOtherFuses } from '../../../scripts/build/package/fuses.mjs';
import { secretsIn, secretsKnownHere } from '../../../scripts/build/package/secret-search.mjs';

const search = (/** @type {string} */ path, /** @type {string} */ text, known = /** @type {any[]} */ ([])) =>
  secretsIn(path, Buffer.from(text), known);

// Assembled here, so that this file contains none.
const key = [
  ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ',
].join('\n');
const signed = ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJwaWxvdC03In0', 'c2lnbmF0dXJlLW9mLWEtdG9rZW4'].join('.');
const value = 'k7Q_9vXz.2Lm-8Rt';

describe('the search for secrets', () => {
  test.each([
    ['main.js', `const a={clientId:"x",clientSecret:"${value}"}`, 'a value for clientSecret'],
    ['main.js', `client_secret='${value}'`, 'a value for client_secret'],
    ['main.js', `let t={"refresh_token": "${value}"}`, 'a value for refresh_token'],
    ['main.js', `password:\`${value}\``, 'a value for password'],
    ['settings.json', `{"application_secret":"${value}"}`, 'a value for application_secret'],
    ['broker.conf', `BROKER_CLIENT_SECRET=${value}\n`, 'a value for CLIENT_SECRET'],
    ['a.js', `"authorization":"Bearer ${'a1'.repeat(16)}"`, 'an Authorization header'],
    ['a.js', `x="${signed}"`, 'a signed token'],
    ['a.js', `x="${['ghp', 'a1B2'.repeat(9)].join('_')}"`, 'a GitHub token'],
    ['notes.txt', key, 'a private key'],
    ['a.js', `x="${key.replaceAll('\n', '\\n')}"`, 'a private key'],
    ['.env', '', 'a settings file of one machine'],
    ['.env.production', 'A=1', 'a settings file of one machine'],
    ['broker.secret', '', 'a file with a secret'],
    ['certs/server.key', '', 'a key file'],
    ['.npmrc', '', 'a file with credentials'],
    ['secrets.vault.json', '{}', 'a vault of sign-ins'],
  ])('finds in %s with %j: %s', (path, text, finding) => {
    const found = search(`dist/${path}`, text);
    expect(found).toContain(finding);
    expect(found.join()).not.toContain(value);
  });

  test.each([
    ['plain', (/** @type {string} */ text) => text],
    ['percent-encoded', (/** @type {string} */ text) => `https://x/?s=${encodeURIComponent(text)}`],
    ['as JSON', (/** @type {string} */ text) => JSON.stringify({ anything: text })],
    ['in base64', (/** @type {string} */ text) => btoa(text)],
    ['in base64 after one byte', (/** @type {string} */ text) => btoa(`:${text}`)],
    ['in base64 between other bytes', (/** @type {string} */ text) => btoa(`id:${text}--`)],
  ])('finds a secret value of this machine, %s', (_form, form) => {
    const known = [{ name: 'BROKER_CLIENT_SECRET', value: 'of "ours" & nobody else’s' }];
    const ascii = [{ name: 'CI_TOKEN', value: 'of ours/and+nobody"s' }];
    expect(search('a.js', `const x=1;/*${form(ascii[0]?.value ?? '')}*/`, ascii)).toEqual(['the value of CI_TOKEN']);
    expect(search('a.js', 'const x=1;', known)).toEqual([]);
  });
});

test('ignores public demo secrets, parameter names and words', () => {
  for (const text of [
    'clientSecret:"demo-secret-for-the-emulator-only"',
    'secret:"reader-secret-for-the-emulator-only"',
    'client_secret:"client_secret"',
    'password:"current-password"',
    'type:"password"',
    'token:"refresh"',
    'headers:{authorization:`Bearer ${token}`}',
    'const refreshToken=stored.refreshToken;',
    '"-----BEGIN PRIVATE KEY-----"',
  ]) {
    expect([text, search('main.js', text)]).toEqual([text, []]);
  }
});

test('reads this machine’s secrets from its environment and settings files, without paths and words', () => {
  const known = secretsKnownHere(
    {
      BROKER_CLIENT_SECRET: value,
      GITHUB_TOKEN: 'short',
      BROKER_CLIENT_SECRET_FILE: '/run/secrets/broker-secret',
      TOKEN_KIND: 'bearer_token',
      HOME: '/home/someone-with-a-long-name',
      API_KEY: undefined,
    },
    [
      { name: '.env', text: `# ours\nexport APP_PASSWORD="${value}2"\nTHEME=dark-and-long\n` },
      { name: 'broker.secret', text: `${value}3\n` },
    ],
  );
  expect(known).toEqual([
    { name: 'BROKER_CLIENT_SECRET', value },
    { name: 'APP_PASSWORD in .env', value: `${value}2` },
    { name: 'broker.secret', value: `${value}3` },
  ]);
});

/**
 * A package as electron-builder makes it: an archive, and other files.
 * @param {Readonly<Record<string, string>>} archived
 * @param {Readonly<Record<string, string>>} beside
 */
function packageOf(archived, beside = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'package-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const resources = join(folder, 'Pilot Companion.app', 'Contents', 'Resources');
  /** @type {{ files: Record<string, any> }} */
  const header = { files: {} };
  let offset = 0;
  for (const [path, text] of Object.entries(archived)) {
    let at = header;
    const parts = path.split('/');
    for (const part of parts.slice(0, -1)) at = at.files[part] ??= { files: {} };
    at.files[parts.at(-1) ?? ''] = { size: Buffer.byteLength(text), offset: String(offset) };
    offset += Buffer.byteLength(text);
  }
  const json = Buffer.from(JSON.stringify(header));
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(json.length + 8, 4);
  sizes.writeUInt32LE(json.length + 4, 8);
  sizes.writeUInt32LE(json.length, 12);
  const archive = Buffer.concat([sizes, json, ...Object.values(archived).map((text) => Buffer.from(text))]);
  for (const [path, content] of [['app.asar', archive], ...Object.entries(beside)]) {
    mkdirSync(dirname(join(resources, String(path))), { recursive: true });
    writeFileSync(join(resources, String(path)), content ?? '');
  }
  return folder;
}

/** A program with a wire of fuses, each 0, 1 or r. */
const programWith = (/** @type {string} */ wire) =>
  Buffer.from(`code dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001${String.fromCharCode(wire.length)}${wire} code`, 'latin1');

/** As in electron-builder.yml. */
const fuses = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

/** electron-builder's hook, called for a folder to try on 64-bit Linux. */
const pack = (/** @type {string} */ appOutDir) =>
  afterPack({
    appOutDir,
    electronPlatformName: 'linux',
    arch: 1,
    targets: [{ name: 'dir' }],
    packager: {
      info: { metadata: {} },
      config: { electronFuses: fuses },
      executableName: 'pilot-companion',
      appInfo: { productFilename: 'Pilot Companion' },
      // As @electron/fuses does with the program.
      addElectronFuses: async () => writeFileSync(join(appOutDir, 'pilot-companion'), programWith('00001100')),
    },
  });

const keychain = { 'app.asar.unpacked/node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node': '' };

describe('a package', () => {
  const good = { 'dist/electron/main.js': 'const app=1;', 'package.json': '{"name":"x"}' };

  test('is made if it has no secret', async () => {
    await expect(pack(packageOf(good, { 'licences.txt': 'MIT', ...keychain }))).resolves.toBeUndefined();
  });

  test.each([
    ['a client secret in its archive', { 'dist/electron/main.js': `x={clientSecret:"${value}"}` }, {}],
    ['a private key beside its archive', {}, { 'certificate.txt': key }],
  ])('is refused with %s, without repeating the secret', async (_name, archived, beside) => {
    const appOutDir = packageOf({ ...good, ...archived }, beside);
    const message = await pack(appOutDir).then(
      () => '',
      (/** @type {Error} */ reason) => reason.message,
    );
    expect(message).toContain('The package was not made: it contains what looks like a secret');
    expect(message).toContain(Object.keys({ ...archived, ...beside })[0]);
    expect(message).toContain('docs/distributors/broker.md');
    for (const secret of [value, signed, key]) expect(message).not.toContain(secret);
  });

  test('is rejected with a secret value of this machine, under any name', () => {
    const folder = packageOf({ ...good, 'dist/renderer/a.js': `const b="${btoa(value)}"` });
    expect(() => refuseSecrets(folder, [{ name: 'BROKER_CLIENT_SECRET', value }])).toThrow(
      /dist\/renderer\/a\.js: the value of BROKER_CLIENT_SECRET/,
    );
  });

  test.each([
    [{ 'dist/electron/main.js.map': '{}' }, /app\.asar\/dist\/electron\/main\.js\.map/],
    [{ 'dist/electron/main.js': 'const app=1;\n//# sourceMappingURL=main.js.map' }, /main\.js \(refers to one\)/],
    [{ 'dist/renderer/a.css': 'a{}\n/*# sourceMappingURL=data:application/json;base64,e30= */' }, /a\.css/],
  ])('is refused with a source map: %j', async (archived, said) => {
    await expect(pack(packageOf({ ...good, ...archived }, keychain))).rejects.toThrow(said);
  });

  test('is refused where a fuse is not as listed, or is not listed', () => {
    expect(differingFuses(programWith('00001100'), fuses)).toEqual([]);
    expect(differingFuses(programWith('10001r00'), fuses)).toEqual([
      'runAsNode is on',
      'onlyLoadAppFromAsar is removed',
    ]);
    expect(differingFuses(programWith('0000110'), fuses)).toEqual(['grantFileProtocolExtraPrivileges is missing']);
    expect(differingFuses(programWith('00001100'), { ...fuses, runAsNode: undefined })).toEqual([
      'runAsNode is not in the list',
    ]);
    expect(differingFuses(Buffer.from('no wire'), fuses)).toEqual(['the program has no fuses']);
    // One that electron-builder can't set has to be as Electron ships it; one that nobody knows is refused.
    expect(differingFuses(programWith('000011001'), fuses)).toEqual([]);
    expect(differingFuses(programWith('000011000'), fuses)).toEqual(['wasmTrapHandlers is off']);
    expect(differingFuses(programWith('0000110011'), fuses)).toEqual(['fuse 10, which is on, is not in the list']);
    // Both halves of a universal program count.
    const universal = Buffer.concat([programWith('00001100'), programWith('00001101')]);
    expect(differingFuses(universal, fuses)).toEqual(['grantFileProtocolExtraPrivileges is on']);
  });

  test('is refused if the fuses could not be set', async () => {
    const folder = packageOf(good, keychain);
    writeFileSync(join(folder, 'pilot-companion'), programWith('10001100'));
    expect(() => refuseOtherFuses(join(folder, 'pilot-companion'), fuses)).toThrow(
      /fuses differ.*\n {2}runAsNode is on/,
    );
  });

  test('is refused without an archive', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'package-check-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await expect(pack(folder)).rejects.toThrow(/nothing was checked/);
  });
});

test("doesn't mistake the id of a message for a secret", () => {
  const bundle = (/** @type {string} */ value) => Buffer.from(`isNew ? "window.vault.newPassphrase" : "${value}"`);
  expect(secretsIn('assets/index.js', bundle('window.vault.passphrase'))).toEqual([]);
  expect(secretsIn('assets/index.js', bundle('tr0ub4dor.and.3'))).toEqual(['a value for Passphrase']);
});
