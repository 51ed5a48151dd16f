// The route to the service over real sockets, with everything that can go wrong: each failure is a value with its
// reason, with virtual time for silent peers, and the next call succeeds.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createNetwork } from '../../../../main/core/platform/network/http-network.ts';
import { createFlightClient } from '../../../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../../../main/core/service/profile.ts';
import { recordingLog } from '../../account/account-under-test.ts';
import type { FrontMode } from '../../../support/network/middlebox.ts';
import { serve } from '../../service/http-server.ts';
import { names, reached, service, setUpNetworks } from './network-under-test.ts';
import { classifyConnectionError } from '../../../../main/core/platform/network/connection-error.ts';
import type { ProxyFinder, ProxyRoute } from '../../../../main/core/platform/ports.ts';
import { environmentRoute, routesOfPac } from '../../../../main/core/platform/network/proxy-routes.ts';

const { context, middlebox, open, ended } = setUpNetworks();

describe('straight to the service', () => {
  const networkErrors: [FrontMode, object][] = [
    ['self-signed', { kind: 'unreachable', why: 'not-trusted', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['expired', { kind: 'unreachable', why: 'not-trusted', code: 'CERT_HAS_EXPIRED' }],
    ['other-host', { kind: 'unreachable', why: 'not-trusted', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['plain', { kind: 'unreachable', why: 'not-trusted' }],
    ['hang-up', { kind: 'unreachable', why: 'no-answer' }],
    // Over valid https the answer is the service's, not a captive portal's.
    ['portal-page', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['portal-redirect', { kind: 'not-understood', code: 'HTTP 302' }],
  ];
  test.each(networkErrors)('%s ends as %j, and the next call succeeds afterwards', async (mode, outcome) => {
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
    'a connection that is %s forever is aborted after a minute, and the next one is new',
    async (mode) => {
      await using behind = await service();
      const box = await middlebox({ to: behind.url });
      const { list } = open(`https://pilot-service.test:${box.port}`);
      box.front = mode;
      const began = context.clock.monotonic();
      expect(await ended(list(), 1_000)).toEqual({
        kind: 'unreachable',
        why: 'no-answer',
        code: 'no byte for a minute',
      });
      expect(context.clock.monotonic() - began).toBeGreaterThanOrEqual(60_000);
      box.front = 'pass';
      expect(await list()).toMatchObject(reached);
    },
  );

  test('a body that is never read times out as well, and counts as sent in part', async () => {
    const box = await middlebox();
    const { client } = open(`https://pilot-service.test:${box.port}`);
    const path = join(context.folder, 'shot.png');
    const content = Buffer.alloc(8_000_000, 1);
    writeFileSync(path, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { path, name: 'shot.png', bytes: content.length, mediaType: 'image/png', sha256 };
    const call = client.upload({ token: 'secret', file, onProgress: () => {} });
    expect(await ended(call, 1_000)).toEqual({ kind: 'lost', code: 'no byte for a minute' });
  });

  test('an unknown host is reported as such, also by this computer itself', async () => {
    const unknown = { kind: 'unreachable', why: 'name-not-found' };
    expect(await open('https://elsewhere.test').list()).toMatchObject(unknown);
    const bySystem = createNetwork({ clock: context.clock, log: recordingLog() });
    context.networks.push(bySystem);
    const profile = emulatorProfile('emulator', 'https://no-such-service.invalid');
    const client = createFlightClient({
      profile,
      clock: context.clock,
      network: bySystem,
      userAgent: 'Test/1',
      log: { info() {} },
    });
    expect(await client.list({ token: 'secret' })).toMatchObject(unknown);
  });

  test('a silent name service times out after a minute', async () => {
    const { list } = open('https://pilot-service.test', { lookup: () => {} });
    expect(await ended(list(), 1_000)).toMatchObject({ kind: 'unreachable', code: 'no byte for a minute' });
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

test('after sleep no earlier connection is reused, and a call in progress may still finish', async () => {
  await using behind = await service();
  const box = await middlebox({ to: behind.url });
  const { list, network } = open(`https://pilot-service.test:${box.port}`);
  // Sequential requests share open connections.
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

test('a fetch that ends before its connection is established has sent nothing; one that ends after it may have', async () => {
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

test('a fetch with an established connection may have sent something, with any error code', async () => {
  const sockets: Socket[] = [];
  const connect = (_options: object, done: (error: null, socket: Socket) => void) => {
    const socket = createConnection(Number(new URL(address).port), '127.0.0.1', () => done(null, socket));
    sockets.push(socket);
  };
  let heard = () => {};
  const address = await serve(() => heard());
  const network = createNetwork({ clock: context.clock, log: recordingLog(), connect });
  context.networks.push(network);
  for (const code of ['EHOSTUNREACH', 'ENETDOWN', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'CERT_REVOKED']) {
    const isHeard = new Promise<void>((resolve) => (heard = resolve));
    const call = network.fetch(`${address}/oauth/token`, { method: 'POST', body: 'x' });
    const end = call.then(
      () => null,
      (error: unknown) => classifyConnectionError(error),
    );
    await isHeard;
    sockets.at(-1)!.destroy(Object.assign(new Error(code), { code }));
    expect(await end).toMatchObject({ code, neverSent: false });
  }
});

test('a fetch with a body sends it once, even if the answer is 421', async () => {
  const bodies: string[] = [];
  const address = await serve((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => response.writeHead(421).end());
  });
  const { network } = open(address);
  const body = new URLSearchParams({ grant_type: 'refresh_token' });
  const call = network.fetch(`${address}/oauth/token`, { method: 'POST', body });
  const end = call.then(
    ({ status }) => status,
    (error: unknown) => classifyConnectionError(error),
  );
  expect(await end).toMatchObject({ code: 'HTTP 421', neverSent: false });
  expect(bodies).toEqual(['grant_type=refresh_token']);
});

const through = (...routes: ProxyRoute[]): ProxyFinder => ({ find: async () => routes });

const proxyAt = (port: number, credentials = ''): ProxyRoute => ({
  kind: 'proxy',
  address: `http://${credentials}127.0.0.1:${port}`,
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
    // Only the service may see the token.
    expect(box.heard.join('')).not.toContain('secret');
    box.proxy = 407;
    network.reset();
    const rejected = await list();
    expect(rejected).toEqual({ kind: 'unreachable', why: 'proxy', code: 'proxy: HTTP 407' });
    expect(JSON.stringify([rejected, log.lines])).not.toMatch(/wind|sock|ada:|YWRh/);
  });

  test('a proxy that is not found, refuses or cannot be read is reported as a proxy error', async () => {
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

  test("the certificate is the service's, even behind a proxy", async () => {
    const box = await middlebox({ asProxy: true });
    const { list } = open('https://pilot-service.test', { proxies: through(proxyAt(box.port)) });
    box.front = 'self-signed';
    expect(await list()).toMatchObject({ kind: 'unreachable', why: 'not-trusted' });
  });

  test('a service on this computer is contacted directly, regardless of proxies', async () => {
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
    await context.clock.advance(5 * 60_000);
    await ended(list(), 1_000);
    expect(dead.connections).toBe(1);
  });

  test('queries the system for each call, so that the next one notices a changed network', async () => {
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

  test('a system that does not return a proxy is not waited for', async () => {
    await using behind = await service();
    const front = await middlebox({ to: behind.url });
    for (const find of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('no'))]) {
      const { list } = open(`https://pilot-service.test:${front.port}`, { proxies: { find } });
      expect(await ended(list(), 1_000)).toMatchObject(reached);
    }
  });
});
