// Real keychains: gnome-keyring in each of its states on Linux, the system's own on macOS and Windows, where
// .github/workflows/test.yml runs the same tests.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { inSession, missing, newSession, unlock } from './keychain-session.ts';
import { tempFolder } from './temp-folder.ts';

const why = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not found here)` : '';
const done = { ok: true, value: null };

/** A keychain that was used once. Items of the test are removed afterwards. */
function begin() {
  const session = newSession(tempFolder());
  if (process.platform !== 'linux')
    onTestFinished(() =>
      inSession(session, 'unlocked', `print(await (await open()).places.removeAll());`).then(() => {}),
    );
  return session;
}

describe.skipIf(missing.length > 0)(`the keychain of this system${why}`, () => {
  test('stores short and long secrets across processes, and leaves nothing of the check', async () => {
    const session = begin();
    const wrote = await inSession(
      session,
      'unlocked',
      `const store = await open();
       const set = await store.set('tokens/demo', 'short ü');
       const long = await store.set('tokens/long', 'x'.repeat(9000) + '€');
       print({ place: store.place, concern: store.concern, set, long, found: await store.places.names() });`,
    );
    const names = ['tokens/demo', 'tokens/long'];
    expect(wrote).toEqual({ place: 'keychain', concern: null, set: done, long: done, found: { names, unseen: [] } });
    const read = await inSession(
      session,
      'unlocked',
      `const store = await open();
       const first = await store.get('tokens/demo');
       const long = await store.get('tokens/long');
       const none = await store.get('tokens/none');
       const removed = [await store.delete('tokens/demo'), await store.delete('tokens/none')];
       print({ first, long: long.value.length, end: long.value.at(-1), none, removed, after: await store.get('tokens/demo') });`,
    );
    expect(read).toEqual({
      first: { ok: true, value: 'short ü' },
      long: 9001,
      end: '€',
      none: done,
      removed: [done, done],
      after: done,
    });
  });

  test('stores items of every size around the limit of Windows', async () => {
    const sizes = await inSession(
      begin(),
      'unlocked',
      `const store = await open();
       const sizes = [0, 1, 999, 1000, 1001, 1279, 1280, 1281, 2559, 2560, 2561, 20000];
       const same = [];
       for (const size of sizes) {
         // Surrogate pairs at every possible split.
         const value = '😀'.repeat(size / 2) + 'é'.repeat(size % 2);
         await store.set('tokens/size', value);
         same.push((await store.get('tokens/size')).value === value);
       }
       await store.delete('tokens/size');
       print({ same, found: await store.places.names() });`,
    );
    expect(sizes).toEqual({ same: Array.from({ length: 12 }, () => true), found: { names: [], unseen: [] } });
  });
});

describe.skipIf(missing.length > 0 || process.platform !== 'linux')(`a gnome-keyring${why}`, () => {
  /** Contains a sign-in. Made once; each test gets a locked copy. */
  let first: ReturnType<typeof newSession> | null = null;
  afterAll(() => first && rmSync(first.folder, { recursive: true, force: true }));
  async function lockedOne() {
    if (first === null) {
      first = newSession(mkdtempSync(join(tmpdir(), 'pilot-companion-keyring-')));
      await inSession(first, 'unlocked', `print(await (await open()).set('tokens/demo', 'kept'));`);
    }
    const folder = tempFolder();
    // Sockets belong to the ended session.
    cpSync(first.folder, folder, { recursive: true, filter: (path) => !path.endsWith('XDG_RUNTIME_DIR') });
    return { ...first, folder };
  }
  const whatIsSaid = `const store = await open(hurried); print([store.place, store.concern.message.id, await store.get('tokens/demo')]);`;
  const inMemory = ['memory', 'failure.secretsInMemory', done];

  test('that is locked without a prompter is reported immediately', async () => {
    expect(await inSession(await lockedOne(), 'locked', whatIsSaid)).toEqual(inMemory);
  });

  // The keyring itself gives up after 25 seconds.
  test('whose prompt is never answered delays neither start nor exit', { timeout: 25_000 }, async () => {
    expect(await inSession(await lockedOne(), 'locked', whatIsSaid, true)).toEqual(inMemory);
  });

  test('that is locked while the program runs fails until it is unlocked', async () => {
    const lock =
      'dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login';
    const result = await inSession(
      newSession(tempFolder()),
      'unlocked',
      `const store = await open();
       await store.set('tokens/demo', 'kept');
       const locked = shell(${JSON.stringify(lock)});
       const refused = [await store.get('tokens/demo'), await store.set('tokens/demo', 'x')].map((one) => one.failure?.kind);
       const { unseen } = await store.places.names();
       shell(${JSON.stringify(unlock)});
       print({ locked, refused, unseen: unseen.length, after: await store.get('tokens/demo') });`,
    );
    expect(result).toEqual({
      locked: 0,
      refused: ['keychain-unavailable', 'keychain-unavailable'],
      unseen: 1,
      after: { ok: true, value: 'kept' },
    });
  });

  test('that is restarted still returns its secrets', async () => {
    const result = await inSession(
      newSession(tempFolder()),
      'unlocked',
      `const store = await open();
       await store.set('tokens/demo', 'kept');
       const started = shell(${JSON.stringify(unlock)});
       print([started, await store.get('tokens/demo'), await store.set('tokens/demo', 'renewed'), await store.get('tokens/demo')]);`,
    );
    expect(result).toEqual([0, { ok: true, value: 'kept' }, done, { ok: true, value: 'renewed' }]);
  });

  test('that is missing is not replaced by the kernel’s keyring', async () => {
    expect(await inSession(newSession(tempFolder()), 'absent', `print((await open()).place);`)).toBe('memory');
  });
});
