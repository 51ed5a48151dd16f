// Attacks on the sign-in listener from this computer: guesses, a forged answer, a replayed one, another user's, a
// crowd, and pages that try to make the browser send one. The rules of OAuth are tested by number in
// test/core/account/sign-in.
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { signedIn } from '../../main/core/account/sign-in/result-page.ts';
import { createLoopbackListener } from '../../main/core/account/sign-in/loopback-listener.ts';
import type { IsSameUser } from '../../main/core/platform/loopback/socket-owner.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { asOtherUser, noOtherUser } from './other-user.ts';
import { afterwards } from './window-under-attack.ts';

const state = 'the-state-of-this-attempt';
async function openListener(isSameUser?: IsSameUser) {
  const clock = createVirtualClock();
  const answers: string[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const listener = createLoopbackListener({
    path: '/callback/service',
    port: 0,
    clock,
    log: { debug: note, info: note, warn: note, error: note },
    ...(isSameUser && { isSameUser }),
  });
  const opened = await listener.open();
  if (!opened.ok) throw new Error(opened.failure.message.id);
  afterwards(() => listener.close());
  const expected = listener.expect({
    isAnswer: (parameters) => parameters.get('state') === state,
    onAnswer: (parameters) => void answers.push(String(parameters)),
  });
  const port = opened.value;
  const ask = (query: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/callback/service${query}`, { redirect: 'manual', ...init });
  return { listener, expected, port, answers, logged, ask, clock };
}

test('answers twenty guesses of the state, and still accepts the real response', async () => {
  const { answers, logged, ask } = await openListener();
  const statuses = new Map<number, number>();
  for (let n = 0; n < 28; n += 1) {
    const { status } = await ask(`?code=mine&state=guess-${n}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 303: 20, 429: 8 });
  expect(logged.length).toBeLessThanOrEqual(20);
  expect(answers).toEqual([]);
  expect((await ask(`?code=true&state=${state}`)).status).toBe(303);
  expect(answers).toEqual([`code=true&state=${state}`]);
});

test('accepts a replayed response once', async () => {
  const { answers, ask, expected, port } = await openListener();
  const first = await ask(`?code=one&state=${state}`);
  await ask(`?code=one&state=${state}`);
  await ask(`?code=other&state=${state}`);
  expect(answers).toEqual([`code=one&state=${state}`]);
  const shown = fetch(new URL(first.headers.get('location') ?? '', `http://127.0.0.1:${port}`));
  await expected.end(signedIn('Pilot Flight Service', true));
  expect(await (await shown).text()).toContain('You&#39;re signed in');
  // It closes when it is done.
  await expect(ask(`?code=one&state=${state}`)).rejects.toThrow('fetch failed');
});

test('shows the result page only to the browser that brought the response', async () => {
  const { port, ask } = await openListener();
  for (const path of ['done', 'done/', 'done/1', `done/${'A'.repeat(22)}`, 'not-ours/..', '%64one'])
    expect([400, 404]).toContain((await fetch(`http://127.0.0.1:${port}/callback/service/${path}`)).status);
  const { headers } = await ask(`?code=x&state=${state}`);
  expect(headers.get('location')).toMatch(/^\/callback\/service\/done\/[\w-]{22}$/);
});

test('refuses a real program of another user', async ({ skip }) => {
  skip(...noOtherUser);
  const { answers, ask, port } = await openListener();
  const status = await asOtherUser(
    `const answer = await fetch(argument, { redirect: 'manual' }); console.log(answer.status);`,
    `http://127.0.0.1:${port}/callback/service?code=mine&state=${state}`,
  );
  expect([status, answers]).toEqual([403, []]);
  expect((await ask(`?code=true&state=${state}`)).status).toBe(303);
});

test('answers the browser under five hundred silent or half-finished connections', async () => {
  const { answers, ask, port } = await openListener();
  const crowd: Socket[] = [];
  afterwards(() => crowd.forEach((socket) => socket.destroy()));
  for (let n = 0; n < 500; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(n % 2 ? 'GET /callback/service?code=' : '');
    crowd.push(socket);
  }
  await new Promise((resolve) => crowd.at(-1)?.once('connect', resolve));
  expect((await ask(`?code=true&state=${state}`)).status).toBe(303);
  expect(answers).toHaveLength(1);
});
