// A session with an unlocked gnome-keyring, for several processes one after the other, for as long as it is held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlock } from '../node/secrets/keychain-session.ts';
import { until } from './leak-run.ts';

export async function openKeyring() {
  const folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  const env: NodeJS.ProcessEnv = { HOME: folder };
  for (const name of ['XDG_RUNTIME_DIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME']) {
    env[name] = join(folder, name);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  // It lives as long as its standard input is open.
  const script = `${unlock}; echo "$DBUS_SESSION_BUS_ADDRESS"; cat`;
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], { env: { PATH: process.env['PATH'], ...env } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const address = await until('the session has a bus', () => /^(.+)\n/.exec(said)?.[1]);
  return {
    folder,
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: address },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'close');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
