import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Emulator, FaultEffect } from '../../../emulator/emulator.ts';
import { takeFault } from '../../../emulator/faults/fault-injection.ts';
import type { Fault } from '../../../emulator/world/world.ts';
import { lastEntry } from '../journal/last-entry.ts';
import {
  basic,
  clientId,
  clientSecret,
  exchange,
  isTaken,
  obtainCode,
  openEmulator,
  refresh,
} from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

describe('matching requests to a fault', () => {
  const face = { method: 'POST', path: '/api/v1/flights', clientId: 'a', pilot: 'demo' };

  it('skips the first requests and stops after the given number', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const faults = [{ id: 1, match: {}, skip: 2, times: 2, effect, probability: 1, seen: 0, fired: 0 }];
    const touched = Array.from({ length: 6 }, () => takeFault(faults, face, 'seed') !== null);
    expect(touched).toEqual([false, false, true, true, false, false]);
  });
});

describe('refuses a fault that could never match and suggests a correction', () => {
  it.each([
    [{ path: '/_emulator/*' }, 'a path of the service, not of the control interface'],
    [{ path: 'api/*' }, 'match.path: expected a path that begins with a slash (did you mean “/api/*”?), got “api/*”'],
    [{ path: '/api/v1/flights?limit=1' }, 'a path without a query (did you mean “/api/v1/flights*”?)'],
    [{ path: '/api/*/flights' }, 'a path with * only at the end (did you mean “/api/*”?)'],
    [{ method: 'PSOT' }, 'match.method: expected an HTTP method (did you mean POST?), got “PSOT”.'],
    [
      { grantType: 'refresh' },
      'match.grantType: expected authorization_code or refresh_token (did you mean refresh_token?)',
    ],
    [{ grantType: 'password' }, 'match.grantType: expected authorization_code or refresh_token, got “password”.'],
    [{ grantType: 'refresh_token', path: '/api/*' }, 'match.path: expected a path that matches /oauth/token, because'],
    [{ pilot: 'demmo' }, 'Pilot demmo not found (did you mean demo?).'],
    [{ clientId: 'pilot-companion' }, 'Application pilot-companion not found (did you mean pilot-companion-demo?).'],
  ])('%j', async (match, message) => {
    const emulator = await openEmulator();
    expect(() => emulator.faults.add({ match, effect: { type: 'garbage' } })).toThrow(message);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it.each([
    {},
    { path: '*' },
    { path: '/*' },
    { path: '/nowhere' },
    { method: 'propfind' },
    { grantType: 'refresh_token', path: '/oauth/*' },
    { grantType: 'authorization_code', method: 'POST', path: '/oauth/token', pilot: 'demo', clientId },
  ])('accepts one that can: %j', async (match) => {
    const emulator = await openEmulator();
    expect(emulator.faults.add({ match, effect: { type: 'garbage' } }).match).toEqual(match);
  });

  it('accepts one in a state document', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ match: { path: '/api/*', pilot: 'demo' }, effect: { type: 'garbage' } });
    const document = emulator.state.export().replace('"/api/*"', '"api/*"').replace('"pilot":"demo"', '"pilot":"gone"');
    await emulator.state.import(document);
    expect(emulator.faults.list().items[0]?.match).toEqual({ path: 'api/*', pilot: 'gone' });
  });

  it('refuses one in a scenario, with its place, before anything starts', async () => {
    const emulator = await openEmulator();
    const load = (faults: object[], steps: object[] = []) =>
      emulator.scenario.load({ title: 'x', about: 'x', faults, steps });
    const effect = { type: 'garbage' };
    await expect(load([{ match: { path: 'api/*' }, effect }])).rejects.toThrow('faults.0.match.path: expected a path');
    await expect(load([{ match: { pilot: 'demmo' }, effect }])).rejects.toThrow('faults.0: Pilot demmo not found');
    const step = { at: '1m', call: 'faults.add', with: { match: { grantType: 'refresh' }, effect } };
    await expect(load([], [step])).rejects.toThrow('steps.0.with.match.grantType: expected authorization_code or');
  });
});

describe('a fault with a probability', () => {
  const drawsOf = (seed: string, change: Partial<Fault> = {}, between: () => void = () => undefined) => {
    const effect = { type: 'latency', ms: 1 } as const;
    const fault = { id: 1, match: {}, skip: 0, times: null, effect, probability: 0.3, seen: 0, fired: 0, ...change };
    return Array.from({ length: 1000 }, () => {
      between();
      return takeFault([fault], {}, seed) !== null;
    });
  };

  it('matches that share, and the same requests for the same seed', () => {
    const draws = drawsOf('a');
    expect(draws.filter(Boolean).length).toBeGreaterThan(250);
    expect(draws.filter(Boolean).length).toBeLessThan(350);
    expect(drawsOf('a', {}, () => takeFault([], {}, 'a'))).toEqual(draws);
  });

  it('matches other requests for another seed or another fault', () => {
    expect(drawsOf('b')).not.toEqual(drawsOf('a'));
    expect(drawsOf('a', { id: 2 })).not.toEqual(drawsOf('a'));
  });

  it.each([
    [0, 0],
    [1, 1000],
  ])('of %d matches %d of a thousand', (probability, touched) => {
    expect(drawsOf('a', { probability }).filter(Boolean)).toHaveLength(touched);
  });

  it('leaves the other requests to the next fault', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const rest = { match: {}, skip: 0, times: null, effect, seen: 0, fired: 0 };
    const faults = [
      { ...rest, id: 1, probability: 0 },
      { ...rest, id: 2, probability: 1 },
    ];
    expect(takeFault(faults, {}, 'a')?.id).toBe(2);
  });
});

describe('the effect of a fault', () => {
  it('answers with a status and changes nothing', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({
      match: { path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'status', status: 503, body: { detail: 'down' }, headers: { 'retry-after': '7' } },
    });
    const { access_token } = emulator.signIn();
    const answer = await upload(emulator, access_token, anyPng());
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, { detail: 'down' }, '7']);
    expect(emulator.flights.list().items).toEqual([]);
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(200);
  });

  it.each([
    ['<p>Down</p>', {}, 'text/plain; charset=utf-8', '<p>Down</p>'],
    ['<p>Down</p>', { 'content-type': 'text/html' }, 'text/html', '<p>Down</p>'],
    [{ a: [1, null] }, {}, 'application/json; charset=utf-8', '{"a":[1,null]}'],
    [{ a: 1 }, { 'content-type': 'application/problem+json' }, 'application/problem+json; charset=utf-8', '{"a":1}'],
    [null, {}, 'application/json; charset=utf-8', 'null'],
    [undefined, {}, undefined, ''],
  ])('answers with the body %j under %j', async (body, headers, type, text) => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'status', status: 503, body, headers } });
    const answer = await emulator.inject('/nowhere');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([503, type, text]);
  });

  it.each([
    { headers: { 'bad name': 'x' } },
    { headers: { name: 'two\nlines' } },
    { body: () => undefined },
    { body: 10n },
    { status: 99 },
  ])('is refused when it can’t be sent: %o', async (wrong) => {
    const emulator = await openEmulator();
    const add = () => emulator.faults.add({ effect: { type: 'status', status: 503, ...wrong } as FaultEffect });
    expect(add).toThrow(/^effect\.\w+: expected /);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it('delays on the clock of the service', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'latency', ms: 3000 } });
    let isAnswered = false;
    const answer = upload(emulator, emulator.signIn().access_token, anyPng()).finally(() => (isAnswered = true));
    await expect.poll(() => emulator.faults.list().items[0]?.fired).toBe(1);
    await emulator.clock.advance(2999);
    expect(isAnswered).toBe(false);
    await emulator.clock.advance(1);
    expect((await answer).statusCode).toBe(200);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('drops the connection %s the request takes effect', async (when, flights) => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    emulator.faults.add({ match: { method: 'POST' }, effect: { type: 'drop', when } });
    const { access_token } = emulator.signIn();
    const body = new FormData();
    body.set('report', new File([new Uint8Array(anyPng())], 'report.png'));
    const headers = { authorization: `Bearer ${access_token}` };
    await expect(fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body })).rejects.toThrow('fetch failed');
    expect(emulator.flights.list().items).toHaveLength(flights);
    await expect(upload(emulator, access_token, anyPng())).rejects.toThrow('response destroyed before completion');
  });

  it.each([
    [{ status: 200, body: '<h1>Hotel</h1>', headers: { 'content-type': 'text/html' } }, 'text/html', '<h1>Hotel</h1>'],
    [{ status: 404, body: { detail: 'not_found' } }, 'application/json; charset=utf-8', '{"detail":"not_found"}'],
    [{ status: 303, headers: { location: '/elsewhere' } }, undefined, ''],
    [{ status: 204 }, undefined, ''],
    [{ status: 503 }, undefined, ''],
  ] as [{ status: number; body?: unknown; headers?: Record<string, string> }, string | undefined, string][])(
    'processes the upload, then answers %o',
    async (answer, type, text) => {
      const emulator = await openEmulator();
      emulator.faults.add({ effect: { type: 'done-then', ...answer } });
      const got = await upload(emulator, emulator.signIn().access_token, anyPng());
      expect([got.statusCode, got.headers['content-type'], got.body]).toEqual([answer.status, type, text]);
      expect(got.headers['location']).toBe(answer.headers?.['location']);
      expect(emulator.flights.list().items).toHaveLength(1);
      expect(lastEntry(emulator)).toMatchObject({ status: answer.status, fault: 1, rule: 'accepted: flight 4700' });
    },
  );

  it('processes the upload, then cuts the response', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'done-then', status: 500, body: 'something', afterBytes: 4 } });
    await expect(upload(emulator, emulator.signIn().access_token, anyPng())).rejects.toThrow('destroyed');
    expect(emulator.flights.list().items).toHaveLength(1);
    expect(lastEntry(emulator)).toMatchObject({ status: 500, outcome: 'cut', answer: { body: 'some' } });
  });

  it.each(['authorization_code', 'refresh_token'] as const)(
    'processes a grant of %s, then answers with a page: the credential is used up',
    async (grantType) => {
      const emulator = await openEmulator({ autoConsent: true });
      const effect = { type: 'done-then', status: 200, body: '<p>', headers: { 'content-type': 'text/html' } } as const;
      const { refresh_token } = emulator.signIn();
      const code = await obtainCode(emulator);
      const isRenewal = grantType === 'refresh_token';
      const ask = () => (isRenewal ? refresh(emulator, refresh_token) : exchange(emulator, { code }));
      emulator.faults.add({ match: { grantType }, times: 1, effect });
      expect((await ask()).body).toBe('<p>');
      expect((await ask()).json().error).toBe('invalid_grant');
    },
  );

  it('drops the response to a refresh and still invalidates the old token', async () => {
    const emulator = await openEmulator();
    const { refresh_token, access_token } = emulator.signIn();
    emulator.faults.add({
      match: { grantType: 'refresh_token', pilot: 'demo' },
      times: 1,
      effect: { type: 'drop', when: 'after' },
    });
    await expect(refresh(emulator, refresh_token)).rejects.toThrow('response destroyed before completion');
    expect(await isTaken(emulator, access_token)).toBe(true);
    expect((await refresh(emulator, refresh_token)).json().error).toBe('invalid_grant');
  });

  it('recognizes an application by form, Basic and token', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ match: { clientId }, effect: { type: 'status', status: 502 } });
    const { access_token } = emulator.signIn();
    const other = emulator.signIn({ clientId: 'logbook-reader-demo' });
    const byBasic = { client_id: undefined, client_secret: undefined };
    expect((await exchange(emulator, { code: 'x' })).statusCode).toBe(502);
    expect((await exchange(emulator, byBasic, { authorization: basic(clientId, clientSecret) })).statusCode).toBe(502);
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(502);
    expect(await isTaken(emulator, other.access_token)).toBe(true);
  });

  it('ends when the fault is removed', async () => {
    const emulator = await openEmulator();
    const { id } = emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.remove(id);
    emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.clear();
    expect(await isTaken(emulator, emulator.signIn().access_token)).toBe(true);
  });
});

/** All that comes over a connection of one's own until it ends. */
async function askRaw(emulator: Emulator, head: string): Promise<string> {
  const { url } = await emulator.start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('a damaged response', () => {
  it.each([0, 5, 22, 1000])('is cut after %d bytes, with the full Content-Length', async (afterBytes) => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'cut', afterBytes } });
    const [head = '', body] = (await askRaw(emulator, 'GET /nowhere')).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 404 [^]*content-length: 22/);
    expect(body).toBe('{"detail":"not_found"}'.slice(0, afterBytes));
    await expect.poll(() => lastEntry(emulator).outcome).toBe('cut');
    expect(lastEntry(emulator)).toMatchObject({
      status: 404,
      fault: 1,
      answer: { body: body === '' ? null : body, bodyBytes: body?.length },
    });
  });

  it('leaves the effect of the request in place', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'cut', afterBytes: 10 } });
    await expect(upload(emulator, emulator.signIn().access_token, anyPng())).rejects.toThrow('destroyed');
    expect(emulator.flights.list().items).toHaveLength(1);
    expect(lastEntry(emulator)).toMatchObject({ outcome: 'cut', rule: 'accepted: flight 4700' });
  });

  it('masks a token that it cuts in two', async () => {
    const emulator = await openEmulator();
    const { refresh_token } = emulator.signIn();
    emulator.faults.add({ effect: { type: 'cut', afterBytes: 40 } });
    await expect(refresh(emulator, refresh_token)).rejects.toThrow('destroyed');
    expect(lastEntry(emulator).answer?.body).toMatch(/^\{"access_token":"at_‹.{6}›$/);
  });

  it('has garbage of the same status, type and length, repeatable by seed', async () => {
    const garbageOf = async (seed: string) => {
      const emulator = await openEmulator({ seed });
      emulator.faults.add({ effect: { type: 'garbage' } });
      const { access_token } = emulator.signIn();
      const answers = [await upload(emulator, access_token, anyPng()), await upload(emulator, access_token, anyPng())];
      expect(emulator.flights.list().items).toHaveLength(1);
      const { statusCode, headers } = answers[0]!;
      expect([statusCode, headers['content-type'], headers['content-length']]).toEqual([
        200,
        'application/json; charset=utf-8',
        '319',
      ]);
      expect(lastEntry(emulator).answer?.body).toBe('<21 bytes of binary data>');
      return answers.map(({ rawPayload }) => rawPayload.toString('hex'));
    };
    const [first, second] = await garbageOf('a');
    expect(first).toMatch(/^ff/);
    expect(second).not.toBe(first?.slice(0, second?.length));
    expect(await garbageOf('a')).toEqual([first, second]);
    expect(await garbageOf('b')).not.toEqual([first, second]);
  });

  it('arrives at the given bytes per second of the service’s time', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'throttle', bytesPerSecond: 10 } });
    const { url } = await emulator.start();
    const answer = await fetch(`${url}/nowhere`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([404, '22']);
    let body = '';
    const reading = (async () => {
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) body += piece;
    })();
    await emulator.clock.advance(500);
    await expect.poll(() => body).toBe('{"det');
    await emulator.clock.advance(1699);
    await expect.poll(() => body).toBe('{"detail":"not_found"');
    await emulator.clock.advance(1);
    await reading;
    expect(body).toBe('{"detail":"not_found"}');
  });

  it('throttles an upload', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    emulator.faults.add({ times: 1, effect: { type: 'throttle', bytesPerSecond: 100_000 } });
    const { url } = await emulator.start();
    const body = new FormData();
    body.set('report', new File([new Uint8Array(Buffer.concat([anyPng(), Buffer.alloc(999_600)]))], 'report.png'));
    let isAnswered = false;
    const headers = { authorization: `Bearer ${access_token}` };
    const asking = fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body }).then((answer) => {
      isAnswered = true;
      return answer.json();
    });
    await expect.poll(() => emulator.clock.read().nextDueAt).not.toBeNull();
    await emulator.clock.advance(9_900);
    expect([isAnswered, emulator.flights.list().items]).toEqual([false, []]);
    // Body and answer are a little over a million bytes.
    await emulator.clock.advance(200);
    expect(await asking).toMatchObject({ id: 4700 });
  });

  it('ends when the emulator stops', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'throttle', bytesPerSecond: 1 } });
    const { url } = await emulator.start();
    const answer = await fetch(`${url}/nowhere`);
    await emulator.stop();
    await expect(answer.text()).rejects.toThrow('terminated');
  });
});
