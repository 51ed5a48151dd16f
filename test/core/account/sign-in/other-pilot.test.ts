// A sign-in by another pilot than expected changes nothing.
import { describe, expect, test } from 'vitest';
import { failureOf, setUpAccount, until, valueOf, type Setup } from '../account-under-test.ts';
import { answers, json } from '../rotating-service.ts';
import { setUpSignIn, ada, titleOf } from './sign-in-under-test.ts';

const { context } = setUpSignIn();

const cora = { subject: 'pilot-8', name: 'Cora Contrail' };

describe('another pilot than the one whose sign-in it is', () => {
  async function signedInAsAda() {
    const setup = setUpAccount(context.service.url);
    valueOf(await setup.account.signIn());
    const before = [...setup.secrets.values];
    context.service.userinfo = (response) => json(response, 200, { sub: cora.subject, name: cora.name });
    return { ...setup, before };
  }

  test('changes nothing, and the message names both and what to do', async () => {
    const { account, browser, secrets, before } = await signedInAsAda();
    const failure = failureOf(await account.signIn(ada));
    expect(failure).toMatchObject({ kind: 'other-pilot', requiredAction: 'sign-in' });
    expect(failure.message.params).toMatchObject({ agreed: 'Cora Contrail', expected: 'Ada Windsock' });
    expect([...secrets.values]).toEqual(before);
    expect(account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
    expect(account.signInState()).toMatchObject({ step: 'failed', why: { kind: 'other-pilot' } });
    await until(() => browser.pages.length === 2);
    expect(titleOf(browser.pages[1]?.text ?? '')).toBe('A different pilot approved access');
  });

  test('signs in any pilot if none is expected', async () => {
    const { account } = await signedInAsAda();
    expect(valueOf(await account.signIn())).toEqual(cora);
    expect(account.state()).toMatchObject({ name: 'Cora Contrail' });
  });

  test.each([
    ['the service does not say who it is', (setup: Setup) => setup.account.signIn(ada), 404],
    ['nobody is known to be expected', (setup: Setup) => setup.account.signIn({ subject: null, name: null }), 200],
  ])('cannot be told where %s: then it is a sign-in', async (_, signIn, status) => {
    const setup = await signedInAsAda();
    context.service.userinfo = (response) => json(response, status, { sub: cora.subject, name: cora.name });
    expect((await signIn(setup)).ok).toBe(true);
  });
});

test('a sign-in that failed while a pilot is signed in is shown until the next attempt', async () => {
  const { account } = setUpAccount(context.service.url);
  valueOf(await account.signIn());
  context.service.nextAnswers.push(answers.lost);
  failureOf(await account.signIn());
  expect(account.state()).toMatchObject({ status: 'signed-in' });
  expect(account.signInState()).toMatchObject({ step: 'failed', why: { kind: 'service-unreachable' } });
  valueOf(await account.signIn());
  expect(account.signInState()).toMatchObject({ step: 'done' });
  valueOf(await account.signOut());
  expect(account.signInState()).toBeNull();
});
