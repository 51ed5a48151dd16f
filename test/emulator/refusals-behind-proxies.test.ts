// A refusal that comes before the body is not lost where a proxy is in between.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import httpProxy from 'http-proxy';
import { createServer as createViteServer } from 'vite';
import { describe, onTestFinished } from 'vitest';
import { clients, itGetsEveryStatus } from './refusal-matrix.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** A proxy that reads requests sends them as it likes: only what its client waits for reaches the emulator. */
const ofProxies = clients.filter(([name]) => ['curl', 'curl with Expect', 'undici'].includes(name));

describe.each([
  ['through a TCP proxy on another port', openTcpProxy, clients],
  ['through the development proxy of Vite', openViteProxy, ofProxies],
  ['through http-proxy, which webpack uses', openHttpProxy, ofProxies],
] as const)('%s', (_way, addressOf, these) => {
  itGetsEveryStatus(addressOf, these);
});

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
