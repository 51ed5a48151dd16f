// The pilot's word on the file vault may change while the program runs: what is held moves with it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../main/core/system-clock.ts';
import { createFallbackStore } from '../../../main/node/secrets/fallback-store.ts';
import { createFileVault, vaultName } from '../../../main/node/secrets/file-vault.ts';
import { createMemoryStore } from '../../../main/node/secrets/memory-store.ts';
import { failureOf, quiet, valueOf } from '../../core/account/account-under-test.ts';
import { tempFolder } from './temp-folder.ts';

function storesIn(dataDir: string, isFileAllowed: boolean) {
  const vault = createFileVault({ dataDir, clock: systemClock, log: quiet });
  return createFallbackStore({ memory: createMemoryStore('in memory only'), vault, isFileAllowed });
}

test('nothing is written to a file until the pilot allows it; then the present sign-in is in it', async () => {
  const dataDir = tempFolder();
  const store = storesIn(dataDir, false);
  valueOf(await store.set('tokens/a', 'one'));
  expect(store.place).toBe('memory');
  expect(existsSync(join(dataDir, vaultName))).toBe(false);
  valueOf(await store.allowFile!(true));
  expect(store.place).toBe('file-vault');
  expect(store.concern).toContain(vaultName);
  expect(valueOf(await storesIn(dataDir, true).get('tokens/a'))).toBe('one');
});

test('when the word is taken back the sign-in goes on in memory, and the file no longer holds it', async () => {
  const dataDir = tempFolder();
  const store = storesIn(dataDir, true);
  valueOf(await store.set('tokens/a', 'a secret of its own'));
  valueOf(await store.allowFile!(false));
  expect(store.place).toBe('memory');
  expect(valueOf(await store.get('tokens/a'))).toBe('a secret of its own');
  expect(readFileSync(join(dataDir, vaultName), 'utf8')).not.toContain('a secret of its own');
});

test('a file that cannot be used leaves everything where it is, in words', async () => {
  const dataDir = tempFolder();
  const vault = createFileVault({ dataDir: join(dataDir, 'not-a-folder\0'), clock: systemClock, log: quiet });
  const store = createFallbackStore({ memory: createMemoryStore('in memory only'), vault, isFileAllowed: false });
  valueOf(await store.set('tokens/a', 'one'));
  expect(failureOf(await store.allowFile!(true)).words).not.toBe('');
  expect(store.place).toBe('memory');
  expect(valueOf(await store.get('tokens/a'))).toBe('one');
});
