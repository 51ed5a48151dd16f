import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { configurationFor, consentOf, redirectUri, runBoth, runBroker } from './running.ts';

const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, string>;

/** A service that answers with `answers` and keeps the forms that it got. */
async function serviceThat(answers: RequestListener) {
  const forms: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      forms.push(new URLSearchParams(text));
      answers(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('rule 34: the broker adds the secret to exchange and refresh, and nothing else', () => {
  test('exchanges a code and refreshes the tokens', async () => {
    await using both = await runBoth({}, { autoConsent: true });
    const { code, verifier } = await consentOf(both.emulator.url ?? '');
    const exchanged = await both.broker.ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    expect(exchanged.status).toBe(200);
    expect(exchanged.headers.get('cache-control')).toBe('no-store');
    const first = await bodyOf(exchanged);
    const renewed = await both.broker.ask({ grant_type: 'refresh_token', refresh_token: first['refresh_token']! });
    expect(renewed.status).toBe(200);
    expect((await bodyOf(renewed))['refresh_token']).not.toBe(first['refresh_token']);
  });

  test('passes on only documented parameters, with the credentials of the application', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{"access_token":"a"}'));
    await using broker = await runBroker(configurationFor(service.url));
    await broker.ask({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      scope: 'everything',
      client_id: 'pilot-companion-demo',
      extra: '1',
    });
    expect(Object.fromEntries(service.forms[0]!)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      client_id: 'pilot-companion-demo',
      client_secret: 'demo-secret-for-the-emulator-only',
    });
  });

  test('passes back a refusal of the service, without a challenge for a password', async () => {
    await using both = await runBoth({ clientSecret: 'another' });
    const answer = await both.broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, (await bodyOf(answer))['error']]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test.each([
    ['no grant type', 'refresh_token=r', 'invalid_request', /grant_type is missing/],
    ['another grant type', 'grant_type=password&username=a', 'unsupported_grant_type', /authorization_code or refresh/],
    ['the secret', 'grant_type=refresh_token&refresh_token=r&client_secret=s', 'invalid_request', /broker adds it/],
    ['another application', 'grant_type=refresh_token&refresh_token=r&client_id=x', 'invalid_client', /another/],
    [
      'a parameter twice',
      'grant_type=refresh_token&refresh_token=r&refresh_token=s',
      'invalid_request',
      /more than once/,
    ],
    [
      'an empty refresh token',
      'grant_type=refresh_token&refresh_token=',
      'invalid_request',
      /refresh_token is missing/,
    ],
    [
      'a code without a verifier',
      `grant_type=authorization_code&code=c&redirect_uri=${encodeURIComponent(redirectUri)}`,
      'invalid_request',
      /code_verifier is missing/,
    ],
    [
      'a short verifier',
      `grant_type=authorization_code&code=c&code_verifier=abc&redirect_uri=${encodeURIComponent(redirectUri)}`,
      'invalid_request',
      /43 to 128/,
    ],
    [
      'a redirect to elsewhere',
      `grant_type=authorization_code&code=c&code_verifier=${'v'.repeat(43)}&redirect_uri=https%3A%2F%2Fevil.example%2Fcallback%2Femulator`,
      'invalid_request',
      /has to be http:/,
    ],
  ])('refuses %s without asking the service', async (_name, form, error, message) => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask(form);
    const body = await bodyOf(answer);
    expect([answer.status, body['error']]).toEqual([400, error]);
    expect(body['error_description']).toMatch(message);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(service.forms).toEqual([]);
  });

  test('refuses web pages, credentials in a header, JSON and a long form', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const form = 'grant_type=refresh_token&refresh_token=r';
    expect((await broker.ask(form, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await broker.ask(form, { authorization: 'Basic YTpi' })).status).toBe(400);
    expect((await broker.ask('{}', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await broker.ask(`${form}${'r'.repeat(20_000)}`)).status).toBe(400);
    expect((await fetch(`${broker.url}/oauth/token?${form}`)).status).toBe(404);
    expect(service.forms).toEqual([]);
  });

  test('logs neither a body, nor a secret, nor a client address', async () => {
    const lines: string[] = [];
    await using both = await runBoth({}, { autoConsent: true }, lines);
    const { code, verifier } = await consentOf(both.emulator.url ?? '');
    const tokens = await bodyOf(
      await both.broker.ask({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    );
    await both.broker.ask({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! });
    await both.broker.ask({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! });
    const secrets = [code, verifier, tokens['refresh_token']!, tokens['access_token']!, 'demo-secret', '127.0.0.1'];
    const answered = lines.filter((line) => line.includes('"answered"')).join('');
    expect(answered.match(/"status":200/g)).toHaveLength(2);
    for (const secret of secrets) expect(answered).not.toContain(secret);
    for (const secret of secrets.slice(0, -1)) expect(lines.join('')).not.toContain(secret);
  });
});

describe('a request that the service did not answer', () => {
  test('gets 503 if nothing was sent, so that it may be repeated', async () => {
    await using gone = await serviceThat(() => undefined);
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    await using broker = await runBroker(configurationFor(url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  test.each(['EHOSTUNREACH', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'])(
    'gets 504 if an open connection ends with %s, as the service may have got all of it',
    async (code) => {
      let connection: Socket | undefined;
      let cut = () => {};
      await using service = await serviceThat(() => cut());
      const { port } = new URL(service.url);
      const onConnected = (message: unknown) => {
        const { connectParams, socket } = message as { connectParams: { port: string }; socket: Socket };
        if (connectParams.port === port) connection = socket;
      };
      subscribe('undici:client:connected', onConnected);
      onTestFinished(() => void unsubscribe('undici:client:connected', onConnected));
      cut = () => void connection?.destroy(Object.assign(new Error(code), { code }));
      await using broker = await runBroker(configurationFor(service.url));
      expect((await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' })).status).toBe(504);
      expect(service.forms).toHaveLength(1);
    },
  );

  test.each([
    ['breaks off', ((_request, response) => void response.destroy()) satisfies RequestListener],
    ['answers with a page', ((_request, response) => void response.end('<html>')) satisfies RequestListener],
    ['answers with a list', ((_request, response) => void response.end('[]')) satisfies RequestListener],
    [
      'answers with a redirect',
      ((_request, response) => void response.writeHead(302, { location: '/' }).end('{}')) satisfies RequestListener,
    ],
    [
      'answers without an end',
      ((_request, response) => void response.end('{"a":"'.padEnd(100_000, 'a'))) satisfies RequestListener,
    ],
  ])('gets 504 and is sent once if the service %s', async (_name, answers) => {
    await using service = await serviceThat(answers);
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, (await bodyOf(answer))['error']]).toEqual([504, 'temporarily_unavailable']);
    expect(service.forms).toHaveLength(1);
  });

  test.each([
    [400, 504],
    [401, 504],
    [403, 504],
    [404, 504],
    [429, 429],
    [500, 504],
    [503, 504],
  ])('that is answered with a page and %i gets %i', async (status, expected) => {
    await using service = await serviceThat((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '60' }).end('<h1>Back soon</h1>');
    });
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    const { error } = await bodyOf(answer);
    const retryAfter = expected === 429 ? '60' : null;
    const seen = [answer.status, answer.headers.get('retry-after'), error];
    expect(seen).toEqual([expected, retryAfter, 'temporarily_unavailable']);
    expect(service.forms).toHaveLength(1);
  });

  test.each([403, 404, 500, 503])('gets 504 for undocumented JSON with %i', async (status) => {
    await using service = await serviceThat((_request, response) => {
      response.writeHead(status).end('{"error":"temporarily_unavailable"}');
    });
    await using broker = await runBroker(configurationFor(service.url));
    expect((await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' })).status).toBe(504);
  });

  test.each([502, 504, 520, 524])('gets 504 if a gateway lost the answer (%i)', async (status) => {
    await using service = await serviceThat((_request, response) => void response.writeHead(status).end('<html>'));
    await using broker = await runBroker(configurationFor(service.url));
    expect((await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' })).status).toBe(504);
  });

  test('gets the Retry-After of the service', async () => {
    await using service = await serviceThat((_request, response) => {
      response.writeHead(429, { 'retry-after': '17' }).end('{"error":"slow_down"}');
    });
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '17']);
  });
});

describe('the broker under load', () => {
  test('tells an address over its limit when to continue', async () => {
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
