// Access tokens that expire, by the clock or by a 401.
import { describe, expect, test } from 'vitest';
import { answers, beforeWork } from '../rotating-service.ts';
import { failureOf, until, valueOf } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn } = setUpSession();

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
