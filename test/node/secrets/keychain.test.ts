// The keychain against a real gnome-keyring: a child process in its own session bus, home and unlocked keyring.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from './temp-folder.ts';

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (program) => process.platform !== 'linux' || spawnSync('which', [program]).status !== 0,
);

const store = new URL('../../../main/node/secrets/secret-store.ts', import.meta.url).href;

/** Runs a module in a session of its own; `keyring` prepares the keyring first. Gives what it printed as JSON. */
async function inSession(folder: string, keyring: string, body: string): Promise<unknown> {
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: folder, DATA_DIR: join(folder, 'companion') };
  for (const name of ['XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) {
    env[name] = join(folder, name);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  const script = `
    import { createSecretStore } from ${JSON.stringify(store)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const open = () => createSecretStore({ dataDir: process.env.DATA_DIR, choiceOf: () => 'keychain', log });
    const print = (value) => console.log('RESULT ' + JSON.stringify(value));
    const keepAlive = setInterval(() => {}, 1000);
    ${body}
    clearInterval(keepAlive);`;
  const command = `${keyring}; exec "$NODE" --input-type=module -e "$SCRIPT"`;
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', command], {
    env: { ...env, NODE: process.execPath, SCRIPT: script },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const line = /^RESULT (.*)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error(`nothing came back: ${text}`);
  return JSON.parse(line);
}

const unlocked = 'printf test-password | gnome-keyring-daemon --unlock --components=secrets >/dev/null';
const lockedKeyring = 'gnome-keyring-daemon --start --components=secrets >/dev/null';

const why = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not found here)` : '';

describe.skipIf(missing.length > 0)(`the keychain against a real gnome-keyring${why}`, () => {
  test('an unlocked gnome-keyring keeps secrets, long ones too, from one process to the next', async () => {
    const folder = tempFolder();
    const wrote = await inSession(
      folder,
      unlocked,
      `const store = await open();
       const set = await store.set('tokens/demo', 'short ü');
       const long = await store.set('tokens/long', 'x'.repeat(9000) + '€');
       print({ place: store.place, concern: store.concern, set, long });`,
    );
    expect(wrote).toEqual({
      place: 'keychain',
      concern: null,
      set: { ok: true, value: null },
      long: { ok: true, value: null },
    });
    const read = await inSession(
      folder,
      unlocked,
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
      none: { ok: true, value: null },
      removed: [
        { ok: true, value: null },
        { ok: true, value: null },
      ],
      after: { ok: true, value: null },
    });
  });

  test('a locked one that nobody can unlock is said to be so, at once', async () => {
    const folder = tempFolder();
    await inSession(folder, unlocked, `print((await open()).place);`);
    const place = await inSession(
      folder,
      lockedKeyring,
      `const store = await open(); print([store.place, store.concern?.words]);`,
    );
    expect(place).toEqual(['memory', expect.stringContaining('Unlock the keychain')]);
  });

  test('without any the kernel’s keyring is not mistaken for one', async () => {
    const folder = tempFolder();
    const place = await inSession(folder, 'unset DBUS_SESSION_BUS_ADDRESS', `print((await open()).place);`);
    expect(place).toBe('memory');
  });
});
