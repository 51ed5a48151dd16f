import { describe, expect, it } from 'vitest';
import { get, openEmulator } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';

async function withFlights(count: number) {
  const emulator = await openEmulator({ minGapMs: 0, checkDelayMs: 3_600_000 });
  for (let number = 0; number < count; number += 1) {
    await upload(emulator, emulator.signIn().access_token, anyPng(number));
    await emulator.clock.advance(2000);
  }
  return { emulator, token: emulator.signIn().access_token };
}

describe('A4: reading in extended mode', () => {
  it('lists a pilot’s own flights, newest first, in pages', async () => {
    const { emulator, token } = await withFlights(5);
    await upload(emulator, emulator.signIn({ pilot: 'second' }).access_token, anyPng(99));
    const first = (await get(emulator, '/api/v1/flights?limit=3', token)).json();
    expect([first.items.map(({ id }: { id: number }) => id), first.next_before_id]).toEqual([[4704, 4703, 4702], 4702]);
    const second = (await get(emulator, '/api/v1/flights?limit=3&before_id=4702', token)).json();
    expect([second.items.map(({ id }: { id: number }) => id), second.next_before_id]).toEqual([[4701, 4700], null]);
  });

  it('returns 50 by default and at most 100', async () => {
    const { emulator, token } = await withFlights(101);
    expect((await get(emulator, '/api/v1/flights', token)).json().items).toHaveLength(50);
    expect((await get(emulator, '/api/v1/flights?limit=100', token)).json().items).toHaveLength(100);
    expect((await get(emulator, '/api/v1/flights?limit=1&before_id=999999999999999', token)).statusCode).toBe(200);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 100.'],
    ['limit=101', 'limit must be a whole number from 1 to 100.'],
    ['limit=-1', 'limit must be a whole number from 1 to 100.'],
    ['limit=1.5', 'limit must be a whole number from 1 to 100.'],
    ['limit=x', 'limit must be a whole number from 1 to 100.'],
    ['limit=', 'limit must be a whole number from 1 to 100.'],
    ['before_id=-1', 'before_id must be a whole number from 1 to 999999999999999.'],
    ['before_id=1e3', 'before_id must be a whole number from 1 to 999999999999999.'],
    ['before_id=0', 'before_id must be a whole number from 1 to 999999999999999.'],
    ['limit=1&limit=2', 'limit is given more than once.'],
    ['before_id=1&limit=5&before_id=1', 'before_id is given more than once.'],
  ])('A29: refuses ?%s with a detail', async (query, message) => {
    const { emulator, token } = await withFlights(1);
    const answer = await get(emulator, `/api/v1/flights?${query}`, token);
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'invalid_parameter', message }]);
  });
});

it.each([
  [['openid', 'profile'], 200, { sub: 'demo', name: 'Demo Pilot', preferred_username: 'demo' }],
  [['openid'], 200, { sub: 'demo' }],
  [['flights:read'], 403, { detail: 'insufficient_scope' }],
])('A18: the profile of the pilot with %j: %i', async (scopes, status, body) => {
  const emulator = await openEmulator();
  const answer = await get(emulator, '/oauth/userinfo', emulator.signIn({ scopes }).access_token);
  expect([answer.statusCode, answer.json()]).toEqual([status, body]);
});

it.each([
  ['POST', '/'],
  ['GET', '/nowhere'],
  ['PUT', '/api/v1'],
  ['DELETE', '/api/v1/flights/4700/x'],
  ['HEAD', '/api/v2/flights'],
  ['GET', '/api/v1/flights/%ZZ'],
  ['GET', `/api/v1/flights/${'9'.repeat(500)}`],
  ['POST', '/oauth/userinfo/'],
] as const)('%s %s returns 404 not_found', async (method, url) => {
  const answer = await (await openEmulator()).inject({ method, url });
  const body = method === 'HEAD' ? '' : '{"detail":"not_found"}';
  expect([answer.statusCode, answer.body]).toEqual([404, body]);
});
