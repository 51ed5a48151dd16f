// What a fault can match beyond method and path, how long its delay is, and templates in its response.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { FaultMatch } from '../../../emulator/emulator.ts';
import { delayMs, takeFault } from '../../../emulator/faults/fault-injection.ts';
import { isMatch } from '../../../emulator/faults/request-traits.ts';
import type { Delay } from '../../../emulator/world/fault-schema.ts';
import { anyPng, boundary, multipart, report, upload } from '../images.ts';
import { clientId, get, openEmulator, refresh } from '../open-emulator.ts';
import type { Fault } from '../../../emulator/world/world.ts';

const failing = { type: 'status', status: 503 } as const;

async function withFault(match: FaultMatch) {
  const emulator = await openEmulator({ minGapMs: 0 });
  emulator.faults.add({ match, effect: failing });
  return { emulator, token: emulator.signIn().access_token };
}

describe('matching requests to a fault', () => {
  const face = { method: 'POST', path: '/api/v1/flights', clientId: 'a', pilot: 'demo' };

  it.each([
    [{}, true],
    [{ method: 'post' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/api/v1/flights' }, true],
    [{ path: '/api/v1' }, false],
    [{ path: '/api/*' }, true],
    [{ path: '/oauth/*' }, false],
    [{ pilot: 'demo', clientId: 'a' }, true],
    [{ pilot: 'second' }, false],
    [{ grantType: 'refresh_token' }, false],
  ])('%j: %s', (match, expected) => {
    expect(isMatch(match, face)).toBe(expected);
  });

  it('skips the first requests and stops after the given number', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const faults = [{ id: 1, match: {}, skip: 2, times: 2, effect, probability: 1, seen: 0, fired: 0 }];
    const touched = Array.from({ length: 6 }, () => takeFault(faults, face, 'seed') !== null);
    expect(touched).toEqual([false, false, true, true, false, false]);
  });
});

describe('a fault matches an upload by', () => {
  const parts = [{ name: 'note', content: 'text' }, report(anyPng(), 'Evening.png')];

  it.each([
    ['the name of its file', { fileName: 'evening' }, 503],
    ['another name', { fileName: 'morning' }, 200],
    ['the type of its file', { contentType: 'image/png' }, 503],
    ['another type', { contentType: 'image/jpeg' }, 200],
    ['a header', { headers: { 'Content-Type': 'MULTIPART' } }, 503],
    ['a header that is missing', { headers: { 'x-request-id': '' } }, 200],
    ['several together', { method: 'POST', fileName: '.png', pilot: 'demo' }, 503],
    ['several, of which one does not match', { fileName: '.png', pilot: 'second' }, 200],
  ] satisfies [string, FaultMatch, number][])('%s', async (_name, match, status) => {
    const { emulator, token } = await withFault(match);
    expect((await upload(emulator, token, parts)).statusCode).toBe(status);
    // The part that was read for matching is read again.
    expect(emulator.flights.list().items.map(({ sizeBytes }) => sizeBytes)).toEqual(
      status === 200 ? [anyPng().length] : [],
    );
  });

  it('its file, also if the body comes in pieces over a network', async () => {
    const { emulator, token } = await withFault({ fileName: 'other' });
    const { url } = await emulator.start();
    const image = Buffer.concat([anyPng(), Buffer.alloc(300_000)]);
    const body = multipart([report(image, 'pieces.png')]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1/flights HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (let at = 0; at < body.length; at += 40_000) {
      socket.write(body.subarray(at, at + (at === 0 ? 20 : 40_000)));
      if (at === 0) socket.write(body.subarray(20, 40_000));
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    expect(emulator.flights.list().items).toMatchObject([{ fileName: 'pieces.png', sizeBytes: image.length }]);
  });

  it.each(['', `--${boundary}--\r\n`, 'no multipart at all'])('its file, and lets the body %j pass', async (body) => {
    const { emulator, token } = await withFault({ fileName: 'x' });
    const answer = await upload(emulator, token, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'missing_file' }]);
  });
});

it('matches a token request by a field of its form', async () => {
  const emulator = await openEmulator();
  const { refresh_token } = emulator.signIn();
  emulator.faults.add({ match: { form: { scope: 'openid' } }, effect: failing });
  expect((await refresh(emulator, refresh_token, { scope: 'openid' })).statusCode).toBe(503);
  expect((await refresh(emulator, refresh_token)).statusCode).toBe(200);
});

it('matches by the query', async () => {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn();
  emulator.faults.add({ match: { query: 'limit=7' }, effect: failing });
  expect((await get(emulator, '/api/v1/flights?limit=7', access_token)).statusCode).toBe(503);
  expect((await get(emulator, '/api/v1/flights?limit=8', access_token)).statusCode).toBe(200);
});

describe('a delay', () => {
  const drawn = (delay: Delay, seed = 'seed') =>
    Array.from({ length: 2000 }, (_, index) => delayMs(delay, { id: 1, fired: index + 1 }, seed));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('is fixed, or the next of a list', () => {
    expect(drawn(250).slice(0, 2)).toEqual([250, 250]);
    expect(drawn({ list: [10, 20, 30] }).slice(0, 4)).toEqual([10, 20, 30, 10]);
  });

  it('is normal: with its mean and deviation, never negative, the same for a seed', () => {
    const delays = drawn({ normal: { mean: 300, deviation: 50 } });
    const spread = Math.sqrt(mean(delays.map((value) => (value - mean(delays)) ** 2)));
    expect(Math.abs(mean(delays) - 300)).toBeLessThan(5);
    expect(Math.abs(spread - 50)).toBeLessThan(5);
    expect(delays).toEqual(drawn({ normal: { mean: 300, deviation: 50 } }));
    expect(delays).not.toEqual(drawn({ normal: { mean: 300, deviation: 50 } }, 'another'));
    expect(Math.min(...drawn({ normal: { mean: 10, deviation: 50 } }))).toBe(0);
  });

  it('is log-normal: with its median, and a long tail', () => {
    const delays = drawn({ logNormal: { median: 200, sigma: 0.8 } }).toSorted((one, other) => one - other);
    expect(Math.abs((delays[1000] ?? 0) - 200)).toBeLessThan(20);
    expect(mean(delays)).toBeGreaterThan(240);
  });
});

describe('a template', () => {
  const answered = async (body: unknown, url = '/api/v1/flights?limit=7'): Promise<string> => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'status', status: 418, body } });
    const headers = {
      'x-request-id': 'abc',
      authorization: `Bearer ${emulator.signIn({ pilot: 'second' }).access_token}`,
    };
    return (await emulator.inject({ url, headers })).body;
  };

  it('is filled in a text', async () => {
    expect(
      await answered('{{method}} {{path}} of {{ pilot }} at {{now}}: {{query.limit}}, {{header.X-Request-Id}}'),
    ).toBe('GET /api/v1/flights of second at 2026-05-12T12:00:00.000Z: 7, abc');
  });

  it('is filled in JSON, where a number stays one', async () => {
    const body = { nested: [{ id: '{{count}}', text: 'no. {{count}}' }], untouched: 1, missing: '{{header.none}}' };
    expect(JSON.parse(await answered(body))).toEqual({ nested: [{ id: 1, text: 'no. 1' }], untouched: 1, missing: '' });
  });

  it('is filled after the request was processed', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'done-then', status: 500, body: { at: '{{path}}' } } });
    const answer = await upload(emulator, emulator.signIn().access_token, anyPng());
    expect([answer.json(), emulator.flights.list().items.length]).toEqual([{ at: '/api/v1/flights' }, 1]);
  });
});

describe('a fault that can’t be sent or could never match', () => {
  it.each<[object, string]>([
    [{ effect: { ...failing, body: '{{pth}}' } }, 'effect.body: expected templates with method, path, query,'],
    [{ effect: { type: 'latency', ms: { list: [] } } }, 'effect.ms.list: expected at least one duration, got []'],
    [
      { effect: { type: 'latency', ms: { normal: { mean: 1 } } } },
      'effect.ms.normal.deviation: expected a duration such as 250ms or 5s',
    ],
    [{ match: { headers: { a: 1 } } }, 'match.headers.a: expected a text, got 1.'],
    [{ match: { method: 'GET', fileName: 'a' } }, 'match.method: expected POST, because fileName is set'],
    [{ match: { method: 'GET', grantType: 'refresh_token' } }, 'match.method: expected POST'],
    [
      { match: { path: '/oauth/token', contentType: 'image/png' } },
      'match.path: expected a path that matches /api/v1/flights, because contentType is set',
    ],
    [
      { match: { grantType: 'refresh_token', path: '/api/*' } },
      'match.path: expected a path that matches /oauth/token, because',
    ],
    [{ match: { fileName: 'a', form: { b: 'c' } } }, 'match.form: expected no form or grantType'],
    [{ match: { path: '/api/v1/flight' } }, 'a path of the service (did you mean “/api/v1/flights”?)'],
    [{ match: { path: '/api/v1/flights/' } }, '(did you mean “/api/v1/flights”?)'],
    [{ match: { path: '/Oauth/tokens' } }, '(did you mean “/oauth/token”?)'],
    [{ match: { path: '/oauht/*' } }, '(did you mean “/oauth/*”?)'],
    [{ match: { path: '/_emulator/*' } }, 'a path of the service, not of the control interface'],
    [{ match: { path: 'api/*' } }, 'expected a path that begins with a slash (did you mean “/api/*”?), got “api/*”'],
    [{ match: { path: '/api/v1/flights?limit=1' } }, 'a path without a query (did you mean “/api/v1/flights*”?)'],
    [{ match: { path: '/api/*/flights' } }, 'a path with * only at the end (did you mean “/api/*”?)'],
    [{ match: { method: 'PSOT' } }, 'match.method: expected an HTTP method (did you mean POST?), got “PSOT”.'],
    [
      { match: { grantType: 'refresh' } },
      'match.grantType: expected authorization_code or refresh_token (did you mean refresh_token?)',
    ],
    [
      { match: { grantType: 'password' } },
      'match.grantType: expected authorization_code or refresh_token, got “password”.',
    ],
    [{ match: { pilot: 'demmo' } }, 'Pilot demmo not found (did you mean demo?).'],
    [
      { match: { clientId: 'pilot-companion' } },
      'Application pilot-companion not found (did you mean pilot-companion-demo?).',
    ],
  ])('is refused: %j', async (fault, message) => {
    const emulator = await openEmulator();
    expect(() => emulator.faults.add({ effect: failing, ...fault })).toThrow(message);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it.each([
    {},
    { path: '*' },
    { path: '/o*' },
    { path: '/api' },
    { path: '/nowhere' },
    { path: '/api/v1/flights/4700' },
    { path: '/api/v1/flights/*' },
    { method: 'propfind' },
    { grantType: 'refresh_token', path: '/oauth/*' },
    { grantType: 'authorization_code', method: 'POST', path: '/oauth/token', pilot: 'demo', clientId },
  ])('is accepted if it can match: %j', async (match) => {
    const emulator = await openEmulator();
    expect(emulator.faults.add({ match, effect: { type: 'garbage' } }).match).toEqual(match);
  });

  it('is accepted in a state document', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ match: { path: '/api/*', pilot: 'demo' }, effect: { type: 'garbage' } });
    const document = emulator.state.export().replace('"/api/*"', '"api/*"').replace('"pilot":"demo"', '"pilot":"gone"');
    await emulator.state.import(document);
    expect(emulator.faults.list().items[0]?.match).toEqual({ path: 'api/*', pilot: 'gone' });
  });

  it('is refused in a scenario, with its place, before anything starts', async () => {
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
