// The listener alone: which attempt an answer belongs to, what its browser is shown, and when the port closes.
import { expect, onTestFinished, test } from 'vitest';
import { createLoopbackListener } from '../../../../main/core/account/sign-in/loopback-listener.ts';
import { notSignedIn, signedIn } from '../../../../main/core/account/sign-in/result-page.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { quiet, valueOf } from '../account-under-test.ts';
import { titleOf } from './sign-in-under-test.ts';

const done = signedIn('Emulator', true);
const cancelled = notSignedIn(failures.signInCancelled());

async function setUp({ path = '/callback', isSameUser = true } = {}) {
  const clock = createVirtualClock();
  const listener = createLoopbackListener({ path, port: 0, clock, log: quiet, isSameUser: async () => isSameUser });
  onTestFinished(() => listener.close());
  const answers: string[] = [];
  let port = 0;
  const begin = async (state: string) => {
    port = valueOf(await listener.open());
    return listener.expect({
      isAnswer: (parameters) => parameters.get('state') === state,
      onAnswer: (parameters) => void answers.push(String(parameters)),
    });
  };
  const get = (below: string, redirect: RequestRedirect = 'follow') =>
    fetch(`http://127.0.0.1:${port}${below}`, { redirect });
  const titleAt = async (below: string) => titleOf(await (await get(below)).text());
  return { clock, listener, answers, begin, get, titleAt, port: () => port };
}

test('an attempt that has ended keeps its first result', async () => {
  const { begin, titleAt } = await setUp();
  const attempt = await begin('one');
  await attempt.end(cancelled);
  await attempt.end(done);
  expect(await titleAt('/callback?state=one')).toBe('Sign-in cancelled');
});

test('an answer after the end is shown the result, and is not passed on', async () => {
  const { begin, answers, titleAt } = await setUp();
  await (await begin('one')).end(cancelled);
  expect(await titleAt('/callback?state=one')).toBe('Sign-in cancelled');
  expect(answers).toEqual([]);
});

test('an answer is passed on once, to the attempt with its state', async () => {
  const { begin, answers, get } = await setUp();
  await begin('one');
  await begin('two');
  for (let count = 0; count < 2; count += 1) {
    expect((await get('/callback?state=two&code=c', 'manual')).status).toBe(303);
  }
  expect(answers).toEqual(['state=two&code=c']);
});

test('eight attempts are remembered, and the oldest is forgotten', async () => {
  const { begin, get } = await setUp();
  for (let count = 0; count < 9; count += 1) await begin(`state-${count}`);
  const targetOf = async (state: string) =>
    (await get(`/callback?state=${state}`, 'manual')).headers.get('location') ?? '';
  expect(await targetOf('state-0')).toBe('/callback/not-ours');
  expect(await targetOf('state-1')).toMatch(/^\/callback\/done\/[\w-]{22}$/);
});

test('the port of a cancelled attempt is open for two minutes, unless another one begins', async () => {
  const { begin, clock, titleAt, get } = await setUp();
  await (await begin('one')).end(cancelled);
  await clock.advance(119_999);
  expect(await titleAt('/callback?state=one')).toBe('Sign-in cancelled');
  const next = await begin('two');
  await clock.advance(120_000);
  expect(await titleAt('/callback?state=one')).toBe('Sign-in cancelled');
  await next.end(cancelled);
  await clock.advance(120_000);
  await expect(get('/callback')).rejects.toThrow('fetch failed');
});

test('the port closes three seconds after the end at the latest if the browser does not fetch its page', async () => {
  const { begin, clock, get } = await setUp();
  const attempt = await begin('one');
  await get('/callback?state=one', 'manual');
  let isEnded = false;
  const ending = attempt.end(done).then(() => (isEnded = true));
  await clock.advance(2_999);
  expect(isEnded).toBe(false);
  await clock.advance(1);
  await ending;
  await expect(get('/callback')).rejects.toThrow('fetch failed');
  expect(clock.pending).toBe(0);
});

test('the port stays open after one attempt while another one waits', async () => {
  const { begin, get, titleAt } = await setUp();
  const first = await begin('one');
  await begin('two');
  const page = titleAt('/callback?state=one');
  await first.end(done);
  expect(await page).toMatch(/signed in/i);
  expect((await get('/callback?state=two', 'manual')).status).toBe(303);
});

test.each(['/callback', '/callback/', '/'])('the result page of %s is below it', async (path) => {
  const { begin, get } = await setUp({ path });
  await begin('one');
  const wrong = await get(`${path}?state=guess`, 'manual');
  expect(wrong.headers.get('location')).toBe(`${path.replace(/\/$/, '')}/not-ours`);
  expect((await get(`${path.replace(/\/$/, '')}/not-ours`)).status).toBe(400);
  expect((await get('/elsewhere')).status).toBe(404);
});

test('another user of this computer is refused', async () => {
  const { begin, get, answers } = await setUp({ isSameUser: false });
  await begin('one');
  expect((await get('/callback?state=one', 'manual')).status).toBe(403);
  expect(answers).toEqual([]);
});

test('wrong answers get a page again once the port was opened again', async () => {
  const { begin, get, listener } = await setUp();
  await begin('one');
  for (let count = 0; count < 21; count += 1) await get('/callback?state=guess', 'manual');
  expect((await get('/callback?state=guess', 'manual')).status).toBe(429);
  await listener.close();
  await begin('two');
  expect((await get('/callback?state=guess', 'manual')).status).toBe(303);
});
