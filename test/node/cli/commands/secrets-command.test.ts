// `secrets` and `sign-out --all` on a data folder without a keychain.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings, newService } from '../../../../main/contract/settings.ts';
import type { SecretPlaces } from '../../../../main/core/platform/ports.ts';
import { applicationSecretName, serviceKey, tokensName } from '../../../../main/core/service/profile.ts';
import { neverOpens } from '../../../../main/node/system/open-browser.ts';
import { signOut } from '../../../../main/node/cli/commands/account-commands.ts';
import { call, stateOf } from '../../../../main/node/cli/terminal/call.ts';
import { unlockVault } from '../../../../main/node/cli/open-for-command.ts';
import { secrets } from '../../../../main/node/cli/commands/secrets-command.ts';
import { openCompanion, type OpenOptions } from '../../../../main/node/host/open-companion.ts';
import { vaultName } from '../../../../main/node/secrets/vault/file-vault.ts';
import { valueOf } from '../../../core/account/account-under-test.ts';
import { givenOf } from '../../given.ts';
import { createKeychain } from '../../secrets/keychain-in-memory.ts';
import { cheap, passphrase } from '../../secrets/vault-under-test.ts';
import { tempFolder } from '../../secrets/temp-folder.ts';

const address = 'https://one.example';
const key = serviceKey(address);
const settings = {
  ...defaultSettings,
  profile: 'service',
  services: [{ ...newService('service', 'Ours'), address, clientId: 'mine' }],
};
const textOf = (dataDir: string) => readFileSync(join(dataDir, vaultName), 'utf8');
const settingsOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as typeof settings;

/** Opens a companion with `typed` on standard input. */
async function open(dataDir: string, typed = '', more: Partial<OpenOptions> = {}) {
  if (!existsSync(join(dataDir, 'settings.json')))
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
  const opened = valueOf(
    await openCompanion({
      dataDir,
      work: 'account',
      browser: () => neverOpens,
      secretStore: { env: {}, platform: 'linux', workFactor: cheap },
      ...more,
    }),
  );
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await opened.close();
    isClosed = true;
  };
  onTestFinished(close);
  const { given, said } = givenOf({ json: true, typed });
  const run = async (action?: string, isConfirmed = false) => {
    Object.assign(said, { stdout: '', stderr: '' });
    const args = action === undefined ? [] : [action];
    const code = await secrets(opened, { ...given, args, options: { yes: isConfirmed } });
    return {
      code,
      facts: said.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as object),
      ...said,
    };
  };
  const signOutAll = () => signOut(opened, { ...given, options: { all: true } });
  return { opened, said, run, signOutAll, close, keep: opened.ports.secrets };
}

describe('the vault', () => {
  test('is used for one run where no settings can store the choice', async () => {
    const { run, said } = await open(tempFolder(), `${passphrase}\n`, {
      profile: { kind: 'emulator', address: 'http://127.0.0.1:10' },
    });
    expect(await run('file-vault')).toMatchObject({ code: 0 });
    expect(said.stderr).toContain('it ends with this command');
  });

  test('is chosen with a passphrase from standard input, and takes over the secrets in memory', async () => {
    const dataDir = tempFolder();
    const first = await open(dataDir, `${passphrase}\n`);
    valueOf(
      await call(first.opened.companion, 'account.setApplicationSecret', { secret: 'secret of the application' }),
    );
    expect(await first.run()).toMatchObject({ facts: [{ kept_in: 'memory', choice: 'keychain', vault: 'none' }] });
    expect(await first.run('file-vault')).toMatchObject({ code: 0, facts: [{ kept_in: 'file-vault' }] });
    expect(settingsOf(dataDir).services[0]?.keepIn).toBe('file-vault');
    expect(textOf(dataDir)).not.toContain('secret of the application');
    await first.close();

    const locked = await open(dataDir);
    expect(await locked.run('keychain')).toMatchObject({ code: 2, stderr: expect.stringContaining('No passphrase') });
    valueOf(await call(locked.opened.companion, 'secrets.unlock', { passphrase }));
    expect(valueOf(await call(locked.opened.companion, 'settings.read', {})).withSecret).toEqual(['service']);
  });

  test('opens with a passphrase from standard input, and refuses a wrong or missing one', async () => {
    const dataDir = tempFolder();
    await (await open(dataDir, `${passphrase}\n`)).run('file-vault');
    const start = async (typed: string, fromStdin: boolean) => {
      let goesOn: boolean | null = null;
      const { opened, said, close } = await open(dataDir, '', {
        work: 'none',
        async unlock(places: SecretPlaces, secretStorage) {
          const { given, said: asked } = givenOf({ typed });
          goesOn = await unlockVault(places, secretStorage, { fromStdin, mayAsk: true, ...given });
          message += asked.stderr;
        },
      });
      const { secretStorage } = await stateOf(opened.companion);
      await close();
      return { goesOn, vault: secretStorage.vault, said };
    };
    let message = '';
    expect(await start(`${passphrase}\n`, true)).toMatchObject({ goesOn: true, vault: 'unlocked' });
    expect(await start('another one\n', true)).toMatchObject({ goesOn: false, vault: 'locked' });
    expect(message).toContain('passphrase is incorrect');
    expect(await start('', true)).toMatchObject({ goesOn: false, vault: 'locked' });
    expect(await start(`${passphrase}\n`, false)).toMatchObject({ goesOn: true, vault: 'locked' });
  });

  test('changes its passphrase if the old one is right', async () => {
    const dataDir = tempFolder();
    const { run } = await open(dataDir, `${passphrase}\n${passphrase}\na new passphrase\nwrong\nagain a new one\n`);
    await run('file-vault');
    expect(await run('passphrase')).toMatchObject({ code: 0, facts: [{ passphrase: 'changed' }] });
    expect(await run('passphrase')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('passphrase is incorrect'),
    });
  });
});

test('lists orphans, and removes them and nothing else', async () => {
  const { run, keep } = await open(tempFolder());
  const gone = serviceKey('https://gone.example');
  for (const name of [applicationSecretName(key), applicationSecretName(gone), tokensName(gone), 'probe/0123'])
    valueOf(await keep.set(name, 'x'));
  const orphans = [applicationSecretName(gone), 'probe/0123', tokensName(gone)];
  const found = await run();
  expect(found.facts).toMatchObject([
    {
      items: [
        { name: applicationSecretName(gone), is_orphan: true },
        { name: applicationSecretName(key), service: 'Ours', is_orphan: false },
        { name: 'probe/0123', what: 'other' },
        { name: tokensName(gone), what: 'tokens', service: null },
      ],
    },
  ]);
  for (const name of orphans) expect(found.stderr).toContain(`Orphan    ${name}`);
  expect(found.stderr).toContain('secrets remove-orphans');
  expect(await run('remove-orphans')).toMatchObject({ code: 0, facts: [{ removed: 3 }] });
  expect(valueOf(await keep.get(applicationSecretName(key)))).toBe('x');
  expect((await run()).stderr).not.toContain('Orphan');
});

describe('remove-all', () => {
  const withKeychain = async () => {
    const keychain = createKeychain();
    await keychain.keytar.setPassword('Another program', 'tokens', 'theirs');
    const store = { env: {}, platform: 'linux' as const, workFactor: cheap, keytar: () => keychain.keytar };
    const opened = await open(tempFolder(), '', { secretStore: store });
    for (const name of [applicationSecretName(key), tokensName(serviceKey('https://gone.example'))])
      valueOf(await opened.keep.set(name, 'x'));
    return { ...opened, values: keychain.values };
  };

  test('lists what it would remove, and removes nothing, until it is confirmed', async () => {
    const { run, values } = await withKeychain();
    const before = new Map(values);
    expect(await run('remove-all')).toMatchObject({
      code: 2,
      facts: [],
      stderr: expect.stringMatching(/2 items would be removed, .*--yes/),
    });
    expect(values).toEqual(before);
  });

  test('removes our items from the keychain, and no item of another program', async () => {
    const { run, values } = await withKeychain();
    expect(await run('remove-all', true)).toMatchObject({ code: 0, facts: [{ type: 'secrets', removed: 2 }] });
    expect([...values.keys()]).toEqual(['Another program|tokens']);
    expect(await run('remove-all', true)).toMatchObject({ code: 0, facts: [{ removed: 0 }] });
  });

  test('reports that the keychain refused, and exits with 1', async () => {
    const { run, values } = await withKeychain();
    values.delete = () => {
      throw new Error('The keychain is locked');
    };
    expect(await run('remove-all', true)).toMatchObject({ code: 1, stderr: expect.stringMatching(/keychain/i) });
    expect(values.size).toBeGreaterThan(1);
  });
});

test('sign-out --all removes everything, even a vault whose passphrase is lost', async () => {
  const dataDir = tempFolder();
  const first = await open(dataDir, `${passphrase}\n`);
  valueOf(await first.keep.set(applicationSecretName(key), 'x'));
  await first.run('file-vault');
  await first.close();
  const { opened, signOutAll, run } = await open(dataDir);
  expect(await signOutAll()).toBe(0);
  expect(existsSync(join(dataDir, vaultName))).toBe(false);
  expect(await run()).toMatchObject({ facts: [{ items: [], vault: 'none' }] });
  expect(await stateOf(opened.companion)).toMatchObject({
    account: { status: expect.stringMatching(/none|signed-out/) },
  });
});

test('sign-out --all keeps a vault of another program and reports it', async () => {
  const dataDir = tempFolder();
  writeFileSync(join(dataDir, vaultName), 'KDBX');
  const { signOutAll, said } = await open(dataDir);
  expect(await signOutAll()).toBe(1);
  expect(said.stderr).toContain("couldn't be read");
  expect(textOf(dataDir)).toBe('KDBX');
});

test('refuses to choose a place while another process uses the data folder', async () => {
  const dataDir = tempFolder();
  await open(dataDir);
  const second = await open(dataDir);
  expect(await second.run('open-vault')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another Pilot Companion'),
  });
  expect(await second.signOutAll()).toBe(1);
});

test('never prints a passphrase', async () => {
  const dataDir = tempFolder();
  const { run, said, close } = await open(dataDir, `${passphrase}\n`);
  const all = [await run('file-vault'), await run(), await run('open-vault')].map((one) => JSON.stringify(one));
  await close();
  expect([...all, said.stderr, readFileSync(join(dataDir, 'logs', 'companion.log'), 'utf8')].join('')).not.toContain(
    passphrase,
  );
  expect(settingsOf(dataDir)).toMatchObject({ services: [{ keepIn: 'open-vault' }] });
});
