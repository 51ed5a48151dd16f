import { expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';

const origin = 'http://localhost:5173';
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

it('A34: answers preflights of listed origins, and lets their pages read every response', async () => {
  const emulator = await openEmulator({ cors: [origin] });
  const asked = await emulator.inject({ method: 'OPTIONS', url: '/api/v1/flights', headers: preflight });
  expect([asked.statusCode, asked.headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization',
      vary: 'Origin',
    },
  ]);
  for (const url of ['/api/v1/flights', '/_emulator/clock', '/nowhere']) {
    const { headers } = await emulator.inject({ url, headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
  // A preflight is a question of the browser.
  expect(emulator.journal.list().items).toHaveLength(2);
});

it('A34: a page can read what a fault answers', async () => {
  const emulator = await openEmulator({ cors: ['*'] });
  emulator.faults.add({ effect: { type: 'status', status: 503 } });
  const { statusCode, headers } = await emulator.inject({ url: '/api/v1/flights', headers: { origin } });
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([503, origin]);
});

it.each([
  ['another origin', { cors: ['http://localhost:4000'] }],
  ['any origin by default', {}],
])('A34: allows nothing to %s', async (_name, options) => {
  const emulator = await openEmulator(options);
  for (const method of ['OPTIONS', 'GET'] as const) {
    const { headers } = await emulator.inject({ method, url: '/api/v1/flights', headers: preflight });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
  expect(emulator.journal.list().items[0]?.rule).toBe(
    `method_not_allowed: a preflight of ${origin}, which --cors does not name`,
  );
});
