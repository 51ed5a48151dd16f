// What a sign-in ends with where nothing answers, or the exchange of its code brings no tokens.
import { describe, expect, test } from 'vitest';
import { exchangeFailure } from '../../../../main/core/account/sign-in/sign-in.ts';
import { message } from '../../../../main/messages/message.ts';
import { serveSilence } from '../../service/http-server.ts';
import { failureOf, type Setup, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { answers, json, setUpRotatingService } from '../rotating-service.ts';
import { ada, titleOf } from './sign-in-under-test.ts';

const context = setUpRotatingService();

describe('before the browser is opened', () => {
  test('an address where nothing listens is reported, and no browser is opened', async () => {
    await context.service.close();
    const { account, browser } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn())).toMatchObject({
      kind: 'service-unreachable',
      message: message('failure.nothingAnswers', { address: context.service.url }),
      requiredAction: 'sign-in',
      code: 'ECONNREFUSED',
    });
    expect(account.signInState()).toMatchObject({ step: 'failed' });
    expect(browser.opened).toEqual([]);
  });

  test('an address that does not answer within five seconds is unreachable', async () => {
    const { address, isReached } = await serveSilence();
    const { account, browser, clock } = setUpAccount(address);
    const result = account.signIn();
    await isReached;
    await clock.advance(4_999);
    expect(account.signInState()).toMatchObject({ step: 'preparing' });
    await clock.advance(1);
    expect(failureOf(await result).message.id).toBe('failure.nothingAnswers');
    expect(browser.opened).toEqual([]);
  });

  test('any answer is enough: even an undocumented one opens the browser', async () => {
    const { account, browser } = setUpAccount(context.service.url);
    valueOf(await account.signIn());
    expect(context.service.seen.filter(({ url }) => url.pathname === '/')).toHaveLength(1);
    expect(browser.opened).toHaveLength(1);
  });
});

describe('the exchange of the code', () => {
  type Outcome = Parameters<typeof exchangeFailure>[1];

  const mode = 'own-application';
  const unknown = <Why extends string>(why: Why) => ({ kind: 'outcome-unknown', code: 'c', why }) as const;
  const rows: readonly (readonly [string, Outcome, kind: string, requiredAction: string])[] = [
    ['the code is worth nothing', { kind: 'grant-refused', code: 'c' }, 'sign-in-refused', 'sign-in'],
    ['the request is refused', { kind: 'request-refused', code: 'c' }, 'sign-in-refused', 'sign-in'],
    ['the application is refused', { kind: 'application-refused', code: 'c', mode }, 'application-refused', 'settings'],
    ['nobody answers', { kind: 'not-sent', code: 'c', why: 'no-answer' }, 'service-unreachable', 'sign-in'],
    ['its name is unknown', { kind: 'not-sent', code: 'c', why: 'name-not-found' }, 'name-not-found', 'sign-in'],
    ['it is not trusted', { kind: 'not-sent', code: 'c', why: 'not-trusted' }, 'connection-not-trusted', 'sign-in'],
    ['the proxy refuses', { kind: 'not-sent', code: 'c', why: 'proxy' }, 'proxy-error', 'sign-in'],
    ['it is busy', { kind: 'not-done', code: 'c', why: 'busy', retryAfterMs: null }, 'service-error', 'sign-in'],
    ['it has an error', unknown('server-error'), 'service-error', 'sign-in'],
    ['the answer is lost', unknown('lost'), 'service-unreachable', 'sign-in'],
    ['a network answers', unknown('captive-portal'), 'captive-portal', 'sign-in'],
    ['the answer is unknown', unknown('not-understood'), 'answer-not-understood', 'sign-in'],
    ['the token is unusable', unknown('token-unusable'), 'answer-not-understood', 'sign-in'],
    ['a 401 concerns the application', { ...unknown('application'), mode }, 'application-refused', 'settings'],
  ];

  test.each(rows)('a code exchange fails with %s: the failure shows what to do', (_, outcome, kind, requiredAction) => {
    expect(exchangeFailure('The service', outcome)).toMatchObject({ kind, requiredAction, code: 'c' });
  });

  const html = { 'content-type': 'text/html' };
  test.each([
    [511, {}, 'captive-portal'],
    [302, {}, 'captive-portal'],
    [300, {}, 'captive-portal'],
    [399, {}, 'captive-portal'],
    [200, html, 'captive-portal'],
    [200, {}, 'answer-not-understood'],
    [400, html, 'answer-not-understood'],
    [401, {}, 'application-refused'],
    [401, { 'www-authenticate': 'Basic realm="service"' }, 'application-refused'],
    [404, {}, 'answer-not-understood'],
    [500, html, 'service-error'],
    [503, {}, 'service-error'],
    [502, html, 'service-unreachable'],
    [504, {}, 'service-unreachable'],
    [520, {}, 'service-unreachable'],
    [524, {}, 'service-unreachable'],
  ])('an answer %i with %j is reported as %s', async (status, headers, kind) => {
    context.service.nextAnswers.push(answers.text(status, 'Welcome', headers));
    const { account } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn()).kind).toBe(kind);
  });
});

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
