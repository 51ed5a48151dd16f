// Refreshes that end without a usable answer: which are repeated, and which may have used up the refresh token.
import { describe, expect, test } from 'vitest';
import { answers, beforeWork } from '../rotating-service.ts';
import { createTestStore, failureOf, until, valueOf } from '../account-under-test.ts';
import { setUpSession, stored, tokenOf } from './session-under-test.ts';

const { context, refreshes, signedIn, another } = setUpSession();

describe('rule 25: a lost answer', () => {
  test('the valid access token stays in use, the refresh token is not sent, and the pilot is informed', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    context.service.nextAnswers.push(answers.lost);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    expect(await tokenOf(setup)).toBe(first);
    await setup.clock.advance(290_000);
    expect(await tokenOf(setup)).toBe(first);
    expect(refreshes()).toHaveLength(1);
    expect(context.service.consentRevoked()).toBe(false);
    expect(setup.account.state()).toMatchObject({
      status: 'signed-in',
      concern: { kind: 'service-unreachable', retryAt: expect.any(Number) as number },
    });
  });

  test('once it has expired, the old refresh token is sent once more, then a new sign-in is required with the reason', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(answers.lost);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(300_000);
    await until(() => setup.account.state().status === 'signed-out');
    expect(refreshes()).toHaveLength(2);
    const failure = failureOf(await setup.account.accessToken());
    expect(failure).toMatchObject({ kind: 'sign-in-needed', requiredAction: 'sign-in' });
    expect(failure.message.id).toBe('failure.signInLost');
    expect(stored(setup)).toBeNull();
  });

  test.each([
    ['no answer at all', answers.silent],
    ['an answer nobody understands', answers.text(200, 'ok')],
    ['a gateway that does not know', answers.text(502, 'bad gateway')],
    ['a gateway that waited', answers.text(504, '')],
    ['a page with 200', answers.text(200, '<h1>Welcome</h1>', { 'content-type': 'text/html' })],
    ['503', answers.body(503, {})],
    ['a bare 401', answers.text(401, '')],
    ['a refusal with a status that is not its own', answers.body(404, { error: 'invalid_grant' })],
  ])('%s counts as lost', async (_, answer) => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    context.service.nextAnswers.push(answer);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    await setup.clock.advance(120_000);
    expect(await tokenOf(setup)).toBe(first);
    await setup.clock.advance(100_000);
    expect(refreshes()).toHaveLength(1);
  });
});

describe('answers that prove that nothing was done', () => {
  test.each([
    ['the service asks for a pause', beforeWork(answers.body(429, { error: 'slow_down' })), 'service-error'],
    ['the request is not liked', beforeWork(answers.body(400, { error: 'invalid_request' })), 'answer-not-understood'],
    ['the application is refused', beforeWork(answers.body(401, { error: 'invalid_client' })), 'application-refused'],
  ])('where %s, the present token goes on and renewal is tried again', async (_, answer, kind) => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    context.service.nextAnswers.push(answer, answer);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    expect(await tokenOf(setup)).toBe(first);
    // 5 s, then 10 s.
    await setup.clock.advance(5_000);
    await until(() => refreshes().length === 2 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    await setup.clock.advance(9_000);
    expect(refreshes()).toHaveLength(2);
    await setup.clock.advance(1_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
    // Once the token has expired, the failure names the reason and the next attempt.
    context.service.nextAnswers.push(...Array.from({ length: 20 }, () => answer));
    await setup.account.stop();
    await setup.clock.advance(1_000_000);
    const next = await another(setup);
    const failure = failureOf(await next.account.accessToken());
    expect(failure).toMatchObject({ kind, retryAt: setup.clock.now() + 5_000 });
    expect(next.account.state().status).toBe('signed-in');
  });

  test('a service that was not reached has not had the refresh token, and the session goes on', async () => {
    const setup = await signedIn();
    await context.service.close();
    await setup.clock.advance(900_000);
    expect(failureOf(await setup.account.accessToken())).toMatchObject({
      kind: 'service-unreachable',
      code: 'ECONNREFUSED',
    });
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: { kind: 'service-unreachable' } });
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 0 });
  });

  test('honors Retry-After', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(beforeWork(answers.body(429, {}, { 'retry-after': '120' })));
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1 && stored(setup)?.['refreshesUnconfirmed'] === 0);
    await setup.clock.advance(119_000);
    expect(refreshes()).toHaveLength(1);
    await setup.clock.advance(1_000);
    await until(() => refreshes().length === 2);
  });
});

test('without the application secret nothing is sent, and the session goes on once it is there again', async () => {
  const own = { from: 'secret-store', name: 'application-secret/own' } as const;
  const secrets = createTestStore(new Map([[own.name, 'own-secret']]));
  const setup = await signedIn({ secrets, profile: { clientSecret: own } });
  const first = await tokenOf(setup);
  secrets.values.delete(own.name);
  await setup.clock.advance(600_000);
  expect(await tokenOf(setup)).toBe(first);
  await setup.clock.advance(300_000);
  expect(failureOf(await setup.account.accessToken())).toMatchObject({ requiredAction: 'settings' });
  expect(refreshes()).toHaveLength(0);
  expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 0 });
  secrets.values.set(own.name, 'own-secret');
  setup.account.tryAgain();
  expect(await tokenOf(setup)).toMatch(/^access-2-/);
});

describe('rule 26: expiry and 401', () => {
  test('a second 401 for the refreshed token ends the sign-in with a message', async () => {
    const setup = await signedIn();
    const second = valueOf(await setup.account.rejected(await tokenOf(setup))).value;
    expect(failureOf(await setup.account.rejected(second))).toMatchObject({
      kind: 'sign-in-needed',
      code: 'unauthorized',
    });
    expect(refreshes()).toHaveLength(1);
    expect(setup.account.state()).toMatchObject({ status: 'signed-out', name: 'Ada Windsock' });
    expect(stored(setup)).toBeNull();
  });

  test('the same token again ends it too', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    context.service.nextAnswers.push(answers.issuedWith({ access_token: first }));
    expect(failureOf(await setup.account.rejected(first)).kind).toBe('sign-in-needed');
    expect(refreshes()).toHaveLength(1);
  });

  test('a 401 during a service outage does not end the session', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(beforeWork(answers.body(503, {})));
    const first = await tokenOf(setup);
    expect(failureOf(await setup.account.rejected(first))).toMatchObject({ kind: 'service-error' });
    expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'service-error' });
    await setup.clock.advance(120_000);
    await until(() => refreshes().length === 2);
    expect(await tokenOf(setup)).not.toBe(first);
  });
});
