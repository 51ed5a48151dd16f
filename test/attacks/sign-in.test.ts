// Attacks on the sign-in listener from this computer: guesses, a forged answer, another user's, a crowd, and pages that
// try to make the browser send one. The rules of OAuth are tested by number in test/core/account/sign-in.
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createLoopbackListener } from '../../main/core/account/sign-in/loopback-listener.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { asOtherUser, noOtherUser } from './other-user.ts';
import { afterwards } from './window-under-attack.ts';

const state = 'the-state-of-this-attempt';
async function openListener() {
  const answers: string[] = [];
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const listener = createLoopbackListener({
    path: '/callback/service',
    port: 0,
    clock: createVirtualClock(),
    log: { debug: note, info: note, warn: note, error: note },
  });
  const opened = await listener.open();
  if (!opened.ok) throw new Error(opened.failure.message.id);
  afterwards(() => listener.close());
  listener.expect({
    isAnswer: (parameters) => parameters.get('state') === state,
    onAnswer: (parameters) => void answers.push(String(parameters)),
  });
  const port = opened.value;
  const ask = (query: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/callback/service${query}`, { redirect: 'manual', ...init });
  return { port, answers, logged, ask };
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
