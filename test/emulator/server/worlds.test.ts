// Parallel worlds, over HTTP: each is a separate emulator below /w/ID.

import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Emulator, WorldView } from '../../../emulator/emulator.ts';
import { uploadTo } from '../images.ts';
import { authorizationQuery, openEmulator } from '../open-emulator.ts';

async function openWith(...wanted: object[]) {
  const emulator = await openEmulator({ clock: 'system', controlToken: 'x' });
  const { url } = await emulator.start();
  const worlds: WorldView[] = [];
  for (const world of wanted) worlds.push((await control(url, 'POST', '/worlds', world)) as WorldView);
  return { emulator, url, worlds };
}

async function control(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/_emulator${path}`, {
    method,
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? response.status : JSON.parse(text);
}

const upload = async (url: string, accessToken: string) => (await uploadTo(url, accessToken)).status;

it('has its own state, clock, faults, settings and journal', async () => {
  const { emulator, url, worlds } = await openWith(
    { id: 'a', clock: 'virtual', settings: { minGapMs: '5m' } },
    { id: 'b', settings: { mode: 'strict' } },
  );
  const [a, b] = worlds as [WorldView, WorldView];
  expect([a.url, b.url]).toEqual([`${url}/w/a`, `${url}/w/b`]);
  expect(a.clients[0]?.client_id).toBe('pilot-companion-demo');

  const { access_token } = (await control(a.url, 'POST', '/sign-in', {})) as { access_token: string };
  expect(await upload(a.url, access_token)).toBe(200);
  expect(await upload(a.url, access_token)).toBe(429);
  expect(await upload(b.url, access_token)).toBe(401);
  expect(await upload(url, access_token)).toBe(401);

  await control(a.url, 'POST', '/clock', { advanceMs: '5m' });
  expect(await upload(a.url, access_token)).toBe(200);
  await control(b.url, 'POST', '/faults', { effect: { type: 'status', status: 503 } });
  expect((await fetch(`${b.url}/nowhere`)).status).toBe(503);
  expect((await fetch(`${a.url}/nowhere`)).status).toBe(404);

  const statusesIn = async (of: string) =>
    ((await control(of, 'GET', '/journal')) as { items: { status: number; path: string }[] }).items.map(
      ({ status, path }) => `${status} ${path}`,
    );
  expect(await statusesIn(a.url)).toEqual(
    ['200', '429', '200'].map((status) => `${status} /api/v1/flights`).concat('404 /nowhere'),
  );
  expect(await statusesIn(b.url)).toEqual(['401 /api/v1/flights', '503 /nowhere']);
  expect(emulator.journal.list().items.map(({ status }) => status)).toEqual([401]);
  expect(((await control(b.url, 'GET', '/health')) as { mode: string }).mode).toBe('strict');
});

it('has its own mode and scenario', async () => {
  const { url, worlds } = await openWith({ id: 'a', mode: 'strict', scenario: 'service-down', clock: 'virtual' });
  const [a] = worlds as [WorldView];
  expect(await control(a.url, 'GET', '/health')).toMatchObject({ mode: 'strict' });
  expect(await control(a.url, 'GET', '/scenario')).toMatchObject({ name: 'service-down' });
  expect(await control(url, 'GET', '/scenario')).toBe(null);
  expect(await control(url, 'GET', '/health')).toMatchObject({ mode: 'extended' });
  const document = { format: 1, name: 'x' };
  expect(await control(url, 'POST', '/worlds', { id: 'b', scenario: document })).toHaveProperty('error');
  expect(await control(url, 'POST', '/worlds', { id: 'b', scenario: 'service-up' })).toEqual({
    error: expect.stringContaining('service-down'),
  });
  expect(await control(url, 'GET', '/worlds')).toMatchObject({
    items: [{ id: 'a', mode: 'strict', scenario: 'service-down' }],
  });
});

it('signs in under its own address, which is its issuer', async () => {
  const { worlds } = await openWith({ id: 'a', settings: { autoConsent: true } });
  const [{ url }] = worlds as [WorldView];
  const answer = await fetch(`${url}/oauth/authorize?${authorizationQuery()}`, { redirect: 'manual' });
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('iss')).toBe(url);
  const console = await fetch(`${url}/_emulator`, { redirect: 'manual' });
  expect(new URL(console.headers.get('location') ?? '', `${url}/_emulator`).href).toBe(`${url}/_emulator/`);
});

it('is removed on request, or when unused for its time', async () => {
  const { emulator, url, worlds } = await openWith({ id: 'a' }, { id: 'b', idle: '50ms' }, {});
  expect(await control(url, 'DELETE', '/worlds/a')).toBe(204);
  expect((await fetch(`${worlds[0]?.url}/_emulator/health`)).status).toBe(404);
  expect(await (await fetch(`${worlds[0]?.url}/api/v1/flights`)).json()).toEqual({ detail: 'not_found' });
  const sentence = 'There is no world with this ID; it may have ended.';
  expect(await control(worlds[0]?.url ?? '', 'GET', '/clock')).toEqual({ error: sentence });
  expect(JSON.stringify(emulator.journal.list().items.at(-1))).toContain('there is no world with this ID');
  // Unused worlds are checked for every second.
  for (let tries = 0; emulator.worlds.list().items.length > 1 && tries < 100; tries += 1) await delay(50);
  expect(emulator.worlds.list().items.map(({ id }) => id)).toEqual([worlds[2]?.id]);
});

it('records in its own journal that a client disconnected', async () => {
  const { url, worlds } = await openWith({ id: 'a' });
  await control(worlds[0]?.url ?? '', 'POST', '/faults', { effect: { type: 'latency', ms: '1h' } });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /w/a/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const wait = (outcome: string) =>
    control(worlds[0]?.url ?? '', 'POST', '/wait/requests', { match: { outcome }, timeout: '5s' });
  expect(await wait('open')).toMatchObject({ items: [{ path: '/nowhere' }] });
  socket.destroy();
  expect(await wait('gone')).toMatchObject({ items: [{ path: '/nowhere' }] });
});

it.each([
  [{ id: 'a/b' }, 'id: expected 1 to 64 letters, digits, _ and -, got “a/b”.'],
  [{ settings: { port: 1 } }, 'settings: a world has no option port; allowed: mode, cors, autoConsent,'],
  [{ settings: { minGapMs: 'soon' } }, 'minGapMs: expected a duration'],
  [{ clock: 'fast' }, 'clock: expected system or virtual, got “fast”.'],
])('refuses %j', async (world, sentence) => {
  const { url } = await openWith();
  expect(await control(url, 'POST', '/worlds', world)).toEqual({ error: expect.stringContaining(sentence) });
});

it('refuses a second world of the same name, and worlds within worlds', async () => {
  const { url, worlds } = await openWith({ id: 'a' });
  expect(await control(url, 'POST', '/worlds', { id: 'a' })).toEqual({ error: 'World a exists already.' });
  expect(await control(worlds[0]?.url ?? '', 'POST', '/worlds', {})).toEqual({
    error: 'A world has no worlds of its own; ask the emulator that contains it.',
  });
});

it('ends with the emulator that contains it', async () => {
  const { emulator, worlds } = await openWith({ id: 'a' });
  const events = await fetch(`${worlds[0]?.url}/_emulator/events`, { headers: { authorization: 'Bearer x' } });
  const ended = events.text();
  await (emulator satisfies Emulator)[Symbol.asyncDispose]();
  expect(await ended).toContain(': connected');
});
