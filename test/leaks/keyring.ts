// A session with an unlocked gnome-keyring, for several processes one after the other, for as long as it is held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeIn, unlock } from '../node/secrets/keychain-session.ts';
import { until } from './leak-run.ts';

export async function openKeyring() {
  const folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  const env = homeIn(folder);
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
