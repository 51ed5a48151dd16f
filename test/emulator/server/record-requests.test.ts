import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Emulator, EmulatorEvent } from '../../../emulator/emulator.ts';
import {
  authorize,
  basic,
  clientId,
  clientSecret,
  openEmulator,
  postForm,
  refresh,
  sendRaw,
} from '../open-emulator.ts';
import { anyPng, multipart, report, upload } from '../images.ts';
import { lastEntry } from '../journal/last-entry.ts';

const fingerprints = (emulator: Emulator, kind: 'access' | 'refresh' | 'code') =>
  emulator.tokens.list({ kind }).items.map(({ fingerprint }) => fingerprint);

describe('a recorded exchange', () => {
  it('contains a whole refresh, with secrets as the fingerprints of the token list', async () => {
    const emulator = await openEmulator();
    const { refresh_token } = emulator.signIn();
    const [used] = fingerprints(emulator, 'refresh');
    const answer = await refresh(emulator, refresh_token);
    const [access, renewed] = [fingerprints(emulator, 'access').at(-1), fingerprints(emulator, 'refresh').at(-1)];
    expect(lastEntry(emulator)).toMatchObject({
      at: '2026-05-12T12:00:00.000Z',
      durationMs: expect.any(Number),
      method: 'POST',
      path: '/oauth/token',
      query: '',
      status: 200,
      outcome: 'answered',
      clientId,
      pilot: 'demo',
      grantType: 'refresh_token',
      rule: `rotated: rt_‹${used}› of demo`,
      hint: null,
      fault: null,
      request: {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=refresh_token&client_id=${clientId}&client_secret=‹secret›&refresh_token=rt_‹${used}›`,
      },
      answer: {
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: answer.body.replace(/at_[\w-]{43}/, `at_‹${access}›`).replace(/rt_[\w-]{43}/, `rt_‹${renewed}›`),
        bodyBytes: answer.body.length,
      },
    });
  });

  it('describes the parts of an upload', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, [
      { name: 'note', content: 'a secret note' },
      report(anyPng(), 'eddf-lppt.png'),
    ]);
    const { request, rule, pilot } = lastEntry(emulator);
    expect(request.body).toBe('note: <text, 13 bytes>\nreport: <image/png, 102 bytes, eddf-lppt.png>');
    expect([rule, pilot]).toEqual(['accepted: flight 4700', 'demo']);
    expect(request.headers['authorization']).toBe(`Bearer at_‹${fingerprints(emulator, 'access')[0]}›`);
  });

  it('is bounded for any number of parts and length of names', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    const parts = Array.from({ length: 300 }, (_, index) => ({ name: `n${index}${'x'.repeat(5000)}`, content: 'y' }));
    await upload(emulator, access_token, parts);
    const { body } = lastEntry(emulator).request;
    expect(body?.length).toBeLessThan(20_000);
    expect(body).toMatch(/ more characters\)$/);
  });

  it('names content that was not read', async () => {
    const emulator = await openEmulator();
    await upload(emulator, null, multipart([report(anyPng())]).toString('latin1'));
    expect(lastEntry(emulator).request.body).toMatch(
      /^<multipart\/form-data; boundary=a-boundary, \d+ bytes, not read>$/,
    );
    await postForm(emulator, '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' });
    expect(lastEntry(emulator)).toMatchObject({
      request: { body: '<application/json, 30 bytes, not read>' },
      rule: 'invalid_request: the body must be application/x-www-form-urlencoded',
      hint: 'the body is JSON; a form is expected',
    });
  });

  it('truncates long content', async () => {
    const emulator = await openEmulator();
    await postForm(emulator, `grant_type=${'x'.repeat(40_000)}`);
    expect(lastEntry(emulator).request).toMatchObject({
      body: expect.stringMatching(/^grant_type=x{16373}… \(23627 more characters\)$/),
      bodyBytes: 40_011,
    });
  });

  it('shows a page by its title, and a consent form without its token', async () => {
    const emulator = await openEmulator();
    const page = await authorize(emulator);
    const { answer, rule } = lastEntry(emulator);
    expect(answer?.body).toMatch(/^<text\/html, [\d.]+ kB, “Allow Pilot Companion”>$/);
    expect(answer?.headers['set-cookie']).toMatch(/^pilot_flight_service_form=‹cookie›; Path=/);
    expect(rule).toBe('consent page: Pilot Companion requests openid profile flights:read flights:write');
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page.body) ?? [];
    await emulator.inject({
      method: 'POST',
      url: '/oauth/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: '127.0.0.1' },
      payload: `form_token=${token}&decision=approve`,
    });
    expect(lastEntry(emulator)).toMatchObject({
      request: { body: 'form_token=‹form_token›&decision=approve' },
      rule: 'page: the cookie of the consent page is missing',
    });
  });

  it('masks the code in the redirect', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    await authorize(emulator);
    const [code] = fingerprints(emulator, 'code');
    expect(lastEntry(emulator)).toMatchObject({
      answer: { headers: { location: expect.stringContaining(`?code=ac_‹${code}›&state=a-state&iss=`) } },
      rule: `approved: by auto-consent for demo, ac_‹${code}› lives 1 min`,
      pilot: 'demo',
    });
  });

  it('contains only the application of a Basic header', async () => {
    const emulator = await openEmulator();
    await postForm(emulator, 'grant_type=refresh_token&refresh_token=x', {
      authorization: basic(clientId, clientSecret),
    });
    expect(lastEntry(emulator).request.headers['authorization']).toBe(`Basic ‹${clientId}:secret›`);
    await postForm(emulator, 'grant_type=refresh_token', { authorization: basic('nobody', 'x') });
    expect(lastEntry(emulator).request.headers['authorization']).toBe('Basic ‹secret›');
  });
});

describe('a request that reaches no route', () => {
  it.each([
    ['GET', '/nowhere', 404, 'not_found: nothing is served at this URL'],
    ['PUT', '/oauth/token', 405, 'invalid_request: the token endpoint supports POST only'],
    ['GET', '/%', 404, 'not_found: nothing is served at this URL'],
  ] as const)('%s %s is recorded with its ruling', async (method, path, status, rule) => {
    const emulator = await openEmulator();
    const { body } = await emulator.inject({ method, url: path });
    expect(lastEntry(emulator)).toMatchObject({ method, path, status, outcome: 'answered', rule, answer: { body } });
  });

  it('is recorded without a method when it is not HTTP', async () => {
    const emulator = await openEmulator();
    await sendRaw(emulator, 'HELLO\r\n\r\n');
    expect(lastEntry(emulator)).toMatchObject({
      method: '?',
      path: '',
      status: 400,
      outcome: 'answered',
      rule: expect.stringMatching(/^bad_request: Invalid method/),
      request: { body: '<9 bytes that are not HTTP>', bodyBytes: 9 },
      answer: { body: '{"detail":"bad_request"}', headers: { connection: 'close' } },
    });
  });

  it('is recorded without a Host header, or as a CONNECT', async () => {
    const emulator = await openEmulator();
    await sendRaw(emulator, 'GET /nowhere HTTP/1.1\r\n\r\n');
    expect(lastEntry(emulator)).toMatchObject({ status: 400, rule: 'bad_request: HTTP/1.1 requires one Host header' });
    await sendRaw(emulator, 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(lastEntry(emulator)).toMatchObject({ status: 404, rule: expect.stringMatching(/^not_found: CONNECT/) });
  });

  it('is recorded with its response when it breaks off, and stores no flight', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await sendRaw(
      emulator,
      `POST /api/v1/flights HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access_token}\r\nContent-Length: 1000\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="report"; filename="a.png"\r\n\r\n${'x'.repeat(100)}`,
    );
    expect(emulator.journal.list().items).toHaveLength(1);
    expect(emulator.flights.list().items).toEqual([]);
    expect(lastEntry(emulator)).toMatchObject({
      status: 400,
      rule: 'bad_request: incomplete request',
      request: {
        body: expect.stringMatching(
          /^report: <application\/octet-stream, \d+ bytes received before the connection broke, a\.png>$/,
        ),
      },
    });
  });

  it('is recorded as aborted when the client disconnects while waiting', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'latency', ms: 1000 } });
    const { url } = await emulator.start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => emulator.journal.list().items.at(-1)?.fault).toBe(1);
    socket.destroy();
    await expect.poll(() => emulator.journal.list().items.at(-1)?.outcome).toBe('gone');
    expect(lastEntry(emulator)).toMatchObject({ status: null, answer: null, durationMs: expect.any(Number) });
  });
});

it('the journal reports each exchange when complete, as a list shows it', async () => {
  const emulator = await openEmulator();
  const published: EmulatorEvent[] = [];
  const end = emulator.journal.listen((event) => published.push(event));
  await emulator.inject('/nowhere?a=b');
  await expect.poll(() => published).toHaveLength(1);
  end();
  await emulator.inject('/nowhere');
  expect(published).toEqual([{ type: 'request', entry: emulator.journal.list().items[0] }]);
});
