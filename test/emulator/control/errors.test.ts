import { describe, expect, it } from 'vitest';
import { createClock } from '../../../emulator/clock/clock.ts';
import { clientId, openEmulator, sendRequest } from '../open-emulator.ts';
import { callControl } from './call-control.ts';

const garbage = { effect: { type: 'garbage' } };

describe('refuses invalid input and states what is expected', () => {
  it.each([
    [
      'POST /clock',
      { advanceMs: '5 s' },
      'advanceMs: expected a duration such as 250ms or 5s, or a number of milliseconds, got “5 s”.',
    ],
    ['POST /clock', { scale: 0 }, 'scale: expected a number from 0.001 to 100000, got 0.'],
    ['POST /clock', { set: 'tomorrow' }, 'set: expected a date and time such as 2026-05-12T12:00:00Z, got “tomorrow”.'],
    ['POST /clock', { set: '2026-05-12T13:00:00' }, 'set: expected a date and time such as 2026-05-12T12:00:00Z,'],
    ['POST /clock', { set: '2026-02-31T13:00:00Z' }, 'set: expected a date and time'],
    ['POST /clock', { freeze: 'yes' }, 'freeze: expected true or false, got “yes”.'],
    [
      'POST /clock',
      { advance: 5 },
      'clock.change: unknown member “advance”; allowed: scale, freeze, set, advanceMs (did you mean advanceMs?).',
    ],
    ['POST /clock', { advanceMs: 1e15 }, 'The latest possible time is 9000-01-01T00:00:00.000Z.'],
    ['POST /reset', { slices: ['clock', 'time'] }, 'slices.1: expected clock or faults or journal or limits or'],
    ['POST /reset', { slices: 'clock' }, 'slices: expected a list of clock, faults, journal'],
    [
      'POST /faults',
      {},
      'effect: expected an effect whose type is status, done-then, latency, drop, cut, garbage or throttle',
    ],
    ['POST /faults', { effect: { type: 'explode' } }, 'garbage or throttle, got “explode”.'],
    ['POST /faults', { effect: { type: 'garbge' } }, 'garbage or throttle (did you mean garbage?), got “garbge”.'],
    [
      'POST /faults',
      { match: { path: '/w/one/api/v1/flights' }, ...garbage },
      'match.path: expected a path within the world (did you mean “/api/v1/flights”?)',
    ],
    [
      'POST /faults',
      { match: { query: '?limit=1' }, effect: { type: 'status', status: 500 } },
      'match.query: expected a query without its question mark (did you mean “limit=1”?)',
    ],
    [
      'POST /faults',
      { match: { grantType: 'refresh_token', form: { grant_type: 'x' } }, effect: { type: 'status', status: 500 } },
      'match.form: expected no other grant_type than refresh_token',
    ],
    ['PATCH /settings', { severalReports: 'lst' }, '(did you mean last?)'],
    [
      'POST /faults',
      { effect: { type: 'latency' } },
      'effect.ms: expected a duration such as 3s, or an object with normal, logNormal or list, got nothing.',
    ],
    ['POST /faults', { effect: { type: 'latency', ms: 9e15 } }, 'effect.ms: expected a duration of at most 36500d'],
    [
      'POST /faults',
      { effect: { type: 'status', status: 503, headers: { trailer: 'x' } } },
      'effect.headers: expected valid headers other than Content-Length',
    ],
    ['POST /faults', { effect: { type: 'garbage', x: 1 } }, 'effect: unknown member “x”; allowed: type.'],
    ['POST /faults', { probability: 2, ...garbage }, 'probability: expected a number from 0 to 1, got 2'],
    ['POST /faults', { times: 0, ...garbage }, 'times: expected a whole number, 1 or more, or null'],
    [
      'POST /faults',
      { match: { headers: { 'X Y': 'x' } }, ...garbage },
      'match.headers: expected names of headers, which “X Y” is not',
    ],
    [
      'POST /faults',
      { effect: { type: 'status', status: 204, body: 'x' } },
      'effect.body: expected no body, because the status has none, got “x”.',
    ],
    ['GET /journal?after=abc', undefined, 'after: expected the `next` of an earlier page of this list.'],
    ['POST /worlds', { idle: '0s' }, 'idle: expected a duration of at least 1ms, got “0s”.'],
    ['DELETE /faults/x', undefined, 'id: expected a whole number from 1 to 999999999999999, got “x”.'],
    ['POST /flights', {}, 'count: expected a whole number from 1 to 10000, got nothing.'],
    ['POST /flights', { count: 10_001 }, 'count: expected a whole number from 1 to 10000, got 10001.'],
    ['POST /flights', { records: [{}, { other: 1 }] }, 'records.1: unknown member “other”; allowed: pilot, clientId,'],
    ['POST /flights', { records: [], count: 1 }, 'flights.add: unknown member “count”; allowed: records.'],
    ['POST /flights', { count: 1, figures: { pax: 'many' } }, 'figures.pax: expected a number, got “many”.'],
    ['POST /flights/1/check', { pax: null }, 'pax: expected a number, got null.'],
    ['POST /flights/1/archive', { pax: 1 }, 'flights.archive: unknown member “pax”; allowed: id.'],
    ['GET /flights?limit=0', undefined, 'limit: expected a whole number from 1 to 1000, got “0”.'],
    ['GET /flights?after=x', undefined, 'after: expected the `next` of an earlier page of this list.'],
    ['GET /flights?newestFirst=1', undefined, 'newestFirst: expected true or false, got “1”.'],
    ['GET /pilots?after=nobody', undefined, 'after: expected the `next` of an earlier page of this list.'],
    ['POST /pilots', { id: '', name: 'x' }, 'id: expected a non-empty text, got “”.'],
    ['POST /applications', { clientId: 'x' }, 'redirectUris: expected a list of redirect URIs, got nothing.'],
    [`PATCH /applications/${clientId}`, { redirectUris: [5] }, 'redirectUris.0: expected a text, got 5.'],
    [`PATCH /applications/${clientId}`, { clientId: 'x' }, 'clientId is given more than once.'],
    ['POST /wait/requests', { match: { state: 1 } }, 'match: unknown member “state”; allowed: method, path, status'],
    [
      'POST /wait/requests',
      { match: { status: 'ok' } },
      'match.status: expected a status such as 429, or 4xx, got “ok”.',
    ],
    [
      'POST /wait/requests',
      { match: { path: 'api/*' } },
      'match.path: expected a path that begins with a slash (did you mean “/api/*”?)',
    ],
    ['POST /wait/requests', { count: 1, atLeast: 2 }, 'atLeast: expected count or atLeast, not both'],
    ['POST /wait/requests', { timeout: '1h' }, 'timeout: expected a duration of at most 10m, got “1h”.'],
    ['POST /tokens/expire', { kind: 'id' }, 'kind: expected access or refresh or code, got “id”.'],
    ['POST /sign-in', { scopes: [] }, 'scopes: expected at least one scope, got [].'],
    [
      'PATCH /settings',
      { minGapMs: -1 },
      'minGapMs: expected a number of milliseconds, 0 or more, or a text as for --min-gap',
    ],
    [
      'PATCH /settings',
      { minGap: 5 },
      'Unknown setting minGap (did you mean minGapMs?); live settings are autoConsent, minGapMs',
    ],
    ['PUT /state', {}, 'Not a valid state document (format: '],
    [
      'POST /scenario',
      { document: { title: 'x', about: 'x', steps: [{ at: '999999999d', call: 'faults.clear' }] } },
      'Can’t run the scenario: steps.0.at: expected a duration of at most 36500d, got “999999999d”',
    ],
    ['POST /scenario', {}, 'scenario.load: expected the name of a scenario, or a document'],
    ['POST /clock', '{"advanceMs":', 'The body must be one JSON object.'],
    ['POST /clock', '[]', 'The body must be one JSON object.'],
    ['POST /clock', '"x"', 'The body must be one JSON object.'],
    ['GET /clock?x=1', undefined, 'clock.read: unknown member “x”; allowed: nothing.'],
    ['GET /flights?limit=1&limit=2', undefined, 'limit is given more than once.'],
  ])('%s %j', async (line, body, message) => {
    const emulator = await openEmulator();
    const answer = await callControl(emulator, line, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) } });
  });

  it('refuses a body that is not JSON', async () => {
    const emulator = await openEmulator();
    const answer = await callControl(emulator, 'POST /clock', 'advanceMs=5', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'The body must be JSON, with Content-Type: application/json.' },
    });
  });

  it('refuses an invalid Content-Type', async () => {
    const answer = await callControl(await openEmulator(), 'POST /clock', '{}', { 'content-type': 'json' });
    expect(answer.status).toBe(400);
  });

  it('refuses an oversized body, with a higher limit for a state document', async () => {
    const emulator = await openEmulator();
    const long = { reason: 'x'.repeat(1_100_000) };
    expect(await callControl(emulator, 'POST /clock', long)).toMatchObject({
      status: 413,
      body: { error: 'The body exceeds 1048576 bytes.' },
    });
    expect(await callControl(emulator, 'PUT /state', long)).toMatchObject({ status: 400 });
  });
});

describe('answers 404 for what does not exist', () => {
  it.each([
    ['GET /flights/9', 'Flight 9 not found.'],
    ['POST /flights/9/check', 'Flight 9 not found.'],
    ['GET /journal/7', 'Request 7 is not in the journal.'],
    ['DELETE /faults/3', 'Fault 3 not found.'],
    ['PATCH /applications/nobody', 'Application nobody not found.'],
    ['POST /consents/x/revoke', 'Consent x not found.'],
    ['GET /nothing', 'No such call: /_emulator/nothing. /_emulator/openapi.json lists all calls.'],
    ['GET /flights/1/2/3', 'No such call: /_emulator/flights/1/2/3.'],
    ['GET /flights/%E0%A4%A', 'No such call: the URL cannot be decoded.'],
    ['GET /flights/%FF', 'No such call: the URL cannot be decoded.'],
    ['GET /clock/', 'No such call: /_emulator/clock/ (did you mean clock?).'],
    ['GET /flights?pilot=nobody', 'Pilot nobody not found.'],
    ['GET /consents?pilot=secon', 'Pilot secon not found (did you mean second?).'],
    ['POST /consents/revoke', 'Pilot nobody not found.', { pilot: 'nobody' }],
    ['POST /tokens/expire', 'Consent nope not found.', { consentId: 'nope' }],
    ['POST /sign-in', 'Pilot nobody not found.', { pilot: 'nobody' }],
    ['POST /sign-in', 'Application x not found.', { clientId: 'x' }],
    ['POST /sign-in', 'Scope all not found.', { scopes: ['all'] }],
    ['POST /flights', 'Application x not found.', { count: 1, clientId: 'x' }],
    ['POST /scenario', 'No scenario “x”', { name: 'x' }],
    // What can’t come is not waited for.
    ['POST /wait/requests', 'Pilot secnd not found (did you mean second?).', { match: { pilot: 'secnd' }, count: 0 }],
    ['POST /wait/requests', 'Fault 7 not found.', { match: { fault: 7 }, count: 0 }],
  ])('%s', async (line, message, body?: object) => {
    const answer = await callControl(await openEmulator(), line, body);
    expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining(message) } });
  });
});

it.each(
  ['PROPFIND', 'DELETE'].flatMap((method) => [
    [method, '/_emulator', 'GET, HEAD'],
    [method, '/_emulator/', 'GET, HEAD'],
    [method, '/_emulator/health', 'GET, HEAD'],
    [method, '/_emulator/clock', 'GET, HEAD, POST'],
  ]),
)('answers an unsupported method with 405 and Allow %s %s', async (method, path, allowed) => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const headers = { authorization: `Bearer ${emulator.controlToken}` };
  const answer = await sendRequest(url, { method, path, headers });
  expect([answer.statusCode, answer.headers.allow, JSON.parse(answer.text)]).toEqual([
    405,
    allowed,
    { error: `${path} does not support ${method}; use ${allowed}.` },
  ]);
});

describe('answers 409 with a reason when a rule forbids the call', () => {
  it.each([
    ['POST /clock', { set: '2026-05-12T11:59:59Z' }, 'Time can’t go back: it is 2026-05-12T12:00:00.000Z'],
    ['POST /flights', { count: 1, moderatorChecked: true, automatedChecked: false }, 'only after the automatic check'],
    ['POST /flights', { count: 1, createdAt: '2026-05-12T12:00:01Z' }, 'createdAt is in the future'],
    ['POST /flights/4700/moderate', undefined, 'Flight 4700 has not passed the automatic check yet.'],
    ['POST /pilots', { id: 'demo', name: 'x' }, 'Pilot demo already exists.'],
    ['POST /applications', { clientId, redirectUris: [] }, `Application ${clientId} already exists.`],
    [`PATCH /applications/${clientId}`, { redirectUris: ['http://example.org'] }, 'neither https nor a loopback URL'],
    [`PATCH /applications/${clientId}`, { redirectUris: ['nothing'] }, 'is not a valid URL'],
    ['PATCH /settings', { port: 5 }, 'port can only be set at startup.'],
    ['PATCH /settings', { minGapMs: 1, mode: 'strict' }, 'mode can only be set at startup'],
  ])('%s %j', async (line, body, message) => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 1 });
    const before = emulator.state.export();
    const answer = await callControl(emulator, line, body);
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining(message) } });
    expect(emulator.state.export()).toBe(before);
    expect(emulator.settings.list().items).toContainEqual(expect.objectContaining({ name: 'minGapMs', value: 5000 }));
  });

  it('advances an external clock, but does not freeze, scale or reset it', async () => {
    const clock = createClock({ startMs: 0, scale: 0 });
    const emulator = await openEmulator({
      clock: { ...clock, steering: undefined } as unknown as ReturnType<typeof createClock>,
    });
    const message = 'This emulator uses an external clock, which can’t be frozen or scaled here.';
    await expect(emulator.clock.change({ freeze: true, advanceMs: 5 })).rejects.toThrow(message);
    await expect(emulator.clock.change({ scale: 2 })).rejects.toThrow(message);
    expect(() => emulator.reset({ slices: ['clock'] })).toThrow('which can’t be reset');
    expect(emulator.clock.now()).toBe(0);
    await emulator.clock.change({ set: '1970-01-01T00:01:00Z', advanceMs: 500 });
    expect(clock.now()).toBe(60_500);
    emulator.reset();
    expect(emulator.clock.read()).toMatchObject({ now: '1970-01-01T00:01:00.500Z' });
  });
});
