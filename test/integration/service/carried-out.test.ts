// A service, or a gateway, that carries a request out and then answers as if it had not: through the whole companion,
// against the emulator in both modes, in virtual time.
import { describe, expect, test } from 'vitest';
import type { FaultEffect } from '../../../emulator/emulator.ts';
import { openFlightDeck, type FlightDeck } from '../../support/flight-deck.ts';

const upload = { method: 'POST', path: '/api/v1/flights' };
const isOut = (deck: FlightDeck) => async () => (await deck.state()).bays.queue === 0;

type Then = Omit<FaultEffect & { type: 'done-then' }, 'type'>;
const page = { body: '<!doctype html><h1>Welcome</h1>', headers: { 'content-type': 'text/html' } };
const answers: readonly (readonly [string, Then])[] = [
  ['a page with 200', { status: 200, ...page }],
  ['a page with 200 that breaks off', { status: 200, ...page, afterBytes: 6 }],
  ['a redirect to its own site', { status: 303, headers: { location: '/login' } }],
  ['a redirect to itself', { status: 307, headers: { location: '/api/v1/flights' } }],
  ['a redirect to elsewhere', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
  ['a bare 401', { status: 401 }],
  ['a page with 403', { status: 403, ...page }],
  ['404', { status: 404, body: { detail: 'not_found' } }],
  ['a page with 413', { status: 413, ...page }],
  ['421', { status: 421 }],
  ['422', { status: 422, body: { detail: [{ msg: 'no' }] } }],
  ['500', { status: 500 }],
  ['501', { status: 501 }],
  ['503', { status: 503, ...page }],
  ['511', { status: 511, ...page }],
];
const carriedOut = (deck: FlightDeck, match: object, then: Then, times = 1) =>
  deck.emulator.faults.add({ match, times, effect: { type: 'done-then', ...then } });

describe('an upload that was carried out', () => {
  test.each(answers)('and then answered with %s is found on the service, and not sent again', async (_, then) => {
    await using deck = await openFlightDeck({ mode: 'extended' });
    await deck.pass(2_000);
    carriedOut(deck, upload, then);
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(isOut(deck));
    expect(deck.sent().toSorted()).toEqual(['a.png', 'b.png']);
    expect(await deck.strips('needs-attention')).toEqual([]);
  });

  test.each(answers.filter(([, { status }]) => status !== 503))(
    'and then answered with %s is left to the pilot without reading, with the answer',
    async (_, then) => {
      await using deck = await openFlightDeck({ mode: 'strict' });
      await deck.pass(2_000);
      carriedOut(deck, upload, then);
      await deck.drop(deck.image('a.png'));
      await deck.until(isOut(deck));
      await deck.pass(600_000);
      expect(deck.sent()).toEqual(['a.png']);
      const [asked, ...others] = await deck.strips('needs-attention');
      // A gateway's 413 is believed: the same file would be refused again.
      const actions = then.status === 413 ? ['retry', 'remove'] : ['mark-received', 'upload-again'];
      expect([asked?.actions, others]).toEqual([actions, []]);
      // A truncated answer is not believed.
      expect(asked?.reason?.code ?? '').toContain(then.afterBytes === undefined ? `HTTP ${then.status}` : '');
      await deck.restart();
      await deck.until(isOut(deck));
      expect((await deck.strips('needs-attention')).map((strip) => strip.actions)).toEqual([asked?.actions]);
    },
  );

  test('a maintenance that answers 503 causes no question without reading', async () => {
    await using deck = await openFlightDeck({ mode: 'strict' });
    await deck.pass(2_000);
    deck.addUploadFault({ type: 'status', status: 503, ...page }, 3);
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(isOut(deck));
    expect(deck.sent().toSorted()).toEqual(['a.png', 'b.png']);
    expect(await deck.strips('needs-attention')).toEqual([]);
  });
});

test('a 503 is not believed if flights could be read before, as the failure may come from a gateway', async () => {
  await using deck = await openFlightDeck({ mode: 'extended' });
  await deck.pass(2_000);
  const list = { method: 'GET', path: '/api/v1/flights' };
  const notFound = { status: 404, ...page };
  deck.emulator.faults.add({ match: list, effect: { type: 'status', ...notFound } });
  await deck.answer('flights.refresh', {});
  await deck.pass(2_000);
  await deck.restart();
  await deck.pass(2_000);
  carriedOut(deck, upload, { status: 503, ...page });
  await deck.drop(deck.image('a.png'));
  await deck.pass(600_000);
  expect(deck.sent()).toEqual(['a.png']);
  expect((await deck.strips('needs-attention')).map((strip) => strip.file?.name)).toEqual(['a.png']);
});

test('a report rejected for an unknown reason is listed after three attempts, with the status', async () => {
  await using deck = await openFlightDeck({ mode: 'extended' });
  await deck.pass(2_000);
  const body = { detail: `no tail \u202enumber\u0007 ${'x'.repeat(10_000)}` };
  deck.addUploadFault({ type: 'status', status: 422, body }, 3);
  await deck.drop(deck.image('a.png'));
  await deck.until(isOut(deck));
  const [strip] = await deck.strips('needs-attention');
  expect(strip).toMatchObject({ stage: 'rejected', actions: expect.arrayContaining(['retry', 'remove']) as string[] });
  // No text of the service is kept.
  expect(strip?.reason?.code).toBe('HTTP 422: other');
  await deck.answer('strips.retry', { id: strip!.id });
  await deck.until(isOut(deck));
  expect(deck.sent()).toEqual(['a.png']);
});
