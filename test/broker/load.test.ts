import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { configurationFor, runBroker } from './running.ts';
import { serviceThat } from './service-answers.ts';

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
    await using service = await serviceThat((_request, response) => void response.end('{}'));
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
      await using broker = await runBroker(configurationFor(service.url, { requestsPerMinute: 1, trustedProxies: 1 }));
      const ask = (from: string) =>
        broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' }, { 'x-forwarded-for': from });
      expect([(await ask(first)).status, (await ask(second)).status]).toEqual([200, status]);
    }
  });

  test('does not count health checks', async () => {
    await using service = await serviceThat(() => undefined);
    await using broker = await runBroker(configurationFor(service.url, { requestsPerMinute: 1 }));
    for (let n = 0; n < 3; n += 1) expect((await fetch(`${broker.url}/health`)).status).toBe(200);
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

  test('stops without waiting for a half-sent request', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const sockets = [await connected(broker.url), await connected(broker.url), await connected(broker.url)];
    sockets[1]!.write('POST /oauth/token HTTP/1.1\r\nhost: a\r\n');
    sockets[2]!.write(`${formHead(1_000)}grant_type=`);
    await expect.poll(() => connectionsOf(broker.app.server)).toBe(3);
    await Promise.all([broker.app.close(), ...sockets.map(closing)]);
    expect(service.forms).toEqual([]);
  });

  test('trusts a client address from its own proxies only', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    for (const [trustedProxies, last] of [
      [1, 200],
      [0, 429],
    ] as const) {
      await using broker = await runBroker(configurationFor(service.url, { requestsPerMinute: 1, trustedProxies }));
      const form = { grant_type: 'refresh_token', refresh_token: 'r' };
      expect((await broker.ask(form, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
      expect((await broker.ask(form, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(last);
    }
  });

  test('answers a refresh in progress when it stops, and accepts no more', async () => {
    let answerNow = () => {};
    await using service = await serviceThat((_request, response) => {
      answerNow = () => void response.end('{"access_token":"a"}');
    });
    await using broker = await runBroker(configurationFor(service.url));
    const asked = broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    await expect.poll(() => service.forms.length).toBe(1);
    const stopped = broker.app.close();
    await expect.poll(() => canConnect(broker.url)).toBe(false);
    answerNow();
    expect((await asked).status).toBe(200);
    await stopped;
  });

  test('reports its health', async () => {
    await using service = await serviceThat(() => undefined);
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await fetch(`${broker.url}/health`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(service.forms).toEqual([]);
  });
});

const canConnect = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
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

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const formHead = (length: number) =>
  `POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${length}\r\n\r\n`;
