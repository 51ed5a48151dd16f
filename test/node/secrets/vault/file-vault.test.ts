// The vault on disk: it survives restarts, is private, is refused when damaged, and changes between open and encrypted
// without loss.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { armor } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../../main/contract/failure.ts';
import type { AgeSeal } from '../../../../main/node/secrets/vault/age-seal.ts';
import { vaultLockName, vaultName } from '../../../../main/node/secrets/vault/file-vault.ts';
import type { VaultPart } from '../../../../main/node/secrets/vault/vault-document.ts';
import { failureOf, valueOf } from '../../../core/account/account-under-test.ts';
import { tempFolder } from '../temp-folder.ts';
import { openVault, passphrase } from '../vault-under-test.ts';

const posix = process.platform !== 'win32';
const textOf = (dataDir: string) => readFileSync(join(dataDir, vaultName), 'utf8');
const concerns = (name: string) => name.startsWith('tokens/');
const to = (part: VaultPart, adding = new Map<string, string>()) => ({
  concerns,
  from: part === 'open' ? ('sealed' as const) : ('open' as const),
  to: part,
  adding,
});

async function sealedVault(dataDir: string) {
  const vault = openVault(dataDir);
  valueOf(await vault.unlock(passphrase));
  valueOf(await vault.set('tokens/a', 'a secret of its own', 'sealed'));
  return vault;
}

test('creates its folder and keeps secrets across restarts', async () => {
  const dataDir = join(tempFolder(), 'new', 'deep');
  valueOf(await openVault(dataDir).set('tokens/demo', 'abc', 'open'));
  const vault = openVault(dataDir);
  valueOf(await vault.set('__proto__', 'odd', 'open'));
  expect(valueOf(await vault.get('tokens/demo', 'open'))).toBe('abc');
  expect(valueOf(await vault.get('__proto__', 'open'))).toBe('odd');
  expect(valueOf(await vault.get('toString', 'open'))).toBeNull();
  valueOf(await vault.delete('tokens/demo', 'open'));
  expect(valueOf(await openVault(dataDir).get('tokens/demo', 'open'))).toBeNull();
  expect(readdirSync(dataDir).toSorted()).toEqual([vaultName, vaultLockName].toSorted());
});

test('writes nothing where there is no vault to read or remove', async () => {
  const dataDir = tempFolder();
  const vault = openVault(dataDir);
  valueOf(await vault.inspect());
  expect(valueOf(await vault.get('a', 'open'))).toBeNull();
  valueOf(await vault.delete('a', 'open'));
  valueOf(await vault.remove());
  expect(readdirSync(dataDir)).toEqual([]);
});

test.skipIf(!posix)('is readable by its owner only, and made private again if it was not', async () => {
  const dataDir = tempFolder();
  const vault = openVault(dataDir);
  valueOf(await vault.set('a', 'b', 'open'));
  const path = join(dataDir, vaultName);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  valueOf(await vault.get('a', 'open'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe('with a passphrase', () => {
  test('is locked after a restart until the right passphrase is entered', async () => {
    const dataDir = tempFolder();
    await sealedVault(dataDir);
    expect(textOf(dataDir)).not.toContain('secret of its own');
    const before = textOf(dataDir);
    const vault = openVault(dataDir);
    valueOf(await vault.inspect());
    expect(vault.sealState()).toBe('locked');
    const rejected: Result<unknown>[] = [
      await vault.get('tokens/a', 'sealed'),
      await vault.set('tokens/a', 'x', 'sealed'),
      await vault.delete('tokens/a', 'sealed'),
      await vault.names(),
    ];
    for (const result of rejected)
      expect(failureOf(result)).toMatchObject({ kind: 'vault-locked', requiredAction: 'passphrase' });
    expect(failureOf(await vault.unlock('another passphrase'))).toMatchObject({ kind: 'wrong-input' });
    expect(vault.sealState()).toBe('locked');
    expect(textOf(dataDir)).toBe(before);
    valueOf(await vault.unlock(passphrase));
    expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('a secret of its own');
  });

  test('stores nothing before there is a passphrase, and refuses a short one', async () => {
    const dataDir = tempFolder();
    const vault = openVault(dataDir);
    expect(failureOf(await vault.set('a', 'b', 'sealed')).message.id).toBe('failure.vaultWithoutPassphrase');
    expect(failureOf(await vault.unlock('seven77')).message.params).toEqual({ least: 8 });
    expect(existsSync(join(dataDir, vaultName))).toBe(false);
  });

  test('uses the open part while the encrypted one is locked', async () => {
    const dataDir = tempFolder();
    await sealedVault(dataDir);
    const vault = openVault(dataDir);
    valueOf(await vault.set('tokens/b', 'open', 'open'));
    expect(valueOf(await vault.get('tokens/b', 'open'))).toBe('open');
    valueOf(await vault.unlock(passphrase));
    expect(valueOf(await vault.get('tokens/a', 'sealed'))).toBe('a secret of its own');
  });

  test('changes an open vault to an encrypted one and back without loss', async () => {
    const dataDir = tempFolder();
    const secrets = { 'tokens/a': 'a secret of its own', 'tokens/b': 'another', 'application-secret/a': 'third' };
    const open = { format: 'pilot-companion-vault', version: 1, open: secrets, sealed: null };
    writeFileSync(join(dataDir, vaultName), JSON.stringify(open));
    const vault = openVault(dataDir);
    valueOf(await vault.unlock(passphrase));
    valueOf(await vault.move({ ...to('sealed', new Map([['tokens/c', 'new']])), keepsSeal: true }));
    expect(textOf(dataDir)).not.toContain('secret of its own');
    expect(JSON.parse(textOf(dataDir))).toMatchObject({ open: { 'application-secret/a': 'third' } });
    expect(Object.fromEntries(valueOf(await vault.entries('open')))).toEqual({ ...secrets, 'tokens/c': 'new' });
    valueOf(await vault.move({ ...to('open'), keepsSeal: false }));
    expect(JSON.parse(textOf(dataDir))).toMatchObject({ open: { ...secrets, 'tokens/c': 'new' }, sealed: null });
    expect(vault.sealState()).toBe('none');
  });

  test('changes the passphrase, and locks out a process that has the old one', async () => {
    const dataDir = tempFolder();
    const vault = await sealedVault(dataDir);
    const other = openVault(dataDir);
    valueOf(await other.unlock(passphrase));
    expect(failureOf(await vault.changePassphrase('not this one', 'a new passphrase')).kind).toBe('wrong-input');
    expect(failureOf(await vault.changePassphrase(passphrase, 'short')).kind).toBe('wrong-input');
    valueOf(await vault.changePassphrase(passphrase, 'a new passphrase'));
    expect(failureOf(await other.get('tokens/a', 'sealed')).kind).toBe('vault-locked');
    expect(failureOf(await other.unlock(passphrase)).kind).toBe('wrong-input');
    valueOf(await other.unlock('a new passphrase'));
    expect(valueOf(await other.get('tokens/a', 'sealed'))).toBe('a secret of its own');
  });

  test('refuses a damaged encrypted part, even with the right passphrase, and never overwrites it', async () => {
    const dataDir = tempFolder();
    await sealedVault(dataDir);
    const document = JSON.parse(textOf(dataDir)) as { sealed: AgeSeal };
    const bytes = armor.decode(document.sealed.document);
    bytes[bytes.length - 3]! ^= 1;
    const damaged = JSON.stringify({ ...document, sealed: { ...document.sealed, document: armor.encode(bytes) } });
    writeFileSync(join(dataDir, vaultName), damaged);
    const vault = openVault(dataDir);
    expect(failureOf(await vault.unlock(passphrase)).kind).toBe('data-unreadable');
    for (const result of [
      await vault.set('tokens/a', 'x', 'sealed'),
      await vault.set('tokens/a', 'x', 'open'),
      await vault.move({ ...to('open'), keepsSeal: false }),
      await vault.changePassphrase(passphrase, 'a new passphrase'),
    ])
      expect(failureOf(result).kind).toBe('data-unreadable');
    expect(textOf(dataDir)).toBe(damaged);
  });
});

test.each(['', '{"format":"pilot-companion-vault","version":1,"open":{"a":1},"sealed":null}', 'KDBX'])(
  'refuses a damaged or foreign vault (%j) and never overwrites it',
  async (damage) => {
    const dataDir = tempFolder();
    const path = join(dataDir, vaultName);
    writeFileSync(path, damage);
    const vault = openVault(dataDir);
    for (const result of [
      await vault.inspect(),
      await vault.get('a', 'open'),
      await vault.set('a', 'b', 'open'),
      await vault.delete('a', 'open'),
      await vault.unlock(passphrase),
      await vault.remove(),
    ])
      expect(failureOf(result)).toMatchObject({ kind: 'data-unreadable' });
    expect(readFileSync(path, 'utf8')).toBe(damage);
    expect(readdirSync(dataDir).toSorted()).toEqual([vaultName, vaultLockName].toSorted());
  },
);

test('returns a failure for a folder that cannot be used', async () => {
  const dataDir = join(tempFolder(), 'file');
  writeFileSync(dataDir, '');
  expect(failureOf(await openVault(dataDir).set('a', 'b', 'open')).kind).toBe('keychain-unavailable');
});

test('keeps concurrent writes of two processes, and no lock of a killed one', async () => {
  const dataDir = tempFolder();
  const source = new URL('../../../../main/node/secrets/vault/file-vault.ts', import.meta.url).href;
  const clock = new URL('../../../../main/core/platform/system-clock.ts', import.meta.url).href;
  const script = `
    import { createFileVault } from ${JSON.stringify(source)};
    import { systemClock } from ${JSON.stringify(clock)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const [dataDir, who, count] = process.argv.slice(-3);
    const vault = createFileVault({ dataDir, clock: systemClock, log });
    const keepAlive = setInterval(() => {}, 1000);
    for (let index = 0; index < Number(count); index += 1) {
      const result = await vault.set(who + index, who, 'open');
      if (!result.ok) process.exit(1);
      process.stdout.write('.');
    }
    clearInterval(keepAlive);`;
  const start = (who: string, count: number) =>
    spawn(process.execPath, ['--input-type=module', '-e', script, dataDir, who, String(count)]);
  const endOf = (child: ReturnType<typeof start>) => new Promise((resolve) => child.once('exit', resolve));
  const endless = start('killed', 1_000_000);
  await new Promise((resolve) => endless.stdout.once('data', resolve));
  expect(await Promise.all([endOf(start('a', 10)), endOf(start('b', 10))])).toEqual([0, 0]);
  endless.kill('SIGKILL');
  await endOf(endless);
  const vault = openVault(dataDir);
  valueOf(await vault.set('last', 'one', 'open'));
  const names = valueOf(await vault.names()).filter((name) => !name.startsWith('killed'));
  expect(names).toHaveLength(21);
});

test('loses nothing when killed repeatedly while the vault changes between open and encrypted', async () => {
  const dataDir = tempFolder();
  const secrets = new Map(Array.from({ length: 20 }, (_, index) => [`tokens/${index}`, 'x'.repeat(2_000) + index]));
  const vault = openVault(dataDir);
  valueOf(await vault.unlock(passphrase));
  valueOf(await vault.move({ ...to('open', secrets), keepsSeal: true }));
  const source = new URL('../vault-under-test.ts', import.meta.url).href;
  const script = `
    import { openVault, passphrase } from ${JSON.stringify(source)};
    const vault = openVault(process.argv.at(-1));
    const keepAlive = setInterval(() => {}, 1000);
    await vault.unlock(passphrase);
    for (let turn = 0; ; turn += 1) {
      const [from, to] = turn % 2 === 0 ? ['open', 'sealed'] : ['sealed', 'open'];
      await vault.move({ concerns: () => true, from, to, adding: new Map(), keepsSeal: true });
      process.stdout.write('.');
    }`;
  for (const turns of [1, 2, 7]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir]);
    let seen = 0;
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (dots: Buffer) => (seen += dots.length) >= turns && resolve()),
    );
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const after = openVault(dataDir);
    valueOf(await after.unlock(passphrase));
    expect(valueOf(await after.entries('open'))).toEqual(secrets);
  }
  // No copy is left after the next write.
  writeFileSync(join(dataDir, `${vaultName}.0123456789ab`), 'half a vault');
  valueOf(await vault.set('tokens/0', 'renewed', 'open'));
  expect(readdirSync(dataDir).toSorted()).toEqual([vaultName, vaultLockName].toSorted());
}, 60_000);

test('names a vault of a newer version as such, and never overwrites it', async () => {
  const dataDir = tempFolder();
  const newer = JSON.stringify({ format: 'pilot-companion-vault', version: 2, open: { 'tokens/demo': 'abc' } });
  writeFileSync(join(dataDir, vaultName), newer);
  const vault = openVault(dataDir);
  for (const refused of [await vault.get('tokens/demo', 'open'), await vault.set('tokens/demo', 'new', 'open')]) {
    expect(failureOf(refused)).toMatchObject({
      code: 'newer_version',
      message: { id: 'failure.dataFromNewerVersion', params: { version: 2, known: 1 } },
    });
  }
  expect(textOf(dataDir)).toBe(newer);
});
