// Someone who can write the vault's file without its passphrase cannot plant, change or swap secrets in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vaultName } from '../../../../main/node/secrets/vault/file-vault.ts';
import { valueOf } from '../../../core/account/account-under-test.ts';
import { tempFolder } from '../temp-folder.ts';
import { openVault, passphrase } from '../vault-under-test.ts';

type Written = { open: Record<string, string>; sealed: { identity: string; document: string } | null };

const pathIn = (dataDir: string) => join(dataDir, vaultName);
const textOf = (dataDir: string) => readFileSync(pathIn(dataDir), 'utf8');
const put = (dataDir: string, text: string) => writeFileSync(pathIn(dataDir), text);
const change = (dataDir: string, edit: (document: Written) => Written) =>
  put(dataDir, JSON.stringify(edit(JSON.parse(textOf(dataDir)) as Written)));

async function sealed(dataDir: string, secrets: Record<string, string> = { 'tokens/a': 'mine' }) {
  const vault = openVault(dataDir);
  valueOf(await vault.unlock(passphrase));
  for (const [name, value] of Object.entries(secrets)) valueOf(await vault.set(name, value, 'sealed'));
  return vault;
}

async function unlocked(dataDir: string) {
  const vault = openVault(dataDir);
  valueOf(await vault.unlock(passphrase));
  return vault;
}

test('never returns or encrypts a planted open entry in place of an encrypted one', async () => {
  const dataDir = tempFolder();
  await sealed(dataDir);
  change(dataDir, (document) => ({ ...document, open: { 'tokens/a': 'planted', 'tokens/b': 'planted' } }));
  const vault = await unlocked(dataDir);
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('mine');
  expect(valueOf(await vault.get('tokens/b', 'sealed'))).toBeNull();
  expect(Object.fromEntries(valueOf(await vault.entries('sealed')))).toEqual({ 'tokens/a': 'mine' });
  valueOf(await vault.move({ concerns: () => true, from: 'sealed', to: 'sealed', adding: new Map(), keepsSeal: true }));
  expect(Object.fromEntries(valueOf(await vault.entries('sealed')))).toEqual({ 'tokens/a': 'mine' });
});

test('never returns a planted open entry where the encrypted part was removed', async () => {
  const dataDir = tempFolder();
  await sealed(dataDir);
  change(
    dataDir,
    () => ({ open: { 'tokens/a': 'planted' }, sealed: null, format: 'pilot-companion-vault', version: 1 }) as Written,
  );
  const vault = openVault(dataDir);
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBeNull();
  valueOf(await vault.unlock(passphrase));
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBeNull();
});

test("reads another process's writes", async () => {
  const dataDir = tempFolder();
  const writer = await sealed(dataDir);
  const reader = await unlocked(dataDir);
  const writes = Array.from({ length: 20 }, (_, at) => () => writer.set('tokens/a', `renewed ${at}`, 'sealed'));
  const writing = writes.reduce(
    (before, write) => before.then(async () => void valueOf(await write())),
    Promise.resolve(),
  );
  const readAll = async () => {
    for (let count = 0; count < 60; count += 1)
      expect(await reader.get('tokens/a', 'sealed')).toMatchObject({ ok: true });
  };
  await Promise.all([writing, readAll()]);
  expect(valueOf(await reader.get('tokens/a', 'sealed'))).toBe('renewed 19');
});
