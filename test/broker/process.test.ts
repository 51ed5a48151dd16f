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
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../core/account/account-under-test.ts';

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

/** Settings of the emulator's application in front of `service`, with its secret in a file. */
function settingsFor(service: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'demo-secret-for-the-emulator-only\n', { mode: 0o600 });
  return {
    BROKER_PORT: '0',
    BROKER_SERVICE: service,
    BROKER_CLIENT_ID: 'pilot-companion-demo',
    BROKER_CLIENT_SECRET_FILE: secret,
    BROKER_REDIRECT_PATH: '/callback/emulator',
  };
}

/** Starts a broker in a separate process and waits until it listens. */
async function serving(service: string) {
  const { child, ended } = start(settingsFor(service));
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (address !== '') break;
  }
  return { child, ended, address };
}

const post = (address: string, refreshToken: string) =>
  fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });

test('on SIGTERM answers requests in progress, closes half-sent ones and exits with 0', async () => {
  const asked: ServerResponse[] = [];
  const service = createServer((request, response) => void request.resume().on('end', () => asked.push(response)));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void service.close());
  const { child, ended, address } = await serving(addressOf(service));
  const answer = post(address, 'r');
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
});

test('exits with 0 on SIGTERM while it waits for its store', async () => {
  const store = createTcpServer();
  await once(store.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void store.close());
  const rateStore = addressOf(store).replace('http', 'redis');
  const { child, ended } = start({ ...settingsFor('https://service.example'), BROKER_RATE_STORE: rateStore });
  const [socket] = (await once(store, 'connection')) as [Socket];
  socket.on('error', () => {});
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  socket.destroy();
});

test('exits with 0 on SIGTERM while its modules are loading', async () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) {
      if (url.endsWith('/broker/broker.ts')) process.kill(process.pid, 'SIGTERM');
      return next(url, context);
    } });`;
  const options = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  const { ended } = start({ ...settingsFor('https://service.example'), NODE_OPTIONS: options });
  expect((await ended)[0]).toBe(0);
});

const addressOf = (server: TcpServer) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
