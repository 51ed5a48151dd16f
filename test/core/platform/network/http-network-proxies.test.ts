// The route to the service through proxies, over real sockets.
import { describe, expect, test } from 'vitest';
import type { ProxyFinder } from '../../../../main/core/platform/ports.ts';
import { environmentRoute, routesOfPac } from '../../../../main/core/platform/network/proxy-routes.ts';
import type { ProxyRoute } from '../../../../main/core/platform/ports.ts';
import { setUpNetworks, reached, service } from './network-under-test.ts';

const { context, middlebox, open, ended } = setUpNetworks();

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

  test.each([
    [407, { why: 'proxy', code: 'proxy: HTTP 407' }],
    [403, { why: 'proxy', code: 'proxy: HTTP 403' }],
    // The proxy works, and the service behind it is silent.
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
