// Access tokens that expire, by the clock or by a 401.
import { describe, expect, test } from 'vitest';
import { answers, beforeWork } from '../rotating-service.ts';
import { failureOf, until, valueOf } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn } = setUpSession();

describe('rule 26: expiry and 401', () => {
  test('many requests that were answered 401 cause one refresh', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    const tokens = await Promise.all(Array.from({ length: 10 }, () => setup.account.rejected(first)));
    expect(new Set(tokens.map((token) => valueOf(token).value)).size).toBe(1);
    expect(valueOf(await setup.account.rejected(first)).value).toBe(await tokenOf(setup));
    expect(refreshes()).toHaveLength(1);
  });

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

  const page = { 'content-type': 'text/html' };
  test.each([
    ['a page with 200', answers.text(200, '<h1>Welcome</h1>', page)],
    ['503', answers.body(503, {})],
    ['a refusal with a status that is not its own', answers.body(404, { error: 'invalid_grant' })],
  ] as [string, (typeof context.service.nextAnswers)[number]][])(
    'rule 25: a refresh that was carried out and then answered with %s is not sent again while the token is valid',
    async (_, answer) => {
      const setup = await signedIn();
      const first = await tokenOf(setup);
      context.service.nextAnswers.push(answer);
      await setup.clock.advance(600_000);
      await until(() => refreshes().length === 1 && stored(setup)?.['quietUntil'] !== 0);
      expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 1, accessToken: first });
      await setup.clock.advance(299_000);
      expect(await tokenOf(setup)).toBe(first);
      expect(refreshes()).toHaveLength(1);
      expect(context.service.consentRevoked()).toBe(false);
      // Its token has expired: sent once more, for the last time.
      await setup.clock.advance(1_000_000);
      expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'sign-in-needed' });
      expect(refreshes()).toHaveLength(2);
    },
  );

  test('a 401 for a revoked consent ends the session with a message', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })));
    expect(failureOf(await setup.account.rejected(await tokenOf(setup)))).toMatchObject({ kind: 'sign-in-needed' });
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
