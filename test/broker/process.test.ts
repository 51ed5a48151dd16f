import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server as TcpServer, Socket } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import type { AccountState } from '../../main/contract/state.ts';
import { setUpAccount, until, valueOf } from '../core/account/account-under-test.ts';

const main = join(import.meta.dirname, '../../broker/main.ts');

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env } });
  let message = '';
  child.stderr.on('data', (text: Buffer) => (message += text.toString()));
  return { child, message: () => message, ended: once(child, 'exit') as Promise<[number | null]> };
}

test('reports missing settings and exits with 2', async () => {
  const { message, ended } = start({ BROKER_PORT: '0' });
  expect((await ended)[0]).toBe(2);
  expect(message()).toMatch(/^The broker cannot start:\n {2}BROKER_SERVICE is missing/);
  expect(message()).not.toMatch(/\n\s+at /);
});

/** Starts a broker in a separate process and waits until it listens. */
async function serving(folder: string, service: string) {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'demo-secret-for-the-emulator-only\n', { mode: 0o600 });
  const { child, ended } = start({
    BROKER_PORT: '0',
    BROKER_SERVICE: service,
    BROKER_CLIENT_ID: 'pilot-companion-demo',
    BROKER_CLIENT_SECRET_FILE: secret,
    BROKER_REDIRECT_PATH: '/callback/emulator',
  });
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (address !== '') break;
  }
  return { child, ended, address };
}

test('serves until it is stopped, and exits with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const emulator = await createEmulator({});
  try {
    const { url } = await emulator.start();
    const { child, ended, address } = await serving(folder, url);
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

test('on SIGTERM answers requests in progress, closes half-sent ones and exits with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const asked: ServerResponse[] = [];
  const service = createServer((request, response) => void request.resume().on('end', () => asked.push(response)));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  try {
    const { child, ended, address } = await serving(folder, addressOf(service));
    const answer = fetch(`${address}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r' }),
    });
    await until(() => asked.length === 1);
    const half = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
    half.write('POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n');
    half.write('content-length: 100\r\n\r\ngrant_type=');
    // Once a later request is answered, the first bytes have arrived.
    expect((await fetch(`${address}/health`)).status).toBe(200);
    child.kill('SIGTERM');
    await new Promise((resolve) => half.resume().once('close', resolve));
    asked[0]?.end('{"access_token":"a"}');
    expect(await (await answer).json()).toEqual({ access_token: 'a' });
    expect((await ended)[0]).toBe(0);
  } finally {
    service.close();
    rmSync(folder, { recursive: true });
  }
});

test('exits with 0 on SIGTERM while it waits for its store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'a secret\n', { mode: 0o600 });
  const store = createTcpServer();
  await once(store.listen(0, '127.0.0.1'), 'listening');
  try {
    const { child, ended } = start({
      BROKER_PORT: '0',
      BROKER_SERVICE: 'https://service.example',
      BROKER_CLIENT_ID: 'app',
      BROKER_CLIENT_SECRET_FILE: secret,
      BROKER_RATE_STORE: addressOf(store).replace('http', 'redis'),
    });
    const [socket] = (await once(store, 'connection')) as [Socket];
    socket.on('error', () => {});
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    socket.destroy();
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
});

test('exits with 0 on SIGTERM while its modules are loading', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'a secret\n', { mode: 0o600 });
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) {
      if (url.endsWith('/broker/broker.ts')) process.kill(process.pid, 'SIGTERM');
      return next(url, context);
    } });`;
  try {
    const { ended } = start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      BROKER_PORT: '0',
      BROKER_SERVICE: 'https://service.example',
      BROKER_CLIENT_ID: 'app',
      BROKER_CLIENT_SECRET_FILE: secret,
    });
    expect((await ended)[0]).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('rule 25: a sign-in keeps using its token after the broker was killed during a refresh', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const emulator = await createEmulator({ autoConsent: true });
  try {
    const { url } = await emulator.start();
    const { child, ended, address } = await serving(folder, url);
    const setup = setUpAccount(url, { profile: { clientSecret: { from: 'broker', address } } });
    await setup.account.start();
    valueOf(await setup.account.signIn());
    const token = valueOf(await setup.account.accessToken()).value;
    const fault = {
      match: { grantType: 'refresh_token' },
      times: 1,
      effect: { type: 'latency', ms: 3_600_000 },
    } as const;
    const { id } = emulator.faults.add(fault);
    await setup.clock.advance(600_000);
    await until(() => emulator.faults.list().items.find((one) => one.id === id)?.fired === 1);
    child.kill('SIGKILL');
    await ended;
    await until(() => setup.account.state().status === 'signed-in' && isUnconfirmed(setup.account.state()));
    // Nothing is sent while the token is valid: the first refresh may still be carried out.
    const sent = setup.sent.length;
    expect(valueOf(await setup.account.accessToken()).value).toBe(token);
    expect(setup.sent).toHaveLength(sent);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  }
});

const isUnconfirmed = (state: AccountState) => state.status === 'signed-in' && state.concern !== null;

const addressOf = (server: TcpServer) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
