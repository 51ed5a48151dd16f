// Which place is chosen, and what each place promises.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, describe } from 'vitest';
import { systemClock } from '../../../main/core/system-clock.ts';
import { createSecretStore } from '../../../main/node/secrets/secret-store.ts';
import { createFileVault, vaultName } from '../../../main/node/secrets/file-vault.ts';
import type { Keytar } from '../../../main/node/secrets/keytar.ts';
import { sessionBusAnswers } from '../../../main/node/secrets/session-bus.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { failureOf, quiet, valueOf } from '../../core/account/account-under-test.ts';
import { tempFolder } from './temp-folder.ts';

const posix = process.platform !== 'win32';

function createKeychain() {
  const values = new Map<string, string>();
  const keytar: Keytar = {
    getPassword: async (service, account) => values.get(`${service}|${account}`) ?? null,
    setPassword: async (service, account, password) => void values.set(`${service}|${account}`, password),
    deletePassword: async (service, account) => values.delete(`${service}|${account}`),
  };
  return { values, keytar };
}

const never = () => new Promise<never>(() => {});
const locked = () => Promise.reject(new Error("Couldn't access platform storage: unlock prompt was dismissed"));

describe('the keychain', () => {
  test('is used where it takes and gives, and nothing of the probe stays', async () => {
    const { keytar, values } = createKeychain();
    const store = await createSecretStore({
      dataDir: tempFolder(),
      allowFileVault: true,
      log: quiet,
      keytar: () => keytar,
    });
    expect(store.place).toBe('keychain');
    expect(store.concern).toBeNull();
    expect(values.size).toBe(0);
    valueOf(await store.set('tokens/demo', 'abc'));
    expect([...values]).toEqual([['Pilot Companion|tokens/demo', 'abc']]);
    expect(valueOf(await store.get('tokens/demo'))).toBe('abc');
    valueOf(await store.delete('tokens/demo'));
    valueOf(await store.delete('tokens/demo'));
    expect(valueOf(await store.get('tokens/demo'))).toBeNull();
  });

  test.each([
    ['hangs', { getPassword: never, setPassword: never, deletePassword: never }],
    ['is locked', { getPassword: locked, setPassword: locked, deletePassword: locked }],
    ['forgets', { getPassword: async () => null, setPassword: async () => {}, deletePassword: async () => false }],
  ])('that %s does not hold up a start: memory, and said plainly', async (_, keytar) => {
    const clock = createVirtualClock();
    const creating = createSecretStore({
      dataDir: tempFolder(),
      allowFileVault: false,
      log: quiet,
      clock,
      keytar: () => keytar,
    });
    await clock.advance(5_000);
    const store = await creating;
    expect(store.place).toBe('memory');
    expect(store.concern).toContain('memory only');
    valueOf(await store.set('a', 'b'));
    expect(valueOf(await store.get('a'))).toBe('b');
    valueOf(await store.delete('a'));
    expect(valueOf(await store.get('a'))).toBeNull();
  });

  test('that this computer has no binary for is none', async () => {
    const store = await createSecretStore({
      dataDir: tempFolder(),
      allowFileVault: false,
      log: quiet,
      keytar: () => {
        throw new Error('Cannot find native binding');
      },
    });
    expect(store.place).toBe('memory');
  });

  test('that refuses later says so as a value', async () => {
    const { keytar } = createKeychain();
    const clock = createVirtualClock();
    const store = await createSecretStore({
      dataDir: tempFolder(),
      allowFileVault: false,
      log: quiet,
      clock,
      keytar: () => keytar,
    });
    Object.assign(keytar, { getPassword: locked, setPassword: never });
    expect(failureOf(await store.get('a')).kind).toBe('keychain-unavailable');
    Object.assign(keytar, { getPassword: async () => null });
    const setting = store.set('a', 'b');
    await clock.advance(60_000);
    expect(failureOf(await setting)).toMatchObject({ kind: 'keychain-unavailable', code: 'NO_ANSWER_IN_TIME' });
  });

  test.skipIf(!posix)('is not asked where a session bus accepts and then says nothing', async () => {
    const path = join(tempFolder(), 'bus');
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(path, resolve));
    onTestFinished(() => void mute.close());
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path},guid=1` };
    expect(await sessionBusAnswers(env, 20)).toBe(false);
    expect(await sessionBusAnswers({}, 20)).toBe(false);
    expect(await sessionBusAnswers({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}-none` }, 20)).toBe(false);
  });
});

describe('the file vault', () => {
  const noKeychain = () => {
    throw new Error('none');
  };
  const open = async (dataDir: string) =>
    createSecretStore({ dataDir, allowFileVault: true, log: quiet, keytar: noKeychain });

  test('is used only where it was allowed, and says at every start what it is', async () => {
    const dataDir = tempFolder();
    for (let start = 0; start < 2; start += 1) {
      const store = await open(dataDir);
      expect(store.place).toBe('file-vault');
      expect(store.concern).toContain(join(dataDir, vaultName));
      expect(store.concern).toContain('only your own user may read it');
      expect(store.concern).toContain('not encrypted');
      valueOf(await store.set('start', String(start)));
    }
    const refused = tempFolder();
    const memory = await createSecretStore({ dataDir: refused, allowFileVault: false, log: quiet, keytar: noKeychain });
    valueOf(await memory.set('a', 'b'));
    expect(readdirSync(refused)).toEqual([]);
  });

  test('keeps what it is given over restarts, in a folder it makes itself', async () => {
    const dataDir = join(tempFolder(), 'new', 'deep');
    valueOf(await (await open(dataDir)).set('tokens/demo', 'abc'));
    const store = await open(dataDir);
    valueOf(await store.set('__proto__', 'odd'));
    expect(valueOf(await store.get('tokens/demo'))).toBe('abc');
    expect(valueOf(await store.get('toString'))).toBeNull();
    valueOf(await store.delete('tokens/demo'));
    expect(valueOf(await (await open(dataDir)).get('tokens/demo'))).toBeNull();
    expect(readdirSync(dataDir)).toEqual([vaultName]);
  });

  test.skipIf(!posix)('can be read by its owner alone, and is closed again where somebody opened it', async () => {
    const dataDir = tempFolder();
    const store = await open(dataDir);
    valueOf(await store.set('a', 'b'));
    const path = join(dataDir, vaultName);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    valueOf(await store.get('a'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each(['', '{', '[]', '{"version":2,"secrets":{}}', '{"version":1,"secrets":{"a":1}}'])(
    'that is damaged (%j) is refused with words and never overwritten',
    async (damage) => {
      const dataDir = tempFolder();
      const path = join(dataDir, vaultName);
      writeFileSync(path, damage);
      const store = await open(dataDir);
      for (const result of [await store.get('a'), await store.set('a', 'b'), await store.delete('a')])
        expect(failureOf(result)).toMatchObject({ kind: 'data-unreadable' });
      expect(readFileSync(path, 'utf8')).toBe(damage);
      expect(readdirSync(dataDir)).toEqual([vaultName]);
    },
  );

  test('that cannot be written says so as a value', async () => {
    const dataDir = join(tempFolder(), 'file');
    writeFileSync(dataDir, '');
    const store = await open(dataDir);
    expect(failureOf(await store.set('a', 'b')).kind).toBe('keychain-unavailable');
  });

  test('many writes at once in one process all count', async () => {
    const store = await open(tempFolder());
    await Promise.all(Array.from({ length: 30 }, (_, index) => store.set(`name-${index}`, String(index))));
    for (let index = 0; index < 30; index += 1) expect(valueOf(await store.get(`name-${index}`))).toBe(String(index));
  });

  test('two processes that write at once lose nothing of each other', async () => {
    const dataDir = tempFolder();
    const source = new URL('../../../main/node/secrets/file-vault.ts', import.meta.url).href;
    const clock = new URL('../../../main/core/system-clock.ts', import.meta.url).href;
    const script = `
      import { createFileVault } from ${JSON.stringify(source)};
      import { systemClock } from ${JSON.stringify(clock)};
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const [dataDir, who] = process.argv.slice(-2);
      const store = createFileVault({ dataDir, clock: systemClock, log });
      const keepAlive = setInterval(() => {}, 1000);
      for (let index = 0; index < 15; index += 1) {
        const result = await store.set(who + index, who);
        if (!result.ok) process.exit(1);
      }
      clearInterval(keepAlive);`;
    const runs = ['a', 'b'].map(
      (who) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir, who]);
          child.once('exit', resolve);
        }),
    );
    expect(await Promise.all(runs)).toEqual([0, 0]);
    const { secrets } = JSON.parse(readFileSync(join(dataDir, vaultName), 'utf8')) as { secrets: object };
    expect(Object.keys(secrets)).toHaveLength(30);
  });

  test('a lock whose holder was killed is no lock', async () => {
    const dataDir = tempFolder();
    mkdirSync(dataDir, { recursive: true });
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    const lock = join(dataDir, `${vaultName}.lock`);
    writeFileSync(lock, String(gone.pid));
    const store = createFileVault({ dataDir, clock: systemClock, log: quiet });
    valueOf(await store.set('a', 'b'));
    expect(existsSync(lock)).toBe(false);
  });
});
