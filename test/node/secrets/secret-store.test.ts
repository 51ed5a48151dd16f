// When the keychain is used, and how one that hangs, refuses, forgets or answers late is handled.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, describe } from 'vitest';
import type { Clock } from '../../../main/core/platform/ports.ts';
import { createSecretStore } from '../../../main/node/secrets/secret-store.ts';
import { createKeychainStore } from '../../../main/node/secrets/keychain-store.ts';
import { type Keytar, sessionBusAnswers } from '../../../main/node/secrets/keytar.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { failureOf, quiet, valueOf } from '../../core/account/account-under-test.ts';
import { createKeychain } from './keychain-in-memory.ts';
import { tempFolder } from './temp-folder.ts';

/** The store of a pilot who chose the keychain. */
const openStore = (keytar: () => Keytar, clock?: Clock) =>
  createSecretStore({ dataDir: tempFolder(), choiceOf: () => 'keychain', log: quiet, keytar, ...(clock && { clock }) });
const posix = process.platform !== 'win32';

const never = () => new Promise<never>(() => {});
const locked = () => Promise.reject(new Error("Couldn't access platform storage: unlock prompt was dismissed"));

describe('the keychain', () => {
  test('is used if its check succeeds, which leaves nothing behind', async () => {
    const { keytar, values } = createKeychain();
    const store = await openStore(() => keytar);
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
    ['hangs', { getPassword: never, setPassword: never, deletePassword: never, findCredentials: never }],
    ['is locked', { getPassword: locked, setPassword: locked, deletePassword: locked, findCredentials: locked }],
    [
      'forgets',
      {
        getPassword: async () => null,
        setPassword: async () => {},
        deletePassword: async () => false,
        findCredentials: async () => [],
      },
    ],
  ])('that %s does not hold up a start: memory, and said plainly', async (_, keytar) => {
    const clock = createVirtualClock();
    const creating = openStore(() => keytar, clock);
    await clock.advance(5_000);
    const store = await creating;
    expect(store.place).toBe('memory');
    expect(store.concern?.message.id).toBe('failure.secretsInMemory');
    valueOf(await store.set('a', 'b'));
    expect(valueOf(await store.get('a'))).toBe('b');
    valueOf(await store.delete('a'));
    expect(valueOf(await store.get('a'))).toBeNull();
  });

  test('is not used where the package has no binary', async () => {
    const store = await openStore(() => {
      throw new Error('Cannot find native binding');
    });
    expect(store.place).toBe('memory');
  });

  test('returns a failure if it refuses later', async () => {
    const { keytar } = createKeychain();
    const store = await openStore(() => keytar);
    Object.assign(keytar, { getPassword: locked });
    expect(failureOf(await store.get('a')).kind).toBe('keychain-unavailable');
  });

  test('takes over the secrets in memory if its prompt is answered late', async () => {
    const { keytar, values } = createKeychain();
    let answerPrompt = () => {};
    const prompt = new Promise<void>((resolve) => (answerPrompt = resolve));
    const asking: Keytar = { ...keytar, setPassword: async (...given) => (await prompt, keytar.setPassword(...given)) };
    const clock = createVirtualClock();
    const creating = openStore(() => asking, clock);
    await clock.advance(5_000);
    const store = await creating;
    expect(store.place).toBe('memory');
    valueOf(await store.set('tokens/demo', 'abc'));
    const told = new Promise<void>((resolve) => store.places.subscribe(resolve));
    answerPrompt();
    await told;
    expect(store.place).toBe('keychain');
    expect([...values]).toEqual([['Pilot Companion|tokens/demo', 'abc']]);
  });

  test('fails after a minute if its prompt is not answered, without delaying other calls', async () => {
    const { keytar } = createKeychain();
    const clock = createVirtualClock();
    const store = createKeychainStore({ keytar: { ...keytar, getPassword: never }, clock, log: quiet });
    const asked = [store.get('a'), store.get('b')];
    await clock.advance(60_000);
    for (const one of asked)
      expect(failureOf(await one)).toMatchObject({ kind: 'keychain-unavailable', code: 'NO_ANSWER_IN_TIME' });
  });

  test('lists names, a long value as one and leftover parts as themselves', async () => {
    const { keytar, values } = createKeychain();
    const store = createKeychainStore({ keytar, clock: createVirtualClock(), log: quiet });
    valueOf(await store.set('tokens/demo', 'x'.repeat(3_000)));
    valueOf(await store.set('application-secret/a', 'short'));
    values.set('Pilot Companion|tokens/demo/0123456789ab/1', 'left by a write that was cut off');
    values.set('Another program|tokens/demo', 'not ours');
    expect(valueOf(await store.names())).toEqual(['application-secret/a', 'tokens/demo', 'tokens/demo/0123456789ab/1']);
    valueOf(await store.delete('tokens/demo/0123456789ab/1'));
    expect(valueOf(await store.get('tokens/demo'))).toHaveLength(3_000);
    valueOf(await store.removeAll());
    expect([...values.keys()]).toEqual(['Another program|tokens/demo']);
  });

  test.skipIf(!posix)('is not used where a session bus accepts connections but never answers', async () => {
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
