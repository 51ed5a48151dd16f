// Access tokens that expire, by the clock or by a 401.
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { answers, beforeWork } from '../rotating-service.ts';
import { failureOf, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn } = setUpSession();

describe('rule 26: expiry and 401', () => {
  test('the wall clock may be changed: a lifetime is counted on the monotonic one', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    setup.clock.setWall(setup.clock.now() + 365 * 86_400_000);
    expect(await tokenOf(setup)).toBe(first);
    setup.clock.setWall(0);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
  });

  test('after a restart the wall clock decides how much is left', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    await setup.account.stop();
    const later = createVirtualClock(setup.clock.now() + 300_000);
    const next = setUpAccount(context.service.url, { clock: later, secrets: setup.secrets });
    await next.account.start();
    expect(await tokenOf(next)).toBe(first);
    await later.advance(300_000);
    await until(() => refreshes().length === 1);
  });

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
    ['a redirect to its own site', (response) => void response.writeHead(303, { location: '/' }).end()],
    ['404', answers.text(404, 'who?')],
    ['500', answers.text(500, 'oops')],
    ['503', answers.body(503, {})],
    ['a refusal with a status that is not its own', answers.body(404, { error: 'invalid_grant' })],
    ['a refusal that nobody knows', answers.body(400, { error: 'try_later' })],
    ['a 401 without words', answers.text(401, '')],
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

  test.each([
    ['a page with 200', beforeWork(answers.text(200, '<h1>Welcome</h1>', page))],
    ['404', beforeWork(answers.text(404, 'who?'))],
    ['503', beforeWork(answers.body(503, {}))],
  ])(
    'rule 25: one that was not carried out and answered with %s is repeated once the token has expired',
    async (_, answer) => {
      const setup = await signedIn();
      context.service.nextAnswers.push(answer);
      await setup.clock.advance(600_000);
      await until(() => refreshes().length === 1 && stored(setup)?.['quietUntil'] !== 0);
      await setup.clock.advance(300_000);
      await until(() => String(stored(setup)?.['accessToken']).startsWith('access-2-'));
      expect(refreshes()).toHaveLength(2);
      expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
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
