// Brokers that count together, with Debian's redis-server as the store; Valkey speaks the same protocol.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { RateStore } from '../../broker/shared-counter.ts';
import { configurationFor, runBroker } from './running.ts';
import { freePort } from '../support/free-port.ts';
import { serviceThat } from './service-answers.ts';

const hasServer = spawnSync('redis-server', ['--version']).status === 0;
const why = hasServer ? '' : ' (skipped: redis-server is not installed)';

/** However slow the store is on a busy machine, no answer of it is late: the broker's timers stand still. */
const waitForStore = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** A service that answers every refresh immediately. */
async function startService() {
  const service = await serviceThat((_request, response) => void response.end('{}'));
  onTestFinished(() => service[Symbol.asyncDispose]());
  return service.url;
}

/** Starts a store in a separate process, without files. */
async function startStore(port: number, flags: readonly string[] = []): Promise<ChildProcess> {
  const wanted = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...flags];
  const child = spawn('redis-server', wanted, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept')) break;
  child.stdout.resume();
  return child;
}

async function stopStore(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function startBroker(service: string, rateStore: RateStore, requestsPerMinute = 3) {
  const lines: string[] = [];
  const broker = await runBroker(configurationFor(service, { requestsPerMinute, trustedProxies: 1, rateStore }), lines);
  onTestFinished(() => broker.app.close());
  const ask = async (from = '203.0.113.7') =>
    (await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' }, { 'x-forwarded-for': from })).status;
  const countLogged = (message: string) => lines.filter((line) => line.includes(message)).length;
  return { ask, lines, countLogged };
}

describe.skipIf(!hasServer)(`brokers that share a store${why}`, () => {
  let port = 0;
  let child: ChildProcess;
  let store: Redis;
  let service = '';
  beforeEach(async () => {
    port = await freePort();
    child = await startStore(port);
    store = new Redis(port, '127.0.0.1').on('error', () => {});
    service = await startService();
    waitForStore();
  });
  afterEach(async () => {
    vi.useRealTimers();
    store.disconnect();
    await stopStore(child);
  });
  const at = (): RateStore => ({ url: `redis://127.0.0.1:${port}`, password: null });

  test('count an address together, so that it gets no more from two than from one', async () => {
    const [one, two] = [await startBroker(service, at()), await startBroker(service, at())];
    expect([await one.ask(), await two.ask(), await one.ask(), await two.ask()]).toEqual([200, 200, 200, 429]);
    expect(await one.ask()).toBe(429);
    expect(await two.ask('203.0.113.8')).toBe(200);
  });

  test('keep nothing in the store for longer than a minute', async () => {
    const broker = await startBroker(service, at());
    await broker.ask();
    const keys = await store.keys('*');
    expect(keys.toSorted()).toEqual(['pilot-companion-broker:203.0.113.7']);
    for (const key of keys) {
      const ttl = await store.pttl(key);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(60_000);
    }
  });

  test.each([null, 86_400])('give a counter with the expiry %j one of a minute at most', async (seconds) => {
    const broker = await startBroker(service, at());
    const key = 'pilot-companion-broker:203.0.113.7';
    await (seconds === null ? store.set(key, 1_000) : store.set(key, 1_000, 'EX', seconds));
    expect(await broker.ask()).toBe(429);
    expect(await store.pttl(key)).toBeGreaterThan(0);
    expect(await store.pttl(key)).toBeLessThanOrEqual(60_000);
  });

  test('count alone while the store is down, log it once, and count together again when it is back', async () => {
    vi.useRealTimers();
    const [one, two] = [await startBroker(service, at()), await startBroker(service, at())];
    await stopStore(child);
    const alone = async ({ ask }: typeof one) => [await ask(), await ask(), await ask(), await ask()];
    expect([await alone(one), await alone(two)]).toEqual([
      [200, 200, 200, 429],
      [200, 200, 200, 429],
    ]);
    for (const broker of [one, two]) expect(broker.countLogged('the store of shared limits fails')).toBe(1);
    child = await startStore(port);
    let number = 0;
    for (const { ask, countLogged } of [one, two]) {
      // A new address each time, because a request that a broker refuses doesn't reach the store.
      const askAgain = () => ask(`192.0.2.${(number += 1)}`).then(() => countLogged('answers again'));
      await expect.poll(askAgain).toBe(1);
    }
    waitForStore();
    expect([await one.ask('198.51.100.2'), await two.ask('198.51.100.2')]).toEqual([200, 200]);
    expect([await one.ask('198.51.100.2'), await two.ask('198.51.100.2')]).toEqual([200, 429]);
  });

  test('count alone and keep answering when the store hangs', async () => {
    vi.useRealTimers();
    const { ask, countLogged } = await startBroker(service, at());
    expect(await ask()).toBe(200);
    child.kill('SIGSTOP');
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    expect(countLogged('the store of shared limits fails')).toBe(1);
  });

  test('send their password to the store and never to the log', async () => {
    await stopStore(child);
    child = await startStore(port, ['--requirepass', 'word-for-the-store']);
    const right = await startBroker(service, { ...at(), password: 'word-for-the-store' });
    const own = new Redis(port, '127.0.0.1', { password: 'word-for-the-store' });
    onTestFinished(() => own.disconnect());
    expect(await right.ask('192.0.2.9')).toBe(200);
    expect(await own.keys('*192.0.2.9')).toHaveLength(1);
    const wrong = await startBroker(service, { ...at(), password: 'another-word-for-it' });
    expect(wrong.countLogged('WRONGPASS')).toBe(1);
    expect([await wrong.ask(), await wrong.ask(), await wrong.ask(), await wrong.ask()]).toEqual([200, 200, 200, 429]);
    for (const line of [...right.lines, ...wrong.lines]) expect(line).not.toMatch(/word-for/);
  });

  test('count alone if the store is read-only, and log the reason', async () => {
    const broker = await startBroker(service, at());
    await store.call('REPLICAOF', '127.0.0.1', '1');
    expect([await broker.ask(), await broker.ask(), await broker.ask(), await broker.ask()]).toEqual([
      200, 200, 200, 429,
    ]);
    expect(broker.countLogged('READONLY')).toBe(1);
  });
});

test('a broker starts and answers with a store that accepts connections and never replies', async () => {
  const sockets = new Set<Socket>();
  const deaf = createTcpServer((socket) => void sockets.add(socket.on('error', () => {})));
  await once(deaf.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });
  const url = `redis://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  const { ask, countLogged } = await startBroker(await startService(), { url, password: null });
  await expect.poll(() => sockets.size).toBeGreaterThan(0);
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
  expect(countLogged('the store of shared limits fails')).toBe(1);
});

describe('the broker under load', () => {
  test('returns to an address over its limit when to continue', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url, { requestsPerMinute: 2 }));
    const ask = async () => {
      const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
      return [answer.status, answer.headers.get('retry-after')];
    };
    expect([await ask(), await ask(), await ask()]).toEqual([
      [200, null],
      [200, null],
      [429, '60'],
    ]);
    vi.setSystemTime(Date.now() + 45_000);
    expect(await ask()).toEqual([429, '15']);
    vi.setSystemTime(Date.now() + 15_000);
    expect(await ask()).toEqual([200, null]);
  });

  test('counts an IPv6 network of 64 bits as one address, and an IPv4 address inside IPv6 as that address', async () => {
    const service = await startService();
    for (const [first, second, status] of [
      ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::1', 429],
      ['2001:db8:1:2::1', '2001:db8:1:3::1', 200],
      ['192.0.2.1', '::ffff:192.0.2.1', 429],
      ['192.0.2.1', '192.0.2.2', 200],
      ['192.0.2.1:4711', '192.0.2.1:4712', 429],
      ['192.0.2.1:4711', '192.0.2.2:4711', 200],
      ['[2001:db8:1:2::1]:4711', '[2001:db8:1:2::2]:4712', 429],
      ['[2001:db8:1:2::1]', '2001:db8:1:3::1', 200],
    ] as const) {
      await using broker = await runBroker(configurationFor(service, { requestsPerMinute: 1, trustedProxies: 1 }));
      const ask = (from: string) =>
        broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' }, { 'x-forwarded-for': from });
      expect([(await ask(first)).status, (await ask(second)).status]).toEqual([200, status]);
    }
  });

  test('closes connections beyond the limit as they arrive, and accepts new ones when others have ended', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url, { maxConnections: 2 }));
    const held = [await connected(broker.url), await connected(broker.url)];
    await closing(await connected(broker.url));
    expect(held.map((socket) => socket.destroyed)).toEqual([false, false]);
    for (const socket of held) socket.destroy();
    await expect
      .poll(() =>
        broker.ask('').then(
          ({ status }) => status,
          () => null,
        ),
      )
      .toBe(400);
  });

  // The time limit is well below Node's default of 30 to 40 s, and leaves room for a busy machine.
  test('closes an idle, half-sent or dripping request ten seconds after its start', { timeout: 25_000 }, async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const [silent, header, body] = [
      await connected(broker.url),
      await connected(broker.url),
      await connected(broker.url),
    ];
    header.write('POST /oauth/token HTTP/1.1\r\nhost: a\r\n');
    body.write(`${formHead(1_000)}grant_type=`);
    const drip = setInterval(() => body.write('a'), 500);
    onTestFinished(() => clearInterval(drip));
    const [, ...answers] = await Promise.all([silent, header, body].map(closing));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(service.forms).toEqual([]);
  });

  test('trusts a client address from its own proxies only', async () => {
    const service = await startService();
    for (const [trustedProxies, last] of [
      [1, 200],
      [0, 429],
    ] as const) {
      await using broker = await runBroker(configurationFor(service, { requestsPerMinute: 1, trustedProxies }));
      const form = { grant_type: 'refresh_token', refresh_token: 'r' };
      expect((await broker.ask(form, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
      expect((await broker.ask(form, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(last);
    }
  });

  test('reports its health, which counts as no request', async () => {
    await using service = await serviceThat(() => undefined);
    await using broker = await runBroker(configurationFor(service.url, { requestsPerMinute: 1 }));
    for (let n = 0; n < 3; n += 1) {
      const answer = await fetch(`${broker.url}/health`);
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    }
    expect(service.forms).toEqual([]);
  });
});

/** Opens a connection, which stays open until it is closed. */
async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Resolves with everything received once the other side has closed. */
async function closing(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  // Not `once`, which rejects on a reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

const formHead = (length: number) =>
  `POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${length}\r\n\r\n`;
