import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { flightRecord } from '../../../emulator/api-types.ts';
import { flightFields } from '../../../main/contract/flight.ts';
import { fc } from '../../support/fast-check.ts';
import { readPage, readRecord } from '../../../main/core/service/record.ts';
import { answerOf, record, setUpSocketService, until } from './socket-service.ts';

it('the emulator sends the fields that are read, and no others', () => {
  const read = Object.values(flightFields).flatMap((field) => (field.kind === 'instant' ? [] : [field.name]));
  expect(Object.keys(flightRecord.shape).toSorted()).toEqual(read.toSorted());
});

/** As the document shows it right after an upload. */
const fresh = {
  id: 4711,
  date: '2026-05-12T11:58:00',
  aircraft: 'UNKNOWN',
  icao_out: '',
  icao_in: '',
  total_ft: null,
  en_route: null,
  pax: null,
  cargo_kg: null,
  delay_min: null,
  moderator_checked: false,
  automated_checked: false,
  rating_contribution: null,
  season_points: null,
  is_archived: false,
  created_at: '2026-05-12T12:00:00',
};

describe('a flight record', () => {
  it('is read as documented', () => {
    expect(readRecord(fresh, 'UTC')).toEqual({
      id: 4711,
      date: '2026-05-12T11:58:00',
      dateAt: Date.UTC(2026, 4, 12, 11, 58),
      aircraft: 'UNKNOWN',
      icaoOut: '',
      icaoIn: '',
      totalFt: null,
      enRoute: null,
      pax: null,
      cargoKg: null,
      delayMin: null,
      moderatorChecked: false,
      automatedChecked: false,
      ratingContribution: null,
      seasonPoints: null,
      isArchived: false,
      createdAtText: '2026-05-12T12:00:00',
      createdAt: Date.UTC(2026, 4, 12, 12, 0),
    });
  });

  const openFields = [
    ['total_ft', 'totalFt'],
    ['en_route', 'enRoute'],
    ['pax', 'pax'],
    ['cargo_kg', 'cargoKg'],
    ['delay_min', 'delayMin'],
    ['rating_contribution', 'ratingContribution'],
    ['season_points', 'seasonPoints'],
  ] as const;

  it.each(openFields)('keeps %s as received: number, text or nothing (A6)', (theirs, ours) => {
    for (const value of [0, 12, -3, 1.25, '12', '01:32', '', null]) {
      expect(readRecord({ ...fresh, [theirs]: value }, 'UTC')?.[ours]).toBe(value);
    }
    const { [theirs]: _left, ...without } = fresh;
    expect(readRecord(without, 'UTC')?.[ours]).toBeNull();
  });

  it('is read with only its id, and without unknown fields', () => {
    const flight = readRecord({ id: 1, airline: 'new' }, 'UTC');
    expect(flight).toMatchObject({ id: 1, aircraft: '', automatedChecked: false, createdAt: null });
    expect(flight).not.toHaveProperty('airline');
  });

  it.each([
    ['no id', { ...fresh, id: undefined }],
    ['a text for an id', { ...fresh, id: '4711' }],
    ['a fraction for an id', { ...fresh, id: 1.5 }],
    ['an id beyond what a number holds', { ...fresh, id: 2 ** 60 }],
    ['an object for a figure', { ...fresh, pax: { adults: 3 } }],
    ['a list for a figure', { ...fresh, pax: [3] }],
    ['a text for a flag', { ...fresh, is_archived: 'no' }],
    ['a number for a text', { ...fresh, aircraft: 320 }],
    ['no object', 'record'],
    ['nothing', null],
    ['a list', [fresh]],
  ])('is not read where it has %s', (_words, json) => {
    expect(readRecord(json, 'UTC')).toBeNull();
  });

  it('keeps nothing that is not a code, a number or a time, and names what it left out', () => {
    const marker = 'm4rker-that-the-service-puts-everywhere';
    const theirs = Object.values(flightFields).flatMap(({ kind, name }) =>
      kind === 'id' || kind === 'flag' || kind === 'instant' ? [] : [name],
    );
    const unfit: string[] = [];
    const all = Object.fromEntries(theirs.map((name) => [name, marker]));
    const flight = readRecord({ ...fresh, ...all, extra: marker }, 'UTC', (field) => void unfit.push(field));
    expect(JSON.stringify(flight)).not.toContain('m4rker');
    expect(flight).toMatchObject({ id: 4711, date: '', dateAt: null, aircraft: '', pax: null, createdAt: null });
    expect(unfit.toSorted()).toEqual(theirs.toSorted());
    expect(readRecord({ ...fresh, pax: 1e15 }, 'UTC')).toMatchObject({ pax: null });
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (any, field) => {
        readRecord(any, 'UTC');
        readRecord({ ...fresh, pax: field, date: field }, 'UTC');
        readPage(any, 'UTC');
        readPage({ items: [any, fresh] }, 'UTC');
      }),
    );
  });
});

describe('a page of flight records (A4)', () => {
  it('is read with the start of the next one', () => {
    const page = readPage({ items: [fresh, { ...fresh, id: 4710 }], next_before_id: 4710 }, 'UTC');
    expect(page?.flights.map((flight) => flight.id)).toEqual([4711, 4710]);
    expect(page).toMatchObject({ nextBeforeId: 4710 });
  });

  it('leaves out a record that cannot be read, and keeps the rest', () => {
    const page = readPage({ items: [fresh, { id: 'x' }, null, { ...fresh, id: 1 }] }, 'UTC');
    expect(page?.flights.map((flight) => flight.id)).toEqual([4711, 1]);
    expect(page).toMatchObject({ nextBeforeId: null });
  });

  it.each([[[]], [{}], [{ items: {} }], [{ items: [], next_before_id: 'x' }], [null], ['']])(
    'is not made of %j',
    (json) => {
      expect(readPage(json, 'UTC')).toBeNull();
    },
  );
});

const { context, serve, clientOf } = setUpSocketService();

describe('reading', () => {
  it('requests a page as in A4, and reads it', async () => {
    let request = '';
    const address = await serve((heard, socket) => {
      request = heard;
      socket.write(answerOf('200 OK', `{"items":[${record}],"next_before_id":7}`));
    });
    const outcome = await clientOf(address).list({ token: 'secret', limit: 100, beforeId: 9 });
    expect(outcome).toMatchObject({ kind: 'page', nextBeforeId: 7, flights: [{ id: 7 }] });
    expect(request).toMatch(/^GET \/api\/v1\/flights\?limit=100&before_id=9 HTTP/);
  });

  it.each([
    ['200 OK', '[]', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['200 OK', '', { kind: 'not-understood', code: 'HTTP 200, not a list of flights' }],
    ['403 Forbidden', '{"detail":"insufficient_scope"}', { kind: 'scope-missing', code: 'insufficient_scope' }],
  ])('says what %s with %j means', async (status, body, expected) => {
    const address = await serve((_heard, socket) => socket.write(answerOf(status, body)));
    expect(await clientOf(address).list({ token: 'secret' })).toEqual(expected);
  });

  it('is stopped by its signal, and unreachable if the connection breaks', async () => {
    let isHeard = false;
    const address = await serve(() => {
      isHeard = true;
    });
    const aborted = new AbortController();
    const outcome = clientOf(address).list({ token: 'secret', signal: aborted.signal });
    await until(() => isHeard);
    aborted.abort();
    expect(await outcome).toEqual({ kind: 'stopped', mayHaveArrived: false });
    const broken = clientOf(address).read({ token: 'secret', id: 1 });
    await until(() => context.sockets.length > 1);
    for (const socket of context.sockets) socket.destroy();
    expect(await broken).toMatchObject({ kind: 'unreachable' });
  });

  it('leaves no timer, and no listener at a signal that lives on', async () => {
    const { signal } = new AbortController();
    const address = await serve((_heard, socket) => socket.write(answerOf('200 OK', record)));
    expect(await clientOf(address).read({ token: 'secret', id: 7, signal })).toMatchObject({ kind: 'flight' });
    expect([getEventListeners(signal, 'abort'), context.clock.pending]).toEqual([[], 0]);
  });

  it('does not understand one record that is none', async () => {
    const address = await serve((_heard, socket) => socket.write(answerOf('200 OK', '[]')));
    expect(await clientOf(address).read({ token: 'secret', id: 7 })).toEqual({
      kind: 'not-understood',
      code: 'HTTP 200, not a flight record',
    });
  });
});
