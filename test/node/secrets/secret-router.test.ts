// Secrets are stored where the pilot chose for each profile, and move with the choice without loss.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SecretChoice } from '../../../main/contract/secrets.ts';
import { systemClock } from '../../../main/core/platform/system-clock.ts';
import { vaultName } from '../../../main/node/secrets/vault/file-vault.ts';
import { createKeychainStore } from '../../../main/node/secrets/keychain-store.ts';
import { createSecretLock } from '../../../main/node/secrets/secret-lock.ts';
import { createSecretRouter } from '../../../main/node/secrets/secret-router.ts';
import { failureOf, quiet, valueOf } from '../../core/account/account-under-test.ts';
import { createKeychain } from './keychain-in-memory.ts';
import { tempFolder } from './temp-folder.ts';
import { openVault, passphrase } from './vault-under-test.ts';

function storeIn(dataDir: string, choices: Record<string, SecretChoice> = {}, keychain = false) {
  const { keytar, values } = createKeychain();
  const store = createSecretRouter({
    keychain: keychain ? createKeychainStore({ keytar, clock: systemClock, log: quiet }) : null,
    vault: openVault(dataDir),
    log: quiet,
    lock: createSecretLock({ dataDir, lockDir: dataDir, service: 'test', clock: systemClock, log: quiet }),
    choiceOf: (profile) => choices[profile] ?? 'keychain',
  });
  return { ...store, store, values, keytar };
}
const vaultText = (dataDir: string) => readFileSync(join(dataDir, vaultName), 'utf8');
const secret = 'a secret of its own';

test("stores each profile's secrets in its chosen place", async () => {
  const dataDir = tempFolder();
  const { store, places } = storeIn(dataDir, { open: 'open-vault', sealed: 'file-vault' });
  valueOf(await places.unlock(passphrase));
  for (const profile of ['open', 'sealed', 'other']) valueOf(await store.set(`tokens/${profile}/1`, `of ${profile}`));
  expect(['open', 'sealed', 'other'].map((profile) => places.storageOf(profile).place)).toEqual([
    'open-vault',
    'file-vault',
    'memory',
  ]);
  expect(vaultText(dataDir)).toContain('of open');
  expect(vaultText(dataDir)).not.toContain('of sealed');
  expect(vaultText(dataDir)).not.toContain('of other');
  expect(places.storageOf('open').concern?.message.id).toBe('failure.secretsInOpenVault');
  expect(places.storageOf('sealed').concern).toBeNull();
  expect(await places.names()).toEqual({ names: ['tokens/open/1', 'tokens/other/1', 'tokens/sealed/1'], unseen: [] });
});

test('moves a sign-in with each choice and leaves no copy behind', async () => {
  const dataDir = tempFolder();
  const { store, places } = storeIn(dataDir);
  valueOf(await store.set('tokens/a/1', secret));
  valueOf(await store.set('tokens/b/1', 'of another profile'));
  valueOf(await places.choose('a', 'file-vault', passphrase));
  expect(places.storageOf('a').place).toBe('file-vault');
  expect(vaultText(dataDir)).not.toContain(secret);
  expect(valueOf(await storeAgain().get('tokens/a/1'))).toBe(secret);
  valueOf(await places.choose('a', 'open-vault', null));
  expect(vaultText(dataDir)).toContain(secret);
  expect(JSON.parse(vaultText(dataDir))).toMatchObject({ sealed: null });
  valueOf(await places.choose('a', 'keychain', null));
  expect(places.storageOf('a').place).toBe('memory');
  expect(vaultText(dataDir)).not.toContain(secret);
  expect(valueOf(await store.get('tokens/a/1'))).toBe(secret);
  expect(valueOf(await store.get('tokens/b/1'))).toBe('of another profile');

  /** Reads the same file with the passphrase only. */
  function storeAgain() {
    const again = storeIn(dataDir, { a: 'file-vault' });
    return { get: async (name: string) => (await again.places.unlock(passphrase), again.store.get(name)) };
  }
});

test('needs a passphrase to choose the vault, and neither reads nor writes a locked one', async () => {
  const dataDir = tempFolder();
  const first = storeIn(dataDir);
  valueOf(await first.store.set('tokens/a', secret));
  expect(failureOf(await first.places.choose('a', 'file-vault', null)).message.id).toBe(
    'failure.vaultWithoutPassphrase',
  );
  expect(failureOf(await first.places.choose('a', 'file-vault', 'short')).kind).toBe('wrong-input');
  expect(first.places.storageOf('a').place).toBe('memory');
  valueOf(await first.places.choose('a', 'file-vault', passphrase));

  const { store, places } = storeIn(dataDir, { a: 'file-vault' });
  let told = 0;
  places.subscribe(() => (told += 1));
  expect(failureOf(await store.get('tokens/a')).kind).toBe('vault-locked');
  expect(places.storageOf('a').concern?.requiredAction).toBe('passphrase');
  for (const choice of ['open-vault', 'keychain'] as const)
    expect(failureOf(await places.choose('a', choice, null)).kind).toBe('vault-locked');
  expect(failureOf(await places.choose('a', 'open-vault', 'another one')).kind).toBe('wrong-input');
  expect(failureOf(await places.choose('b', 'file-vault', 'another one')).kind).toBe('wrong-input');
  expect((await places.names()).unseen).toMatchObject([{ kind: 'vault-locked' }]);
  expect(told).toBe(0);
  valueOf(await places.unlock(passphrase));
  expect(told).toBe(1);
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
});

test('ignores open secrets of a profile with a passphrase until the pilot chooses to use them', async () => {
  const dataDir = tempFolder();
  valueOf(await storeIn(dataDir).places.unlock(passphrase));
  valueOf(await storeIn(dataDir, { a: 'open-vault' }).store.set('tokens/a', secret));
  const { store, places } = storeIn(dataDir, { a: 'file-vault' });
  valueOf(await places.unlock(passphrase));
  expect(valueOf(await store.get('tokens/a'))).toBeNull();
  expect((await places.names()).unseen).toMatchObject([{ message: { id: 'failure.vaultOpenNotUsed' } }]);
  valueOf(await places.choose('a', 'open-vault', null));
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
  valueOf(await places.choose('a', 'file-vault', passphrase));
  expect(vaultText(dataDir)).not.toContain(secret);
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
  expect((await places.names()).unseen).toEqual([]);
});

test('replaces open secrets of a profile with a passphrase by a new sign-in', async () => {
  const dataDir = tempFolder();
  valueOf(await storeIn(dataDir, { a: 'open-vault' }).store.set('tokens/a', 'planted'));
  const { store, places } = storeIn(dataDir, { a: 'file-vault' });
  valueOf(await places.unlock(passphrase));
  valueOf(await store.set('tokens/a', secret));
  expect(vaultText(dataDir)).not.toContain('planted');
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
});

test('moves nothing when the vault cannot be used', async () => {
  const dataDir = tempFolder();
  const { store, places } = storeIn(dataDir);
  valueOf(await store.set('tokens/a', secret));
  writeFileSync(join(dataDir, vaultName), 'of another program');
  expect(failureOf(await places.choose('a', 'open-vault', null)).message.params).toMatchObject({
    path: expect.stringContaining(vaultName) as string,
  });
  expect(places.storageOf('a').place).toBe('memory');
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
  expect(failureOf(await places.removeAll()).kind).toBe('data-unreadable');
});

test('empties an earlier open vault into the keychain, and keeps an encrypted one that was chosen', async () => {
  const dataDir = tempFolder();
  valueOf(await storeIn(dataDir, { a: 'open-vault' }).store.set('tokens/a', secret));
  const { store, places, values } = storeIn(dataDir, { a: 'open-vault', b: 'file-vault' }, true);
  expect(places.storageOf('a').place).toBe('keychain');
  expect(valueOf(await store.get('tokens/a'))).toBe(secret);
  valueOf(await store.set('tokens/a', 'renewed'));
  expect(values.get('Pilot Companion|tokens/a')).toBe('renewed');
  expect(vaultText(dataDir)).not.toContain(secret);
  valueOf(await places.choose('a', 'file-vault', passphrase));
  expect([...values.keys()]).toEqual([]);
  expect(valueOf(await store.get('tokens/a'))).toBe('renewed');
  valueOf(await places.choose('a', 'keychain', null));
  expect(values.get('Pilot Companion|tokens/a')).toBe('renewed');
});

test('removes everything together from keychain, memory and vault', async () => {
  const dataDir = tempFolder();
  const first = storeIn(dataDir, { b: 'file-vault' });
  valueOf(await first.places.unlock(passphrase));
  valueOf(await first.store.set('tokens/b', secret));
  const { store, places, values } = storeIn(dataDir, { b: 'file-vault' }, true);
  valueOf(await store.set('tokens/a', 'x'.repeat(5_000)));
  valueOf(await store.set('application-secret/a', secret));
  valueOf(await places.removeAll());
  expect(values.size).toBe(0);
  expect(existsSync(join(dataDir, vaultName))).toBe(false);
});

test('follows the choice of another process without signing the pilot out', async () => {
  const dataDir = tempFolder();
  const settings: Record<string, SecretChoice> = { a: 'open-vault' };
  const here = storeIn(dataDir, settings);
  const there = storeIn(dataDir, settings);
  valueOf(await here.store.set('tokens/a', secret));
  expect(valueOf(await there.store.get('tokens/a'))).toBe(secret);
  valueOf(await here.places.choose('a', 'file-vault', passphrase));
  expect(here.places.storageOf('a').choice).toBe('file-vault');
  settings['a'] = 'file-vault';
  expect(here.places.storageOf('a').choice).toBe('file-vault');
  expect(failureOf(await there.store.get('tokens/a')).kind).toBe('vault-locked');
  valueOf(await there.places.unlock(passphrase));
  expect(valueOf(await there.store.get('tokens/a'))).toBe(secret);
  valueOf(await there.places.choose('a', 'open-vault', null));
  settings['a'] = 'open-vault';
  expect(here.places.storageOf('a').choice).toBe('open-vault');
  expect(valueOf(await here.store.get('tokens/a'))).toBe(secret);
});

test('loses nothing that changes while secrets move to a late keychain', async () => {
  const { store, keytar, values, useKeychain } = storeIn(tempFolder());
  valueOf(await store.set('tokens/a', 'used up'));
  valueOf(await store.set('tokens/b', 'of who signs out'));
  const held = Promise.withResolvers<null>();
  const moving = useKeychain(
    createKeychainStore({
      keytar: {
        ...keytar,
        setPassword: (service, name, value) => held.promise.then(() => keytar.setPassword(service, name, value)),
      },
      clock: systemClock,
      log: quiet,
    }),
  );
  const meanwhile = [store.set('tokens/a', 'renewed'), store.delete('tokens/b')];
  held.resolve(null);
  await moving;
  for (const one of await Promise.all(meanwhile)) valueOf(one);
  expect([...values]).toEqual([['Pilot Companion|tokens/a', 'renewed']]);
  expect(valueOf(await store.get('tokens/a'))).toBe('renewed');
});

test('loses no refresh while secrets move from the keychain to the vault', async () => {
  const { store, places, keytar } = storeIn(tempFolder(), {}, true);
  valueOf(await store.set('tokens/a', 'used up'));
  valueOf(await places.unlock(passphrase));
  const { getPassword, deletePassword } = keytar;
  const renewing: Promise<unknown>[] = [];
  const seen: Promise<unknown>[] = [];
  keytar.getPassword = async (...given) => {
    const value = await getPassword(...given);
    if (renewing.length === 0) renewing.push(store.set('tokens/a', 'renewed'));
    return value;
  };
  keytar.deletePassword = async (...given) => {
    const isDeleted = await deletePassword(...given);
    seen.push(store.get('tokens/a'));
    return isDeleted;
  };
  valueOf(await places.choose('a', 'file-vault', null));
  await Promise.all(renewing);
  expect(valueOf(await store.get('tokens/a'))).toBe('renewed');
  for (const one of await Promise.all(seen)) expect(one).not.toMatchObject({ value: null });
});
