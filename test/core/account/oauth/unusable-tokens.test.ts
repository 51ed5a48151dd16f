// Tokens that no request can carry: rejected on arrival, so that they never replace one that works.
import { describe, expect, test } from 'vitest';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { failureOf, setUpAccount, until } from '../account-under-test.ts';
import { answers } from '../rotating-service.ts';
import { setUpSession, stored, tokenOf } from '../tokens/session-under-test.ts';

const { context, signedIn, another } = setUpSession();

const unusable = [
  ['a line end', { access_token: 'good\r\nX-Injected: 1' }],
  ['a control character', { access_token: 'a\u0000b' }],
  ['a letter beyond ASCII', { access_token: 'tökèn' }],
  ['a space', { access_token: 'two words' }],
  ['a refresh token with a control character', { refresh_token: 'a\u0007b' }],
] as const;

describe.each(unusable)('a token with %s', (_name, change) => {
  test('fails the sign-in with a message', async () => {
    const setup = setUpAccount(context.service.url);
    await setup.account.start();
    context.service.nextAnswers.push(answers.issuedWith(change));
    const failure = failureOf(await setup.account.signIn());
    expect(failure).toMatchObject({ kind: 'answer-not-understood', requiredAction: 'sign-in' });
    expect(failure.message.id).toBe('failure.signInTokenUnusable');
    expect(setup.account.state()).toMatchObject({ status: 'signed-out' });
    expect([...setup.secrets.values]).toEqual([]);
  });

  test('keeps the current token if a refresh returns an unusable one, and reports it', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    context.service.nextAnswers.push(answers.issuedWith(change));
    await setup.clock.advance(600_000);
    const concern = () => {
      const state = setup.account.state();
      return state.status === 'signed-in' ? (state.concern?.message.id ?? '') : state.status;
    };
    await until(() => concern() === 'failure.refreshedTokenUnusable');
    expect(await tokenOf(setup)).toBe(first);
    expect(stored(setup)).toMatchObject({ accessToken: first });
  });
});

test('a service that keeps sending such tokens ends the session with a message, and nothing waits forever', async () => {
  const setup = await signedIn();
  context.service.nextAnswers.push(answers.issuedWith({ access_token: 'tökèn' }));
  await setup.clock.advance(600_000);
  await until(() => context.service.nextAnswers.length === 0);
  // If a refresh token is sent twice, the service answers with a similar token.
  context.service.nextAnswers.push(answers.body(200, { access_token: 'tökèn', token_type: 'Bearer' }));
  await setup.clock.advance(900_000);
  const token = setup.account.accessToken();
  expect(failureOf(await token).message.id).toBe('failure.signInTokenUnusable');
  expect(setup.account.state()).toMatchObject({ status: 'signed-out' });
});

test('a stored token that no header can carry is not used, and a new sign-in is required', async () => {
  const setup = await signedIn();
  await setup.account.stop();
  const damaged = JSON.stringify({ ...stored(setup), accessToken: 'a\u0000b' });
  setup.secrets.values.set(tokensName(setup.profile.key), damaged);
  const next = await another(setup);
  expect(failureOf(await next.account.accessToken())).toMatchObject({
    kind: 'data-unreadable',
    requiredAction: 'sign-in',
  });
});
