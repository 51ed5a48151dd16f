import { describe, expect, it } from 'vitest';
import { createClock } from '../../../emulator/clock/clock.ts';
import { clientId, openEmulator } from '../open-emulator.ts';
import { ask } from './ask.ts';

describe('what a call does not take is refused with what it takes', () => {
  it.each([
    ['POST /clock', { advanceMs: '5s' }, 'advanceMs takes a number of milliseconds, 0 or more; “5s” is not that.'],
    ['POST /clock', { advanceMs: -1 }, 'advanceMs takes a number of milliseconds, 0 or more; -1 is not that.'],
    ['POST /clock', { scale: 0 }, 'scale takes a number from 0.001 to 100000; 0 is not that.'],
    ['POST /clock', { set: 'tomorrow' }, 'set takes a moment such as 2026-05-12T12:00:00Z; “tomorrow” is not that.'],
    ['POST /clock', { set: '2026-05-12T13:00:00' }, 'set takes a moment such as 2026-05-12T12:00:00Z;'],
    ['POST /clock', { set: '2026-02-31T13:00:00Z' }, 'set takes a moment'],
    ['POST /clock', { freeze: 'yes' }, 'freeze takes true or false; “yes” is not that.'],
    ['POST /clock', { advance: 5 }, 'clock.change has no “advance”; it takes scale, freeze, set, advanceMs.'],
    ['POST /clock', { advanceMs: 1e15 }, 'Time ends at 9000-01-01T00:00:00.000Z here.'],
    ['POST /reset', { slices: ['clock', 'time'] }, 'slices.1 takes clock or faults or journal or limits or'],
    ['POST /reset', { slices: 'clock' }, 'slices takes a list of clock, faults, journal'],
    [
      'POST /faults',
      {},
      'effect takes an effect whose type is status, done-then, latency, drop, cut, garbage or throttle',
    ],
    ['POST /faults', { effect: { type: 'explode' } }, '“explode” is not that.'],
    ['POST /faults', { effect: { type: 'status', status: 99 } }, 'effect.status takes a status from 200 to 599; 99'],
    [
      'POST /faults',
      { effect: { type: 'latency' } },
      'effect.ms takes a number of milliseconds, 0 to 100 years; it is missing.',
    ],
    ['POST /faults', { effect: { type: 'latency', ms: 9e15 } }, 'effect.ms takes a number of milliseconds'],
    [
      'POST /faults',
      { effect: { type: 'status', status: 503, headers: { trailer: 'x' } } },
      'effect.headers takes texts by name, as a header can carry them, without Content-Length',
    ],
    ['POST /faults', { effect: { type: 'garbage', x: 1 } }, 'effect has no “x”; it takes type.'],
    [
      'POST /faults',
      { match: { methods: 'GET' }, effect: { type: 'garbage' } },
      'match has no “methods”; it takes method, path, grantType, clientId, pilot.',
    ],
    ['POST /faults', { probability: 2, effect: { type: 'garbage' } }, 'probability takes a number from 0 to 1; 2'],
    ['POST /faults', { times: 1.5, effect: { type: 'garbage' } }, 'times takes a whole number, 0 or more, or null'],
    ['DELETE /faults/x', undefined, 'id takes a whole number from 1 to 999999999999999; “x” is not that.'],
    ['POST /flights', {}, 'count takes a whole number from 1 to 10000; it is missing.'],
    ['POST /flights', { count: 10_001 }, 'count takes a whole number from 1 to 10000; 10001 is not that.'],
    ['POST /flights', { records: [{}, { pilots: 1 }] }, 'records.1 has no “pilots”; it takes pilot, clientId,'],
    ['POST /flights', { records: [], count: 1 }, 'flights.add has no “count”; it takes records.'],
    ['POST /flights', { count: 1, figures: { pax: 'many' } }, 'figures.pax takes a number; “many” is not that.'],
    ['POST /flights/1/check', { pax: null }, 'pax takes a number; null is not that.'],
    ['POST /flights/1/archive', { pax: 1 }, 'flights.archive has no “pax”; it takes id.'],
    ['GET /flights?limit=0', undefined, 'limit takes a whole number from 1 to 1000; “0” is not that.'],
    ['GET /flights?after=x', undefined, 'after takes the `next` of an earlier page of this list.'],
    ['GET /flights?newestFirst=1', undefined, 'newestFirst takes true or false; “1” is not that.'],
    ['GET /pilots?after=nobody', undefined, 'after takes the `next` of an earlier page of this list.'],
    ['POST /pilots', { id: '', name: 'x' }, 'id takes a text that is not empty; “” is not that.'],
    ['POST /applications', { clientId: 'x' }, 'redirectUris takes a list of addresses; it is missing.'],
    [`PATCH /applications/${clientId}`, { redirectUris: [5] }, 'redirectUris.0 takes a text; 5 is not that.'],
    [`PATCH /applications/${clientId}`, { clientId: 'x' }, 'clientId is given twice.'],
    ['POST /tokens/expire', { kind: 'id' }, 'kind takes access or refresh or code; “id” is not that.'],
    ['POST /sign-in', { scopes: [] }, 'scopes takes at least one scope; [] is not that.'],
    ['PATCH /settings', { minGapMs: -1 }, 'minGapMs takes a number of milliseconds, 0 or more, or a text as --min-gap'],
    [
      'PATCH /settings',
      { minGap: 5 },
      'There is no setting minGap; those that can be changed are autoConsent, minGapMs',
    ],
    ['PUT /state', {}, 'The document is not a world of this emulator (format: '],
    [
      'POST /scenario',
      { document: { title: 'x', about: 'x', steps: [{ at: '999999999d', call: 'faults.clear' }] } },
      'The scenario as given cannot be played: steps.0.at takes a duration of at most 100 years; “999999999d” is',
    ],
    ['POST /scenario', {}, 'scenario.load takes the name of a scenario, or one as document'],
    ['POST /clock', '{"advanceMs":', 'The body has to be one JSON object.'],
    ['POST /clock', '[]', 'The body has to be one JSON object.'],
    ['POST /clock', '"x"', 'The body has to be one JSON object.'],
    ['GET /clock?x=1', undefined, 'clock.read has no “x”; it takes nothing.'],
    ['GET /flights?limit=1&limit=2', undefined, 'limit is given twice.'],
  ])('%s %j', async (line, body, message) => {
    const emulator = await openEmulator();
    const answer = await ask(emulator, line, body);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(message) } });
  });

  it('a body in another form is not guessed at', async () => {
    const emulator = await openEmulator();
    const answer = await ask(emulator, 'POST /clock', 'advanceMs=5', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'The body has to be JSON, with Content-Type: application/json.' },
    });
  });

  it('a Content-Type that is none, too', async () => {
    const answer = await ask(await openEmulator(), 'POST /clock', '{}', { 'content-type': 'json' });
    expect(answer.status).toBe(400);
  });

  it('a body that is too long is refused, a world may be longer', async () => {
    const emulator = await openEmulator();
    const long = { reason: 'x'.repeat(1_100_000) };
    expect(await ask(emulator, 'POST /clock', long)).toMatchObject({
      status: 413,
      body: { error: 'The body may have 1048576 bytes and is longer.' },
    });
    expect(await ask(emulator, 'PUT /state', long)).toMatchObject({ status: 400 });
  });
});

describe('what there is not is 404', () => {
  it.each([
    ['GET /flights/9', 'There is no flight 9.'],
    ['POST /flights/9/check', 'There is no flight 9.'],
    ['GET /journal/7', 'The journal has no request 7, or not any more.'],
    ['DELETE /faults/3', 'There is no fault 3.'],
    ['PATCH /applications/nobody', 'There is no application nobody.'],
    ['POST /consents/x/revoke', 'There is no consent x.'],
    ['GET /nothing', 'There is no call /_emulator/nothing; docs/emulator.md lists them.'],
    ['GET /flights/1/2/3', 'There is no call /_emulator/flights/1/2/3;'],
    ['GET /flights/%E0%A4%A', 'There is no such call: its address cannot be read.'],
    ['GET /flights/%FF', 'There is no such call: its address cannot be read.'],
    ['GET /clock/', 'There is no call /_emulator/clock/;'],
  ])('%s', async (line, message) => {
    const answer = await ask(await openEmulator(), line);
    expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining(message) } });
  });

  it('also in what a body names', async () => {
    const emulator = await openEmulator();
    expect(await ask(emulator, 'POST /sign-in', { pilot: 'nobody' })).toMatchObject({
      status: 404,
      body: { error: 'There is no pilot nobody.' },
    });
    expect((await ask(emulator, 'POST /flights', { count: 1, clientId: 'x' })).status).toBe(404);
    expect((await ask(emulator, 'POST /scenario', { name: 'x' })).status).toBe(404);
  });
});

it('a method that a path does not take is 405 and says which it takes', async () => {
  const emulator = await openEmulator();
  const answer = await ask(emulator, 'DELETE /clock');
  expect(answer).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, POST' },
    body: { error: '/_emulator/clock takes GET, HEAD, POST; this was DELETE.' },
  });
  expect((await ask(emulator, 'POST /events')).headers).toMatchObject({ allow: 'GET, HEAD' });
});

describe('what the rules of the service do not allow is 409 and says why', () => {
  it.each([
    ['POST /clock', { set: '2026-05-12T11:59:59Z' }, 'Time never runs backwards: it is 2026-05-12T12:00:00.000Z now'],
    ['POST /flights', { count: 1, moderatorChecked: true, automatedChecked: false }, 'only after the automatic check'],
    ['POST /flights', { count: 1, createdAt: '2026-05-12T12:00:01Z' }, 'A flight cannot come from the future'],
    ['POST /flights/4700/moderate', undefined, 'Flight 4700 has not passed the automatic check yet.'],
    ['POST /pilots', { id: 'demo', name: 'x' }, 'There is a pilot demo already.'],
    ['POST /applications', { clientId, redirectUris: [] }, `There is an application ${clientId} already.`],
    [`PATCH /applications/${clientId}`, { redirectUris: ['http://example.org'] }, 'cannot be registered'],
    ['PATCH /settings', { port: 5 }, 'port is decided when the emulator starts and stays as it is.'],
    ['PATCH /settings', { minGapMs: 1, mode: 'strict' }, 'mode is decided when the emulator starts'],
  ])('%s %j', async (line, body, message) => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 1 });
    const before = emulator.state.export();
    const answer = await ask(emulator, line, body);
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining(message) } });
    expect(emulator.state.export()).toBe(before);
    expect(emulator.settings.list().items).toContainEqual(expect.objectContaining({ name: 'minGapMs', value: 5000 }));
  });

  it('a clock that was handed in is neither frozen nor scaled nor put back, but moved', async () => {
    const clock = createClock({ startMs: 0, scale: 0 });
    const emulator = await openEmulator({
      clock: { ...clock, steering: undefined } as unknown as ReturnType<typeof createClock>,
    });
    const message =
      'This emulator follows a clock that was handed to it: it can neither be frozen nor scaled from here.';
    await expect(emulator.clock.change({ freeze: true, advanceMs: 5 })).rejects.toThrow(message);
    await expect(emulator.clock.change({ scale: 2 })).rejects.toThrow(message);
    expect(() => emulator.reset({ slices: ['clock'] })).toThrow('it cannot be put back');
    expect(emulator.clock.now()).toBe(0);
    await emulator.clock.change({ set: '1970-01-01T00:01:00Z', advanceMs: 500 });
    expect(clock.now()).toBe(60_500);
    emulator.reset();
    expect(emulator.clock.read()).toMatchObject({ now: '1970-01-01T00:01:00.500Z' });
  });
});
