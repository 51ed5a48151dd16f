// The route to the service over real sockets, with everything that can go wrong: each failure is a value with its
// reason, in virtual time where something is silent, and the next call after it goes through.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProxyFinder } from '../../../../main/core/platform/ports.ts';
import {
  createNetwork,
  type ConnectOptions,
  type Network,
} from '../../../../main/core/platform/network/http-network.ts';
import { environmentRoute, routesOfPac } from '../../../../main/core/platform/network/proxy-routes.ts';
import { createFlightClient } from '../../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { classifyConnectionError } from '../../../../main/core/platform/network/connection-error.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import { startMiddlebox, testAuthority, type FrontMode, type Middlebox } from '../../../support/middlebox.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { createSecretRegistry } from '../../../../main/core/platform/masking/secret-registry.ts';
import type { ProxyRoute } from '../../../../main/core/platform/ports.ts';

let folder: string;
let clock: VirtualClock;
let boxes: Middlebox[];
let networks: Network[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'network-'));
  clock = createVirtualClock();
  boxes = [];
  networks = [];
});
afterEach(async () => {
  await Promise.all(networks.map((one) => one.stop()));
  await Promise.all(boxes.map((box) => box.close()));
  rmSync(folder, { recursive: true });
});

async function middlebox(options: Parameters<typeof startMiddlebox>[0] = {}) {
  const box = await startMiddlebox(options);
  boxes.push(box);
  return box;
}

type Lookup = (
  name: string,
  options: object,
  done: (error: Error | null, found: { address: string; family: number }[]) => void,
) => void;

/** Names of the test, at the addresses given; unknown ones are not found. */
const names =
  (known: Readonly<Record<string, readonly string[]>>): Lookup =>
  (name, _options, done) => {
    const addresses = known[name];
    if (!addresses) return done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

function open(address: string, more: { proxies?: ProxyFinder; lookup?: Lookup } = {}) {
  const log = recordingLog();
  const connect = {
    ca: testAuthority,
    lookup: more.lookup ?? names({ 'pilot-service.test': ['127.0.0.1'] }),
  } as ConnectOptions;
  const network = createNetwork({ clock, log, connect, ...(more.proxies && { proxies: more.proxies }) });
  networks.push(network);
  const client = createFlightClient({
    profile: emulatorProfile('emulator', address),
    clock,
    network,
    userAgent: 'Test/1',
    liveSecrets: createSecretRegistry(),
  });
  const list = () => client.list({ token: 'secret' });
  return { network, client, list, log };
}

const through = (...routes: ProxyRoute[]): ProxyFinder => ({ find: async () => routes });
const proxyAt = (port: number, credentials = ''): ProxyRoute => ({
  kind: 'proxy',
  address: `http://${credentials}127.0.0.1:${port}`,
});

/** Lets real sockets work, and virtual time pass meanwhile, until the call has ended. */
async function ended<T>(call: Promise<T>, stepMs = 0): Promise<T> {
  const seen = { isOver: false };
  void call.finally(() => (seen.isOver = true));
  while (!seen.isOver) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (stepMs > 0) await clock.advance(stepMs);
  }
  return call;
}

/** A server that answers every request like a service without reading (A4): what came through is known by it. */
const reached = { kind: 'absent' };

async function service() {
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"not_found"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('straight to the service', () => {
  const troubles: [FrontMode, object][] = [
    ['self-signed', { kind: 'unreachable', why: 'not-trusted', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['expired', { kind: 'unreachable', why: 'not-trusted', code: 'CERT_HAS_EXPIRED' }],
    ['other-host', { kind: 'unreachable', why: 'not-trusted', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['plain', { kind: 'unreachable', why: 'not-trusted' }],
    ['hang-up', { kind: 'unreachable', why: 'no-answer' }],
    // Over valid https it is the service that answers so, and no network's sign-in page.
    ['portal-page', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['portal-redirect', { kind: 'not-understood', code: 'HTTP 302' }],
  ];
  test.each(troubles)('%s ends as %j, and the next call goes through when it is over', async (mode, outcome) => {
    await using behind = await service();
    const box = await middlebox({ to: behind.url });
    const { list } = open(`https://pilot-service.test:${box.port}`);
    box.front = mode;
    expect(await list()).toMatchObject(outcome);
    expect(box.heard.join('')).not.toMatch(mode.startsWith('portal') ? /^$/ : /secret/);
    box.front = 'pass';
    expect(await list()).toMatchObject(reached);
  });

  test.each<FrontMode>(['silent', 'silent-before-headers', 'silent-in-body'])(
    'a connection that is %s for ever is given up after a minute, and the next one is a fresh one',
    async (mode) => {
      await using behind = await service();
      const box = await middlebox({ to: behind.url });
      const { list } = open(`https://pilot-service.test:${box.port}`);
      box.front = mode;
      const began = clock.monotonic();
      expect(await ended(list(), 1_000)).toEqual({
        kind: 'unreachable',
        why: 'no-answer',
        code: 'no byte for a minute',
      });
      expect(clock.monotonic() - began).toBeGreaterThanOrEqual(60_000);
      box.front = 'pass';
      expect(await list()).toMatchObject(reached);
    },
  );

  test('a body that is never read times out as well, and counts as sent in part', async () => {
    const box = await middlebox();
    const { client } = open(`https://pilot-service.test:${box.port}`);
    const path = join(folder, 'shot.png');
    const content = Buffer.alloc(8_000_000, 1);
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { path, name: 'shot.png', bytes: content.length, mediaType: 'image/png', sha256 };
    const call = client.upload({ token: 'secret', file, onProgress: () => {} });
    expect(await ended(call, 1_000)).toEqual({ kind: 'lost', code: 'no byte for a minute' });
  });

  test('without a listener nothing was sent', async () => {
    const box = await middlebox();
    const { list } = open(`https://pilot-service.test:${box.port}`);
    await box.close();
    expect(await list()).toEqual({ kind: 'unreachable', why: 'no-answer', code: 'ECONNREFUSED' });
  });

  test('an unknown host is reported as such, also by this computer itself', async () => {
    const unknown = { kind: 'unreachable', why: 'name-not-found' };
    expect(await open('https://elsewhere.test').list()).toMatchObject(unknown);
    const bySystem = createNetwork({ clock, log: recordingLog() });
    networks.push(bySystem);
    const profile = emulatorProfile('emulator', 'https://no-such-service.invalid');
    const client = createFlightClient({
      profile,
      clock,
      network: bySystem,
      userAgent: 'Test/1',
      liveSecrets: createSecretRegistry(),
    });
    expect(await client.list({ token: 'secret' })).toMatchObject(unknown);
  });

  test('a silent name service times out after a minute', async () => {
    const { list } = open('https://pilot-service.test', { lookup: () => {} });
    expect(await ended(list(), 1_000)).toMatchObject({ kind: 'unreachable', code: 'no byte for a minute' });
  });

  test('a call is ended by its signal while the way out hangs', async () => {
    const { client } = open('https://pilot-service.test', { proxies: { find: () => new Promise(() => {}) } });
    const aborted = new AbortController();
    const call = client.list({ token: 'secret', signal: aborted.signal });
    aborted.abort();
    expect(await call).toEqual({ kind: 'stopped', mayHaveArrived: false });
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === '::1'));
describe.skipIf(!hasIpv6)(`over IPv6 alone${hasIpv6 ? '' : ' (this computer has no ::1)'}`, () => {
  test.each([
    ['an address', '[::1]', {}],
    ['a name that has no other', 'pilot-service.test', { 'pilot-service.test': ['::1'] }],
    ['a name whose IPv4 address leads nowhere', 'pilot-service.test', { 'pilot-service.test': ['127.0.0.1', '::1'] }],
  ])('%s is reached', async (_what, host, known) => {
    await using behind = await service();
    const box = await middlebox({ to: behind.url, host: '::1' });
    const { list } = open(`https://${host}:${box.port}`, { lookup: names(known) });
    expect(await list()).toMatchObject(reached);
  });
});

describe('through a proxy', () => {
  test('a request is tunnelled, with the name and password that the address carries, which appear nowhere else', async () => {
    await using behind = await service();
    const box = await middlebox({ asProxy: true, to: behind.url });
    const { list, log, network } = open('https://pilot-service.test', {
      proxies: through(proxyAt(box.port, 'ada:wind%40sock@')),
    });
    expect(await list()).toMatchObject(reached);
    expect(box.heard[0]).toMatch(/^CONNECT pilot-service\.test:443 HTTP\/1\.1\r\n/);
    const credentials = Buffer.from('ada:wind@sock').toString('base64');
    expect(box.heard[0]).toContain(`proxy-authorization: Basic ${credentials}`);
    // The token is for the service alone.
    expect(box.heard.join('')).not.toContain('secret');
    box.proxy = 407;
    network.reset();
    const rejected = await list();
    expect(rejected).toEqual({ kind: 'unreachable', why: 'proxy', code: 'proxy: HTTP 407' });
    expect(JSON.stringify([rejected, log.lines])).not.toMatch(/wind|sock|ada:|YWRh/);
  });

  test.each([
    [407, { why: 'proxy', code: 'proxy: HTTP 407' }],
    [403, { why: 'proxy', code: 'proxy: HTTP 403' }],
    // The proxy is well, and the service silent behind it.
    [502, { why: 'no-answer', code: 'proxy: HTTP 502' }],
  ] as const)('one that answers %i is told as %j, and used again when it is over', async (status, why) => {
    await using behind = await service();
    const box = await middlebox({ asProxy: true, to: behind.url });
    const { list } = open('https://pilot-service.test', { proxies: through(proxyAt(box.port)) });
    box.proxy = status;
    expect(await list()).toEqual({ kind: 'unreachable', ...why });
    box.proxy = 'pass';
    expect(await list()).toMatchObject(reached);
  });

  test('one that is not found, refuses or cannot be read is reported as a proxy error', async () => {
    const box = await middlebox({ asProxy: true });
    await box.close();
    const away: ProxyRoute = { kind: 'proxy', address: 'http://proxy.test:3128' };
    for (const route of [proxyAt(box.port), away, environmentRoute({ https_proxy: 'http://' }, 'https://a.test')]) {
      const { list } = open('https://pilot-service.test', { proxies: through(route) });
      expect(await list()).toMatchObject({ kind: 'unreachable', why: 'proxy' });
    }
  });

  test('a silent one times out after a minute, and does not delay the next call', async () => {
    await using behind = await service();
    const box = await middlebox({ asProxy: true, to: behind.url });
    const { list } = open('https://pilot-service.test', { proxies: through(proxyAt(box.port)) });
    box.proxy = 'silent';
    expect(await ended(list(), 1_000)).toMatchObject({ kind: 'unreachable', code: 'no byte for a minute' });
    box.proxy = 'pass';
    expect(await list()).toMatchObject(reached);
  });

  test('the certificate is that of the service, whatever the proxy does', async () => {
    const box = await middlebox({ asProxy: true });
    const { list } = open('https://pilot-service.test', { proxies: through(proxyAt(box.port)) });
    box.front = 'self-signed';
    expect(await list()).toMatchObject({ kind: 'unreachable', why: 'not-trusted' });
  });

  test('a service on this computer is contacted directly, whatever proxies are set', async () => {
    await using behind = await service();
    const proxy = await middlebox({ asProxy: true });
    const { list } = open(behind.url, { proxies: through(proxyAt(proxy.port)) });
    expect(await list()).toMatchObject(reached);
    expect(proxy.connections).toBe(0);
  });

  test('of several proxies the next one is used while the first fails', async () => {
    await using behind = await service();
    const [dead, alive] = [await middlebox({ asProxy: true }), await middlebox({ asProxy: true, to: behind.url })];
    await dead.close();
    const pac = `PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${alive.port}; DIRECT`;
    const { list } = open('https://pilot-service.test', { proxies: { find: async () => routesOfPac(pac) } });
    expect(await list()).toMatchObject({ kind: 'unreachable', why: 'proxy' });
    expect(await list()).toMatchObject(reached);
    await dead.open();
    await clock.advance(5 * 60_000);
    await ended(list(), 1_000);
    expect(dead.connections).toBe(1);
  });

  test('asks the system for each call, so that the next one notices a changed network', async () => {
    await using behind = await service();
    const proxy = await middlebox({ asProxy: true, to: behind.url });
    const front = await middlebox({ to: behind.url });
    let routes: ProxyRoute[] = [proxyAt(proxy.port)];
    const { list } = open(`https://pilot-service.test:${front.port}`, { proxies: { find: async () => routes } });
    expect(await list()).toMatchObject(reached);
    expect([proxy.connections, front.connections]).toEqual([1, 0]);
    routes = [{ kind: 'direct' }];
    expect(await list()).toMatchObject(reached);
    expect([proxy.connections, front.connections]).toEqual([1, 1]);
  });

  test('a system that does not answer which proxy to use is not waited for', async () => {
    await using behind = await service();
    const front = await middlebox({ to: behind.url });
    for (const find of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('no'))]) {
      const { list } = open(`https://pilot-service.test:${front.port}`, { proxies: { find } });
      expect(await ended(list(), 1_000)).toMatchObject(reached);
    }
  });
});

test('a fetch that ends before its connection stands has sent nothing; one that ends after it may have', async () => {
  const box = await middlebox();
  const { network } = open(`https://pilot-service.test:${box.port}`);
  const ending = async (front: FrontMode) => {
    box.front = front;
    const heard = box.heard.length;
    const call = network.fetch(`https://pilot-service.test:${box.port}/oauth/token`, { method: 'POST', body: 'x' });
    const end = call.then(
      () => null,
      (error: unknown) => classifyConnectionError(error).neverSent,
    );
    const isHeard = () => front === 'hang-up' || box.heard.length > heard;
    for (let turn = 0; turn < 10_000 && !isHeard(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
    box.cut();
    return end;
  };
  expect(await ending('hang-up')).toBe(true);
  expect(await ending('silent-before-headers')).toBe(false);
});

test('a fetch whose connection stood may have sent something, whatever code it ends with', async () => {
  const sockets: Socket[] = [];
  const connect = (_options: object, done: (error: null, socket: Socket) => void) => {
    const socket = createConnection(port, '127.0.0.1', () => done(null, socket));
    sockets.push(socket);
  };
  let heard = () => {};
  const server = createServer(() => heard());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network = createNetwork({ clock, log: recordingLog(), connect });
  networks.push(network);
  for (const code of ['EHOSTUNREACH', 'ENETDOWN', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'CERT_REVOKED']) {
    const isHeard = new Promise<void>((resolve) => (heard = resolve));
    const call = network.fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body: 'x' });
    const end = call.then(
      () => null,
      (error: unknown) => classifyConnectionError(error),
    );
    await isHeard;
    sockets.at(-1)!.destroy(Object.assign(new Error(code), { code }));
    expect(await end).toMatchObject({ code, neverSent: false });
  }
  server.closeAllConnections();
  server.close();
});

test('a fetch with a body sends it once, also where the answer is 421', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => response.writeHead(421).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { network } = open(`http://127.0.0.1:${port}`);
  const body = new URLSearchParams({ grant_type: 'refresh_token' });
  const call = network.fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body });
  const end = call.then(
    ({ status }) => status,
    (error: unknown) => classifyConnectionError(error),
  );
  expect(await end).toMatchObject({ code: 'HTTP 421', neverSent: false });
  expect(bodies).toEqual(['grant_type=refresh_token']);
  server.closeAllConnections();
  server.close();
});

test('after sleep no earlier connection is used again, and a call in progress may still end', async () => {
  await using behind = await service();
  const box = await middlebox({ to: behind.url });
  const { list, network } = open(`https://pilot-service.test:${box.port}`);
  // One after the other they share what is open.
  for (let call = 0; call < 6; call += 1) await list();
  const before = box.connections;
  expect(before).toBeLessThan(6);
  await list();
  expect(box.connections).toBe(before);
  const inProgress = list();
  network.reset();
  expect(await inProgress).toMatchObject(reached);
  expect(await list()).toMatchObject(reached);
  expect(box.connections).toBeGreaterThan(before);
});
