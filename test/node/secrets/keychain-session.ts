// Runs a module in a process with a keychain: on Linux a gnome-keyring with its own session bus and home folder, on
// macOS and Windows the system's, under a separate service name.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const isLinux = process.platform === 'linux';
const prompter = new URL('./keyring-prompter.ts', import.meta.url).pathname;
const storeModule = new URL('../../../main/node/secrets/secret-store.ts', import.meta.url).href;
const endModule = new URL('../../../main/node/cli.ts', import.meta.url).href;
const clockModule = new URL('../../../main/core/platform/system-clock.ts', import.meta.url).href;

/** The programs that a test keychain needs and that are missing here. */
export const missing = isLinux
  ? ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => spawnSync('which', [program]).status !== 0)
  : [];

/** The daemon returns before it has its name. A program that uses the name until then starts another, locked daemon. */
const isThere =
  'until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true; do sleep 0.05; done';
export const unlock = `printf test-password | gnome-keyring-daemon --replace --unlock --components=secrets >/dev/null 2>&1; ${isThere}`;
const startLocked = `gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ${isThere}`;

/** The environment of a keyring that has everything in one folder. */
export function homeIn(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { HOME: folder };
  for (const name of ['XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) {
    env[name] = join(folder, name);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  return env;
}

type Keyring = 'unlocked' | 'locked' | 'absent';

export type Session = {
  readonly folder: string;
  /** Service name in the system's keychain. */
  readonly service: string;
};

export const newSession = (folder: string): Session => ({
  folder,
  service: `Pilot Companion test ${randomBytes(6).toString('hex')}`,
});

/**
 * Returns what the module printed as JSON. It has `open()`, `print(value)`, and `hurried`, a clock whose waits take a
 * fiftieth. `hasPrompter`: whether a person at the keyboard is asked, who never answers.
 */
export async function inSession(
  { folder, service }: Session,
  keyring: Keyring,
  body: string,
  hasPrompter = false,
): Promise<unknown> {
  const script = `
    import { spawnSync } from 'node:child_process';
    import { createSecretStore } from ${JSON.stringify(storeModule)};
    import { systemClock } from ${JSON.stringify(clockModule)};
    import { forceExit } from ${JSON.stringify(endModule)};
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { DATA_DIR: dataDir, KEYCHAIN_SERVICE: service } = process.env;
    const hurried = { ...systemClock, schedule: (ms, action) => systemClock.schedule(ms / 50, action) };
    const open = (clock = systemClock) =>
      createSecretStore({ dataDir, choiceOf: () => 'keychain', log, service, clock });
    const shell = (command) => spawnSync('sh', ['-c', command]).status;
    // The daemons write to the same terminal, sometimes partial lines.
    const print = (value) => console.log('\\nRESULT ' + JSON.stringify(value));
    const keepAlive = setInterval(() => {}, 1000);
    ${body}
    clearInterval(keepAlive);
    await forceExit(0);`;
  const child = isLinux ? startOnLinux(folder, keyring) : spawn(process.execPath, nodeArguments(script), shared());
  function startOnLinux(home: string, state: Keyring) {
    const env = { ...shared().env, PATH: process.env['PATH'], ...homeIn(home) };
    const prepare = { unlocked: unlock, locked: startLocked, absent: 'unset DBUS_SESSION_BUS_ADDRESS' }[state];
    // Ready after its first line; further output is ignored.
    const ask = `mkfifo "$HOME/asked"; "$NODE" "$PROMPTER" >"$HOME/asked" & read -r _ <"$HOME/asked"`;
    const command = [prepare, ...(hasPrompter ? [ask] : []), 'exec "$NODE" --input-type=module -e "$SCRIPT"'].join(
      '; ',
    );
    return spawn('dbus-run-session', ['--', 'sh', '-c', command], {
      env: { ...env, NODE: process.execPath, SCRIPT: script, PROMPTER: prompter },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
  function shared() {
    const env: NodeJS.ProcessEnv = { DATA_DIR: join(folder, 'companion'), KEYCHAIN_SERVICE: service };
    return {
      env: isLinux ? env : { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    };
  }
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  const line = /^RESULT (.*)$/m.exec(text)?.[1];
  if (line === undefined) throw new Error(`nothing came back: ${text}`);
  return JSON.parse(line);
}

const nodeArguments = (script: string) => ['--input-type=module', '-e', script];
