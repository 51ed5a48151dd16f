// The log of requests over real sockets: it has the outcome of each, and nothing of the content.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRequestLog } from '../../../../main/core/platform/logging/request-log.ts';
import { createNetwork, type Network } from '../../../../main/core/platform/network/http-network.ts';
import { createFlightClient } from '../../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const clock = createVirtualClock();
let dataDir: string;
let server: Server;
let network: Network;
let answer: RequestListener;
let address: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'request-log-'));
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open();
});
afterEach(async () => {
  await network.stop();
  server.closeAllConnections();
  server.close();
  rmSync(dataDir, { recursive: true });
});

const profile = () => emulatorProfile('emulator', address);
function open(maxBytes?: number) {
  const book = createRequestLog({ dataDir, ...(maxBytes !== undefined && { maxBytes }) });
  network = createNetwork({ clock, log: recordingLog(), onCall: (seen) => book.note(profile(), seen) });
  return book;
}
const book = () => createRequestLog({ dataDir }).newest(profile().key, 100).entries;
const client = () =>
  createFlightClient({ profile: profile(), clock, network, userAgent: 'Test/1', log: { info() {} } });
const list = () => client().list({ token: 'at_secret', beforeId: 7 });
const refresh = () =>
  network.fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'rt_secret', client_secret: 'cs_secret' }),
  });

test('each call is one line: purpose, outcome, duration', async () => {
  answer = (_request, response) => response.writeHead(200).end('{"items":[],"next_before_id":null}');
  await list();
  await client().read({ token: 'at_secret', id: 4711 });
  await (await refresh()).text();
  expect(book()).toMatchObject([
    { purpose: 'list', method: 'GET', path: '/api/v1/flights?limit=50&before_id=7', status: 200, ended: 'answered' },
    { purpose: 'read', path: '/api/v1/flights/4711', code: null, retryAfter: null, otherThanJson: null },
    { purpose: 'refresh', method: 'POST', path: '/oauth/token', status: 200, answerBytes: 34 },
  ]);
});

test('a refusal is logged with its documented code and Retry-After, and no other text of the service', async () => {
  answer = (_request, response) =>
    response.writeHead(429, { 'Retry-After': '30' }).end('{"detail":"rate_limit_exceeded","more":"words of its own"}');
  await list();
  answer = (_request, response) => response.writeHead(400).end('{"error":"rt_Aa0-token-in-the-wrong-place"}');
  await (await refresh()).text();
  expect(book()).toMatchObject([
    { status: 429, code: 'rate_limit_exceeded', retryAfter: '30' },
    { status: 400, code: 'other', retryAfter: null },
  ]);
  const file = readFileSync(join(dataDir, 'logs', 'calls.log'), 'utf8');
  for (const carried of ['secret', 'words of its own', 'wrong-place']) expect(file).not.toContain(carried);
});

test('of a body that is not JSON only the type is logged', async () => {
  answer = (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome</p>');
  await list();
  answer = (_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items"');
  await list();
  expect(book().map((call) => call.otherThanJson)).toEqual(['text/html', 'unreadable']);
});

test('distinguishes lost, truncated and never sent', async () => {
  answer = (request) => request.socket.destroy();
  await list();
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  };
  await list();
  await new Promise((resolve) => server.close(resolve));
  await list();
  expect(book()).toMatchObject([
    { ended: 'lost', status: null },
    { ended: 'cut', status: 200, answerBytes: 4 },
    { ended: 'not-sent', status: null, code: 'ECONNREFUSED' },
  ]);
});

test('marks a request that the companion aborted itself', async () => {
  const ending = new AbortController();
  answer = () => ending.abort();
  await client().list({ token: 'at_secret', signal: ending.signal });
  expect(book()).toMatchObject([{ ended: 'given-up', status: null }]);
});

test('two files of a bounded size hold the newest calls, and each profile reads its own', async () => {
  await network.stop();
  const small = open(2_000);
  answer = (_request, response) => response.writeHead(200).end('{}');
  for (let count = 0; count < 30; count += 1) await client().read({ token: 'x', id: count });
  const { entries } = small.newest(profile().key, 100);
  expect(entries.at(-1)?.path).toBe('/api/v1/flights/29');
  expect(entries.length).toBeGreaterThan(5);
  expect(entries.length).toBeLessThan(20);
  expect(small.newest(profile().key, 2)).toMatchObject({ entries: { length: 2 }, isCut: true });
  expect(small.newest('another', 2)).toEqual({ entries: [], isCut: false });
});

test('a line truncated by a crash affects only itself', async () => {
  answer = (_request, response) => response.writeHead(200).end('{}');
  await list();
  appendFileSync(join(dataDir, 'logs', 'calls.log'), '{"profile":"emu');
  await network.stop();
  open();
  await list();
  expect(book()).toHaveLength(2);
});
