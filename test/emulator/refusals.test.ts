// A refusal that comes before the body is never lost: whatever the client, the connection, the size and what is in between,
// it gets the status, not a broken connection that could mean an upload.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import httpProxy from 'http-proxy';
import { createServer as createViteServer } from 'vite';
import type { Emulator } from '../../emulator/emulator.ts';
import { anyPng, upload } from './images.ts';
import { openEmulator } from './open-emulator.ts';
import { curl, python, withNode, withUndici } from './refusals/clients.ts';
import type { Cell, Client, Connection } from './refusals/clients.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const all: readonly Connection[] = ['keep-alive', 'close', 'HTTP/1.0'];
const ofNode: readonly Connection[] = ['keep-alive', 'close'];

const clients: readonly (readonly [name: string, program: string | null, Client, readonly Connection[]])[] = [
  ['urllib', 'python3', python, ['close']],
  ['requests', 'python3', python, ofNode],
  ['curl', 'curl', curl(''), all],
  ['curl with Expect', 'curl', curl(' 100-continue'), all],
  ['undici', null, withUndici, ofNode],
  ['node:http', null, withNode, ofNode],
];

const missing = ['python3', 'curl'].filter((program) => spawnSync(program, ['--version']).status !== 0);

const sizes = [10, 1_000_000, 4_000_000, 12_000_000];

/** A proxy that reads requests sends them as it likes: only what its client waits for reaches the emulator. */
const ofProxies = clients.filter(([name]) => ['curl', 'curl with Expect', 'undici'].includes(name));

describe.each([
  ['directly', async (url: string) => url, clients],
  ['through a TCP proxy on another port', openTcpProxy, clients],
  ['through the development proxy of Vite', openViteProxy, ofProxies],
  ['through http-proxy, which webpack uses', openHttpProxy, ofProxies],
] as const)('%s', (_way, addressOf, these) => {
  it.for(these)('every status arrives at %s', async ([client, program, send, connections], { skip }) => {
    skip(program !== null && missing.includes(program), `there is no ${program}`);
    const { emulator, tokens } = await openRefusing();
    const { url } = await emulator.start();
    const address = `${await addressOf(url)}/api/v1/flights`;
    const cells = connections.flatMap((connection) =>
      sizes.flatMap((size) =>
        Object.entries(tokens).map(([status, token]) => ({
          status: Number(status),
          cell: { client, connection, url: address, token, size } satisfies Cell,
        })),
      ),
    );
    const got = await send(cells.map(({ cell }) => cell));
    skip(got[0] === 'missing', `there is no ${client}`);
    const lost = cells.flatMap(({ status, cell: { connection, size } }, index) =>
      got[index] === status ? [] : [`${connection}, ${size} bytes: ${String(got[index])} instead of ${status}`],
    );
    expect(lost).toEqual([]);
    expect(got).toHaveLength(connections.length * 16);
  });
});

/** An emulator, and for each status a token that gets it. */
async function openRefusing(): Promise<{ emulator: Emulator; tokens: Record<number, string | null> }> {
  const emulator = await openEmulator();
  const tooFast = emulator.signIn({ pilot: 'demo' }).access_token;
  await upload(emulator, tooFast, anyPng());
  emulator.settings.change({ maxFileBytes: 5 });
  const narrow = emulator.signIn({ pilot: 'demo', scopes: ['flights:read'] }).access_token;
  const tooLarge = emulator.signIn({ pilot: 'second' }).access_token;
  return { emulator, tokens: { 401: null, 403: narrow, 413: tooLarge, 429: tooFast } };
}

async function openViteProxy(url: string): Promise<string> {
  const root = await mkdtemp(`${tmpdir()}/emulator-refusals-`);
  const server = await createViteServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null, proxy: { '/api': url } },
  });
  await server.listen();
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  });
  const { port } = server.httpServer!.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function openHttpProxy(target: string): Promise<string> {
  const proxy = httpProxy.createProxyServer({ target });
  // As in its guide: a broken connection behind it is a 502.
  proxy.on('error', (_error, _request, response) => {
    if ('writeHead' in response) response.writeHead(502);
    response.end();
  });
  const server = createServer((request, response) => proxy.web(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    proxy.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a client that waits for 100 Continue', () => {
  const ask = async (emulator: Emulator, token: string | null, length: number) => {
    const { url } = await emulator.start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const lines = ['POST /api/v1/flights HTTP/1.1', 'Host: x', 'Expect: 100-continue', `Content-Length: ${length}`];
    lines.push('Content-Type: multipart/form-data; boundary=x', ...(token === null ? [] : [`Authorization: ${token}`]));
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };

  it.each([
    [401, 1000],
    [403, 1000],
    [413, 1_000_000],
    [429, 1000],
  ])('gets a %i in its place, and the connection is closed', async (status, length) => {
    const { emulator, tokens } = await openRefusing();
    const token = tokens[status] ?? null;
    const answer = await text(await ask(emulator, token && `Bearer ${token}`, length));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/^connection: close/im);
  });

  it('gets it where the upload is wanted', async () => {
    const emulator = await openEmulator();
    const socket = await ask(emulator, `Bearer ${emulator.signIn().access_token}`, 1000);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });
});

it('reads and discards what a slow client sends after its refusal', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  const head = 'POST /api/v1/flights HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4000000\r\n\r\n';
  socket.write(head);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  // The answer and the end of the server's side come before the body.
  await once(socket, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*\{"detail":"unauthorized"\}$/);
  socket.write(Buffer.alloc(2_000_000));
  socket.end(Buffer.alloc(2_000_000));
  await once(socket, 'close');
  expect(errors).toEqual([]);
});
