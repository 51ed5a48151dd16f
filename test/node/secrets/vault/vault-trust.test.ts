// Someone who can write the vault's file without its passphrase cannot plant, change, swap or restore secrets in it. A pilot
// who restores a copy knowingly can use it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../../main/contract/failure.ts';
import { openDatabase } from '../../../../main/core/storage/database/database.ts';
import { vaultLockName, vaultName } from '../../../../main/node/secrets/vault/file-vault.ts';
import { failureOf, valueOf } from '../../../core/account/account-under-test.ts';
import { tempFolder } from '../temp-folder.ts';
import { oldVault, openVault, passphrase } from '../vault-under-test.ts';

type Written = { open: Record<string, string>; sealed: { identity: string; document: string } | null };

const pathIn = (dataDir: string) => join(dataDir, vaultName);
const textOf = (dataDir: string) => readFileSync(pathIn(dataDir), 'utf8');
const put = (dataDir: string, text: string) => writeFileSync(pathIn(dataDir), text);
const change = (dataDir: string, edit: (document: Written) => Written) =>
  put(dataDir, JSON.stringify(edit(JSON.parse(textOf(dataDir)) as Written)));

/** A vault and the database that counts its writes. */
function vaultIn(dataDir: string) {
  const vault = openVault(dataDir);
  vault.useDatabase(databaseIn(dataDir));
  return vault;
}

function databaseIn(dataDir: string): DatabaseSync {
  const database = valueOf(openDatabase(join(dataDir, 'companion.db')));
  onTestFinished(() => database.close());
  return database;
}

async function sealed(dataDir: string, secrets: Record<string, string> = { 'tokens/a': 'mine' }) {
  const vault = vaultIn(dataDir);
  valueOf(await vault.unlock(passphrase));
  for (const [name, value] of Object.entries(secrets)) valueOf(await vault.set(name, value, 'sealed'));
  return vault;
}

async function unlocked(dataDir: string) {
  const vault = vaultIn(dataDir);
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
    () => ({ open: { 'tokens/a': 'planted' }, sealed: null, format: 'pilot-companion-vault', version: 3 }) as Written,
  );
  const vault = vaultIn(dataDir);
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBeNull();
  valueOf(await vault.unlock(passphrase));
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBeNull();
});

test('refuses a document of another identity and never overwrites it', async () => {
  const [dataDir, elsewhere] = [tempFolder(), tempFolder()];
  await sealed(dataDir);
  await sealed(elsewhere, { 'tokens/a': 'of somebody else' });
  const foreign = JSON.parse(textOf(elsewhere)) as Written;
  change(dataDir, (document) => ({
    ...document,
    sealed: { identity: document.sealed!.identity, document: foreign.sealed!.document },
  }));
  const planted = textOf(dataDir);
  const vault = vaultIn(dataDir);
  expect(failureOf(await vault.unlock(passphrase)).kind).toBe('data-unreadable');
  expect(failureOf(await vault.set('tokens/a', 'x', 'sealed')).kind).toBe('data-unreadable');
  expect(textOf(dataDir)).toBe(planted);
});

test('refuses an encrypted part with swapped halves', async () => {
  const dataDir = tempFolder();
  await sealed(dataDir);
  change(dataDir, ({ sealed: part, ...document }) => ({
    ...document,
    sealed: { identity: part!.document, document: part!.identity },
  }));
  expect((await vaultIn(dataDir).unlock(passphrase)).ok).toBe(false);
});

test('refuses an older copy, in the running process and the next one', async () => {
  const dataDir = tempFolder();
  const vault = await sealed(dataDir);
  const older = textOf(dataDir);
  valueOf(await vault.set('tokens/a', 'renewed', 'sealed'));
  put(dataDir, older);
  const next = vaultIn(dataDir);
  expect(failureOf(await next.unlock(passphrase)).message.id).toBe('failure.vaultOlder');
  for (const one of [vault, next]) {
    const results: Result<unknown>[] = [
      await one.get('tokens/a', 'sealed'),
      await one.set('tokens/a', 'x', 'sealed'),
      await one.delete('tokens/a', 'sealed'),
      await one.entries('sealed'),
    ];
    const message = { id: 'failure.vaultOlder' };
    for (const result of results) expect(failureOf(result)).toMatchObject({ kind: 'vault-locked', message });
    expect(one.sealState()).toBe('older');
  }
  expect(textOf(dataDir)).toBe(older);
});

test("uses an older copy at the pilot's request, and refuses newer ones from then on", async () => {
  const dataDir = tempFolder();
  const before = await sealed(dataDir);
  const older = textOf(dataDir);
  valueOf(await before.set('tokens/a', 'renewed', 'sealed'));
  const between = textOf(dataDir);
  put(dataDir, older);
  const vault = vaultIn(dataDir);
  expect(failureOf(await vault.useOlder('another passphrase')).kind).toBe('wrong-input');
  valueOf(await vault.useOlder(passphrase));
  expect(vault.sealState()).toBe('unlocked');
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('mine');
  put(dataDir, between);
  expect(failureOf(await vaultIn(dataDir).unlock(passphrase)).message.id).toBe('failure.vaultOlder');
});

test('refuses copies from before a change of passphrase, a removal and the end of encryption', async () => {
  const dataDir = tempFolder();
  const vault = await sealed(dataDir);
  const copies = [textOf(dataDir)];
  valueOf(await vault.changePassphrase(passphrase, 'a new passphrase'));
  valueOf(await vault.changePassphrase('a new passphrase', passphrase));
  copies.push(textOf(dataDir));
  valueOf(await vault.remove());
  valueOf(await vault.unlock(passphrase));
  copies.push(textOf(dataDir));
  valueOf(await vault.move({ concerns: () => true, from: 'sealed', to: 'open', adding: new Map(), keepsSeal: false }));
  for (const copy of copies) {
    put(dataDir, copy);
    expect(failureOf(await vaultIn(dataDir).unlock(passphrase)).message.id).toBe('failure.vaultOlder');
  }
});

test("does not mistake another process's write for an older copy", async () => {
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

test('accepts a write whose counter was lost, and stores the counter at the next read', async () => {
  const dataDir = tempFolder();
  const vault = await sealed(dataDir);
  const before = databaseIn(dataDir).prepare('SELECT count FROM vault_counter').get()?.['count'];
  // Killed after the file was written: the database has the old counter.
  valueOf(await vault.set('tokens/a', 'renewed', 'sealed'));
  const after = databaseIn(dataDir).prepare('SELECT count FROM vault_counter').get()?.['count'];
  databaseIn(dataDir).prepare('UPDATE vault_counter SET count = ?').run(before!);
  const next = await unlocked(dataDir);
  expect(valueOf(await next.get('tokens/a', 'sealed'))).toBe('renewed');
  expect(databaseIn(dataDir).prepare('SELECT count FROM vault_counter').get()?.['count']).toBe(after);
});

test('stores the counter of a vault opened before the database', async () => {
  const dataDir = tempFolder();
  const early = openVault(dataDir);
  valueOf(await early.unlock(passphrase));
  valueOf(await early.set('tokens/a', 'mine', 'sealed'));
  const older = textOf(dataDir);
  early.useDatabase(databaseIn(dataDir));
  valueOf(await early.set('tokens/a', 'renewed', 'sealed'));
  put(dataDir, older);
  // The counter also survives while the database is not open.
  expect(failureOf(await openVault(dataDir).unlock(passphrase)).message.id).toBe('failure.vaultOlder');
});

test('is accepted by its passphrase where the database was lost', async () => {
  const dataDir = tempFolder();
  await sealed(dataDir);
  const older = textOf(dataDir);
  const another = tempFolder();
  put(another, older);
  const vault = await unlocked(another);
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('mine');
  valueOf(await vault.set('tokens/a', 'renewed', 'sealed'));
  put(another, older);
  expect(failureOf(await vaultIn(another).unlock(passphrase)).message.id).toBe('failure.vaultOlder');
});

test('migrates a vault of version 0.1.0 with its passphrase', async () => {
  const dataDir = tempFolder();
  put(dataDir, oldVault);
  const vault = vaultIn(dataDir);
  valueOf(await vault.inspect());
  expect(vault.sealState()).toBe('locked');
  expect(failureOf(await vault.unlock('another passphrase')).kind).toBe('wrong-input');
  // The open part may change before that.
  valueOf(await vault.set('tokens/c', 'open', 'open'));
  valueOf(await vault.unlock(passphrase));
  expect(JSON.parse(textOf(dataDir))).toMatchObject({
    version: 3,
    open: { 'tokens/b': 'open by 0.1.0', 'tokens/c': 'open' },
    sealed: { identity: expect.stringContaining('AGE ENCRYPTED FILE') as string },
  });
  const after = await unlocked(dataDir);
  expect(Object.fromEntries(valueOf(await after.entries('sealed')))).toEqual({
    'tokens/a': 'sealed by 0.1.0',
    'application-secret/a': 'another secret',
  });
});

test('refuses a vault of version 0.1.0 restored after its migration, unless the pilot wants it', async () => {
  const dataDir = tempFolder();
  put(dataDir, oldVault);
  valueOf(await (await unlocked(dataDir)).set('tokens/a', 'renewed', 'sealed'));
  put(dataDir, oldVault);
  const vault = vaultIn(dataDir);
  expect(failureOf(await vault.unlock(passphrase)).message.id).toBe('failure.vaultOlder');
  expect(failureOf(await vault.get('tokens/a', 'sealed')).message.id).toBe('failure.vaultOlder');
  expect(vault.sealState()).toBe('older');
  expect(textOf(dataDir)).toBe(oldVault);
  valueOf(await vault.useOlder(passphrase));
  expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('sealed by 0.1.0');
});

test('loses nothing when killed while migrating a vault of version 0.1.0', async () => {
  const source = new URL('../vault-under-test.ts', import.meta.url).href;
  const script = `
    import { openVault, passphrase } from ${JSON.stringify(source)};
    const keepAlive = setInterval(() => {}, 1000);
    process.stdout.write('.');
    await openVault(process.argv.at(-1)).unlock(passphrase);
    process.stdout.write('done');
    clearInterval(keepAlive);`;
  for (const afterMs of [0, 40, 120]) {
    const dataDir = tempFolder();
    put(dataDir, oldVault);
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    setTimeout(() => child.kill('SIGKILL'), afterMs);
    await ended;
    const vault = await unlocked(dataDir);
    expect(Object.fromEntries(valueOf(await vault.entries('open')))).toEqual({
      'tokens/a': 'sealed by 0.1.0',
      'application-secret/a': 'another secret',
      'tokens/b': 'open by 0.1.0',
    });
    expect(
      readdirSync(dataDir)
        .filter((name) => name.startsWith('secrets.'))
        .toSorted(),
    ).toEqual([vaultName, vaultLockName].toSorted());
  }
}, 60_000);
