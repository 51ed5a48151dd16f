// No input leads to a 5xx, a hang or silence.

import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { anyCharacter, fc } from '../support/fast-check.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authorize, openEmulator, postForm, sendRaw, sendRequest } from './open-emulator.ts';
import { boundary, upload } from './images.ts';

const documented = ['invalid_request', 'invalid_client', 'invalid_grant', 'invalid_scope', 'unsupported_grant_type'];

it('answers any form at the token endpoint with a documented error', async () => {
  const emulator = await openEmulator();
  const name = fc.oneof(
    fc.constantFrom('grant_type', 'client_id', 'client_secret', 'code', 'refresh_token'),
    fc.string(),
  );
  const pair = fc.tuple(name, fc.oneof(fc.constantFrom('authorization_code', 'refresh_token', ''), fc.string()));
  const form = fc.oneof(
    fc.string(),
    fc.array(pair).map((pairs) => new URLSearchParams(pairs).toString()),
  );
  const header = fc.option(
    fc.oneof(
      fc.base64String().map((code) => `Basic ${code}`),
      fc.stringMatching(/^[ -~]{0,40}$/),
    ),
  );
  await fc.assert(
    fc.asyncProperty(form, header, async (body, authorization) => {
      const answer = await postForm(emulator, body, authorization === null ? {} : { authorization });
      expect([400, 401]).toContain(answer.statusCode);
      expect(documented).toContain(answer.json().error);
    }),
    { numRuns: 100 },
  );
});

it('answers any authorization request with a page or a redirect', async () => {
  const emulator = await openEmulator({ autoConsent: true });
  const name = fc.constantFrom(
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'client_id',
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.string({ unit: anyCharacter })), fc.string(), async (change, suffix) => {
      const answer = await authorize(emulator, change, `&${encodeURI(suffix.toWellFormed())}`);
      expect([303, 400]).toContain(answer.statusCode);
    }),
    { numRuns: 100 },
  );
});

it('answers any upload body with a documented error', async () => {
  const emulator = await openEmulator();
  const piece = fc.oneof(
    fc.constantFrom(
      `--${boundary}`,
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="report"; filename="a.png"',
      "Content-Disposition: form-data; name=report; filename*=utf-8''%ff.png",
      'Content-Type: text/plain; charset=nonsense',
      'Content-Transfer-Encoding: base64',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      await emulator.clock.advance(2000);
      const answer = await upload(emulator, emulator.signIn().access_token, pieces.join(''));
      expect([answer.statusCode, ['missing_file', 'invalid_file'].includes(answer.json().detail)]).toEqual([400, true]);
    }),
    { numRuns: 100 },
  );
});

it('answers an invalid URL with 404, also with a fault active', async () => {
  const emulator = await openEmulator();
  emulator.faults.add({ match: { path: '/nowhere' }, effect: { type: 'status', status: 418 } });
  const { url } = await emulator.start();
  for (const path of ['//', '/??', '//evil.example:99999/', '/%', '/\\']) {
    const answer = await sendRequest(url, { path });
    expect([answer.statusCode, answer.text]).toEqual([404, '{"detail":"not_found"}']);
  }
});

const form = 'application/x-www-form-urlencoded';

describe('input that is not HTTP', () => {
  it.each([
    ['no request at all', 'HELLO\r\n\r\n', '400 Bad Request'],
    ['two lengths', 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    ['a length below nothing', 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', '400'],
    ['an address of other bytes', 'GET /oauth/authorize?state=ä HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['no host', 'GET /nowhere HTTP/1.1\r\n\r\n', '400'],
    ['a head without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, '431'],
    [
      'a chunk of no size',
      `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      '400',
    ],
    [
      'a body that breaks off',
      `POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 9\r\n\r\nx`,
      '400',
    ],
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', '404 Not Found'],
  ])('%s is answered once and the connection closed', async (_name, request, status) => {
    const emulator = await openEmulator();
    const answer = await sendRaw(emulator, request);
    expect(answer.split('HTTP/1.1 ')).toEqual(['', expect.stringContaining(status)]);
    expect(answer).toMatch(/\{"detail":"(bad_request|not_found)"\}$/);
    expect((await emulator.inject('/nowhere')).statusCode).toBe(404);
  });

  it('sends no second response when a body breaks off after the response', async () => {
    const emulator = await openEmulator();
    const head = 'POST /api/v1/flights HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
    const answer = await sendRaw(emulator, head, 'the beginning of a body');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('sends one response when a body is invalid that a refusal waits for', async () => {
    const head = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = await sendRaw(await openEmulator(), `${head}zz\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('stops despite a CONNECT that already sent data', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(`CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(100_000)}`);
    await once(socket, 'readable');
    await expect(emulator.stop()).resolves.toBeUndefined();
  });

  it.each([
    ['two hosts', 'GET /nowhere HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n', '400', 'bad_request'],
    ['no host, before HTTP/1.1', 'GET /nowhere HTTP/1.0\r\n\r\n', '404', 'not_found'],
  ])('%s', async (_name, request, status, detail) => {
    const answer = await sendRaw(await openEmulator(), request);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toContain(`{"detail":"${detail}"}`);
  });

  it.each([
    ['that comes whole', 'http://elsewhere.example/oauth/token?x'],
    ['with a fragment', '/oauth/token#x'],
  ])('accepts the URL %s by its path', async (_name, address) => {
    const request = `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(await openEmulator(), request)).toMatch(/^HTTP\/1\.1 405 [^]*allow: POST/i);
  });

  it('ignores an unknown expectation', async () => {
    const emulator = await openEmulator();
    const answer = await sendRaw(
      emulator,
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*\{"detail":"not_found"\}$/);
  });
});

describe('an oversized form', () => {
  const long = Buffer.alloc(5_000_000, 'x');
  const ask = async (path: string, agent: Agent) => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    const headers = { 'content-type': form, 'content-length': long.length };
    const sending = httpRequest(`${url}${path}`, { method: 'POST', headers, agent });
    const free = once(agent, 'free');
    sending.end(long);
    const [answer] = await once(sending, 'response');
    const seen: unknown[] = [answer.statusCode, JSON.parse(await text(answer))];
    await free;
    return seen;
  };

  it.each([
    ['/oauth/token', 400, { error: 'invalid_request', error_description: expect.any(String) }],
    ['/api/v1/flights', 401, { detail: 'unauthorized' }],
    ['/nowhere', 404, { detail: 'not_found' }],
  ])('is answered at %s with %i, and the connection stays open', async (path, status, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect(await ask(path, agent)).toEqual([status, body]);
  });
});
