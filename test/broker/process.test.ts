import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';

const main = join(import.meta.dirname, '../../broker/main.ts');

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env } });
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words += text.toString()));
  return { child, words: () => words, ended: once(child, 'exit') as Promise<[number | null]> };
}

test('a broker that is told too little says what is missing, and ends with 2', async () => {
  const { words, ended } = start({ BROKER_PORT: '0' });
  expect((await ended)[0]).toBe(2);
  expect(words()).toMatch(/^The broker does not start:\n {2}BROKER_SERVICE is missing/);
  expect(words()).not.toMatch(/\n\s+at /);
});

test('a broker serves until it is told to stop, and then ends well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const emulator = await createEmulator({});
  try {
    const { url } = await emulator.start();
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'demo-secret-for-the-emulator-only\n', { mode: 0o600 });
    const { child, ended } = start({
      BROKER_PORT: '0',
      BROKER_SERVICE: url,
      BROKER_CLIENT_ID: 'pilot-companion-demo',
      BROKER_CLIENT_SECRET_FILE: secret,
    });
    let address = '';
    for await (const line of createInterface({ input: child.stdout })) {
      address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
      if (address !== '') break;
    }
    const refreshToken = emulator.signIn().refresh_token;
    const answer = await fetch(`${address}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
});
