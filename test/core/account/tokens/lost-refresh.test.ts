// Refreshes without a complete answer: which tokens are kept, how long the pause is, and what the last attempt waits
// for.
import { describe, expect, test } from 'vitest';
import { answers, beforeWork, json } from '../rotating-service.ts';
import { createTestStore, failureOf, setUpAccount, until, type Setup } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn } = setUpSession();

describe('rule 25: the last attempt', () => {
  /** Unconfirmed, its access token expired, and the service had done nothing. */
  async function outcomeUnknown(setup: Setup) {
    context.service.nextAnswers.push(beforeWork(answers.lost));
    await setup.clock.advance(600_000);
    await until(() => stored(setup)?.['quietUntil'] !== 0);
  }

  test.each([
    ['answers 502 to everything', (response: Parameters<typeof json>[0]) => json(response, 502, {})],
    ['breaks every connection', (response: Parameters<typeof json>[0]) => void response.socket?.destroy()],
  ])('a service that %s is not sent the refresh token until it has recovered', async (_, answer) => {
    const setup = await signedIn();
    const { userinfo } = context.service;
    await outcomeUnknown(setup);
    context.service.userinfo = answer;
    await setup.clock.advance(300_000);
    expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'service-unreachable' });
    for (let look = 0; look < 10; look += 1) await setup.clock.advance(120_000);
    expect(refreshes()).toHaveLength(1);
    expect(setup.account.state().status).toBe('signed-in');
    context.service.userinfo = userinfo;
    await setup.clock.advance(120_000);
    await until(() => refreshes().length === 2);
    await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
  });

  test('only checks that the service answers: sends no token and follows no redirect', async () => {
    const setup = await signedIn();
    await outcomeUnknown(setup);
    const before = context.service.seen.length;
    context.service.userinfo = (response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    await setup.clock.advance(300_000);
    await until(() => refreshes().length === 2);
    const asked = context.service.seen.slice(before).filter(({ url }) => url.pathname !== '/oauth/token');
    expect(asked.map(({ method, url, headers }) => [method, url.pathname, headers.authorization])).toEqual([
      ['GET', '/oauth/userinfo', undefined],
    ]);
  });
});

test('rule 25: between the first attempt and the last waits two minutes, because the first may still be in progress, for example in a killed process', async () => {
  const setup = await signedIn();
  const first = await tokenOf(setup);
  let carryOut = () => {};
  // The request is delayed, and its sender has ended.
  context.service.nextAnswers.push(beforeWork((response) => void (carryOut = () => response.socket?.destroy())));
  await setup.clock.advance(600_000);
  await until(() => refreshes().length === 1);
  // Its lock ended with it.
  const secrets = { ...setup.secrets, exclusively: createTestStore().exclusively };
  const other = setUpAccount(context.service.url, { clock: setup.clock, secrets });
  await other.account.start();
  expect(failureOf(await other.account.rejected(first))).toMatchObject({ kind: 'service-unreachable' });
  // The service is healthy; the wait is for the end of the previous refresh.
  expect(failureOf(await other.account.rejected(first)).message.id).toBe('failure.refreshResting');
  other.account.tryAgain();
  await setup.clock.advance(119_000);
  expect(refreshes()).toHaveLength(1);
  carryOut();
  await until(() => stored(setup)?.['quietUntil'] !== 0);
  await setup.clock.advance(60_000);
  await until(() => refreshes().length === 2);
  expect(await tokenOf(other)).toMatch(/^access-2-/);
});

test('rule 25: while the access token is valid, an answer that took a minute extends its life by a minute, and the refresh token rests', async () => {
  const setup = await signedIn();
  let letGo = () => {};
  context.service.nextAnswers.push((response, issued) => void (letGo = () => json(response, 200, issued)));
  context.service.nextAnswers.push(beforeWork(answers.lost));
  await setup.clock.advance(600_000);
  await until(() => refreshes().length === 1);
  await setup.clock.advance(60_000);
  letGo();
  await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
  const second = await tokenOf(setup);
  await setup.clock.advance(540_000);
  await until(() => refreshes().length === 2 && stored(setup)?.['quietUntil'] !== 0);
  // Counted from the request, it would expire in five minutes.
  await setup.clock.advance(355_000);
  expect(await tokenOf(setup)).toBe(second);
  expect(refreshes()).toHaveLength(2);
  await setup.clock.advance(10_000);
  await until(() => refreshes().length === 3);
});

test('rule 27: a slow refresh is waited for, for two minutes', async () => {
  const setup = await signedIn();
  let letGo = () => {};
  context.service.nextAnswers.push((response, issued) => {
    letGo = () => json(response, 200, issued);
  });
  await setup.clock.advance(600_000);
  await until(() => refreshes().length === 1);
  await setup.clock.advance(119_000);
  expect(setup.account.state()).toMatchObject({ concern: null });
  letGo();
  await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
  expect(await tokenOf(setup)).toMatch(/^access-2-/);
});
