// The keychain of each system: on Linux a real gnome-keyring in every state that it can be in, on macOS and Windows the
// system's own, with the same tests (.github/workflows/test.yml runs them there).
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { inSession, missing, newSession, unlock } from './keychain-session.ts';
import { tempFolder } from './temp-folder.ts';

const why = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not found here)` : '';
const done = { ok: true, value: null };

/** A keychain that has been used once; what the test leaves in it is removed. */
function begin() {
  const session = newSession(tempFolder());
  if (process.platform !== 'linux')
    onTestFinished(() =>
      inSession(session, 'unlocked', `print(await (await open()).places.removeAll());`).then(() => {}),
    );
  return session;
}

describe.skipIf(missing.length > 0)(`the keychain of this system${why}`, () => {
  test('keeps secrets, long ones too, from one process to the next, and nothing of the probe', async () => {
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

  test('holds items of every size around the limit of Windows, and gives each back as it was', async () => {
    const sizes = await inSession(
      begin(),
      'unlocked',
      `const store = await open();
       const sizes = [0, 1, 999, 1000, 1001, 1279, 1280, 1281, 2559, 2560, 2561, 20000];
       const same = [];
       for (const size of sizes) {
         // A character of two units at every place that a cut may fall on.
         const value = '😀'.repeat(size / 2) + 'é'.repeat(size % 2);
         await store.set('tokens/size', value);
         same.push((await store.get('tokens/size')).value === value);
       }
       await store.delete('tokens/size');
       print({ same, found: await store.places.names() });`,
    );
    expect(sizes).toEqual({ same: Array.from({ length: 12 }, () => true), found: { names: [], unseen: [] } });
  });

  test('is emptied of all that is ours, what an earlier version or a killed write left as well, and of nothing else', async () => {
    const session = begin();
    const other = begin();
    await inSession(other, 'unlocked', `print(await (await open()).set('tokens/demo', 'of another'));`);
    const result = await inSession(
      session,
      'unlocked',
      `const store = await open();
       for (const name of ['tokens/a', 'application-secret/a', 'probe/0123', 'tokens/b/0123456789ab/2'])
         await store.set(name, 'x'.repeat(3000));
       const before = await store.places.names();
       print({ before, removed: await store.places.removeAll(), after: await store.places.names() });`,
    );
    const names = ['application-secret/a', 'probe/0123', 'tokens/a', 'tokens/b/0123456789ab/2'];
    expect(result).toEqual({ before: { names, unseen: [] }, removed: done, after: { names: [], unseen: [] } });
    expect(await inSession(other, 'unlocked', `print(await (await open()).get('tokens/demo'));`)).toEqual({
      ok: true,
      value: 'of another',
    });
  });
});

describe.skipIf(missing.length > 0 || process.platform !== 'linux')(`a gnome-keyring${why}`, () => {
  /** With a sign-in in it; made once, and each test has a copy that is locked when its session begins. */
  let first: ReturnType<typeof newSession> | null = null;
  afterAll(() => first && rmSync(first.folder, { recursive: true, force: true }));
  async function lockedOne() {
    if (first === null) {
      first = newSession(mkdtempSync(join(tmpdir(), 'pilot-companion-keyring-')));
      await inSession(first, 'unlocked', `print(await (await open()).set('tokens/demo', 'kept'));`);
    }
    const folder = tempFolder();
    // Sockets are of the session that is over.
    cpSync(first.folder, folder, { recursive: true, filter: (path) => !path.endsWith('XDG_RUNTIME_DIR') });
    return { ...first, folder };
  }
  const whatIsSaid = `const store = await open(hurried); print([store.place, store.concern.message, await store.get('tokens/demo')]);`;
  const inMemory = ['memory', expect.stringContaining('Unlock the keychain'), done];

  test('that is locked where nobody can be asked is said to be so, at once', async () => {
    expect(await inSession(await lockedOne(), 'locked', whatIsSaid)).toEqual(inMemory);
  });

  test('whose prompt the pilot refuses is left alone, and the program goes on in memory', async () => {
    expect(await inSession(await lockedOne(), 'locked', whatIsSaid, 'refuse')).toEqual(inMemory);
  });

  test('whose prompt nobody answers holds up neither the start nor the end of the program', async () => {
    expect(await inSession(await lockedOne(), 'locked', whatIsSaid, 'silent')).toEqual(inMemory);
  });

  test('whose password is typed late is used from then on, with what is in it', async () => {
    const session = await lockedOne();
    const result = await inSession(
      session,
      'locked',
      `const store = await open(hurried);
       const before = store.place;
       await store.set('tokens/new', 'meanwhile');
       const told = new Promise((resolve) => store.places.subscribe(resolve));
       answer();
       await told;
       print([before, store.place, await store.get('tokens/demo'), await store.places.names()]);`,
      'test-password',
    );
    const found = { names: ['tokens/demo', 'tokens/new'], unseen: [] };
    expect(result).toEqual(['memory', 'keychain', { ok: true, value: 'kept' }, found]);
  });

  test('that is locked while the program runs refuses in words, and gives again once it is unlocked', async () => {
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

  test('that ends and is started again in between goes on giving what it has', async () => {
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

  test('that is absent is not mistaken for the kernel’s keyring', async () => {
    expect(await inSession(newSession(tempFolder()), 'absent', `print((await open()).place);`)).toBe('memory');
  });
});
