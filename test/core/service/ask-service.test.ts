import { fetch, Response } from 'undici';
import { expect, test } from 'vitest';
import { askService } from '../../../main/core/service/ask-service.ts';
import { freePort } from '../../support/free-port.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { serve, serveSilence } from './http-server.ts';

test.each([
  ['ahead', 90_000],
  ['behind', -90_000],
])('measures a clock of the service that is %s', async (_, aheadMs) => {
  const clock = createVirtualClock();
  const address = await serve((_request, response) => {
    response.writeHead(404, { date: new Date(clock.now() + aheadMs).toUTCString() }).end('not here');
  });
  expect(await askService(address, { fetch, clock })).toEqual({ kind: 'answered', status: 404, tookMs: 0, aheadMs });
  expect(clock.pending).toBe(0);
});

test.each([
  ['has no date', undefined],
  ['has a date that cannot be read', 'yesterday'],
])('knows no difference of the clocks if the answer %s', async (_, date) => {
  const clock = createVirtualClock();
  const address = await serve((_request, response) => {
    response.sendDate = false;
    response.writeHead(200, { ...(date !== undefined && { date }) }).end();
  });
  expect(await askService(address, { fetch, clock })).toMatchObject({ kind: 'answered', aheadMs: null });
});

test('measures how long the answer took, to a millisecond', async () => {
  const clock = createVirtualClock();
  await clock.advance(5_000);
  const slow: typeof fetch = async () => {
    await clock.sleep(250.4);
    return new Response(null, { status: 204 });
  };
  const asked = askService('http://service.example', { fetch: slow, clock });
  expect(await clock.advanceUntilSettled(asked)).toMatchObject({ status: 204, tookMs: 250 });
});

test('follows no redirect', async () => {
  let requests = 0;
  const address = await serve((_request, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await askService(address, { fetch, clock: createVirtualClock() })).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

test.each([
  [undefined, 10_000],
  [2_000, 2_000],
])('gives up after its limit, %s or else ten seconds', async (limitMs, endsAfterMs) => {
  const clock = createVirtualClock();
  const { address, isReached } = await serveSilence();
  let answer: unknown = null;
  const asked = askService(address, { fetch, clock }, limitMs === undefined ? {} : { limitMs });
  void asked.then((value) => (answer = value));
  await isReached;
  await clock.advance(endsAfterMs - 1);
  expect(answer).toBeNull();
  await clock.advance(1);
  expect(await asked).toEqual({ kind: 'failed', why: 'no-answer', code: 'NO_ANSWER_IN_TIME' });
});

test('ends with its owner, before the request or during it, and leaves nothing behind', async () => {
  const clock = createVirtualClock();
  const { address, isReached } = await serveSilence();
  const ended = { kind: 'failed', why: 'no-answer' };
  expect(await askService(address, { fetch, clock }, { owner: AbortSignal.abort() })).toMatchObject(ended);
  const owner = new AbortController();
  const asked = askService(address, { fetch, clock }, { owner: owner.signal });
  await isReached;
  owner.abort();
  expect(await asked).toMatchObject(ended);
  expect(clock.pending).toBe(0);
});

test('says why nothing answers', async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const answer = await askService(address, { fetch, clock: createVirtualClock() });
  expect(answer).toMatchObject({ kind: 'failed', code: 'ECONNREFUSED' });
});
