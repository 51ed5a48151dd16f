// Rules for the code exchange, by number, against a small faulty server.
import { describe, expect, test } from 'vitest';
import { answers } from '../rotating-service.ts';
import { failureOf, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { setUpSignIn, answerOf } from './sign-in-under-test.ts';

const { context, beginByHand } = setUpSignIn();

test('rule 11: a code is sent once, with the redirect address it was issued for', async () => {
  const { address, redirect, result } = await beginByHand();
  const answer = await answerOf(address);
  // The same answer from two tabs simultaneously, and a third time.
  await Promise.all([visit(answer.href), visit(answer.href)]);
  expect((await result).ok).toBe(true);
  expect(context.service.tokenCalls()).toHaveLength(1);
  expect(context.service.tokenCalls()[0]?.form.get('redirect_uri')).toBe(redirect.href);
});

test('rule 11: an exchange whose answer is lost is not retried', async () => {
  context.service.nextAnswers.push(answers.lost);
  const { account } = setUpAccount(context.service.url);
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'service-unreachable', requiredAction: 'sign-in' });
  expect(context.service.tokenCalls()).toHaveLength(1);
});

test('rule 13: a response with two codes is not used', async () => {
  const { address, result, clock } = await beginByHand();
  const answer = await answerOf(address);
  answer.searchParams.append('code', 'another');
  void visit(answer.href);
  await clock.advance(0);
  expect(failureOf(await result).kind).toBe('sign-in-broken');
  expect(context.service.tokenCalls()).toHaveLength(0);
});

test.each([
  ['with a challenge', 401, { 'www-authenticate': 'Basic realm="service"' }],
  ['without a challenge', 401, {}],
  ['as 400, where the application was disabled after the code was issued', 400, {}],
])('rule 17: rejected client credentials are the same failure %s', async (_, status, headers) => {
  context.service.nextAnswers.push(
    answers.body(status, { error: 'invalid_client', error_description: '<switched off>' }, headers),
  );
  const { account, browser } = setUpAccount(context.service.url);
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'application-refused', requiredAction: 'settings', code: 'invalid_client' });
  // Shown once, and never written: not part of the failure or the state.
  expect(JSON.stringify([failure, account.signInState(), account.state()])).not.toContain('<switched off>');
  await until(() => browser.pages.length > 0);
  expect(browser.pages.at(-1)?.text).toContain('&#60;switched off&#62;');
});

describe('rule 20: what the answer may leave out or add', () => {
  test.each([
    ['token_type in any case', { token_type: 'bEaReR' }],
    ['no expires_in', { expires_in: undefined }],
    ['unknown members', { id_token: 'not.a.token', extra: { deep: [1] } }],
  ])('%s is read', async (_, change) => {
    context.service.nextAnswers.push(answers.issuedWith(change));
    const { account, clock } = setUpAccount(context.service.url);
    valueOf(await account.signIn());
    const { value } = valueOf(await account.accessToken());
    await clock.advance(500_000);
    expect(valueOf(await account.accessToken()).value).toBe(value);
  });

  test.each([
    ['another kind of token', answers.issuedWith({ token_type: 'mac' })],
    ['no access token', answers.issuedWith({ access_token: undefined })],
    ['words instead of JSON', answers.text(200, 'welcome to our hotel', { 'content-type': 'text/plain' })],
    ['more than anybody would send', answers.text(200, `{"access_token":"${'a'.repeat(100_000)}"}`)],
  ])('%s is not', async (_, answer) => {
    context.service.nextAnswers.push(answer);
    const { account } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn())).toMatchObject({
      kind: 'answer-not-understood',
      requiredAction: 'sign-in',
    });
    expect(account.identity()).toBeNull();
  });
});

test('rule 21: the granted scope is read from the answer a response without a scope grants what was requested', async () => {
  context.service.scope = undefined;
  const { account, profile } = setUpAccount(context.service.url);
  valueOf(await account.signIn());
  expect(account.state()).toMatchObject({ scopes: profile.scopes, mayUpload: true });
});

describe('rule 27: calls are bounded', () => {
  test('a silent token endpoint times out after 30 seconds', async () => {
    context.service.nextAnswers.push(answers.silent);
    const { account, clock } = setUpAccount(context.service.url);
    const result = account.signIn();
    await until(() => context.service.tokenCalls().length === 1);
    await clock.advance(30_000);
    expect(failureOf(await result)).toMatchObject({ kind: 'service-unreachable', code: 'NO_ANSWER_IN_TIME' });
  });

  test.each([
    'http://service.example',
    'http://127.0.0.1.example',
    'ftp://127.0.0.1',
    'https://user:pass@host.example',
    '',
  ])('nothing is sent to %j', async (address) => {
    const { account, browser } = setUpAccount(address);
    expect(failureOf(await account.signIn())).toMatchObject({ kind: 'not-configured', requiredAction: 'settings' });
    expect(browser.opened).toEqual([]);
  });

  test('nothing is sent to a broker over plain http', async () => {
    const { account, browser } = setUpAccount(context.service.url, {
      profile: { clientSecret: { from: 'broker', address: 'http://broker.example' } },
    });
    expect(failureOf(await account.signIn()).kind).toBe('not-configured');
    expect(browser.opened).toEqual([]);
  });

  test('stop() ends an attempt and its calls', async () => {
    const { account, result } = await beginByHand();
    await account.stop();
    expect(failureOf(await result).kind).toBe('cancelled');
  });
});

describe('rule 28: answers of another authorization server', () => {
  const elsewhere = 'https://elsewhere.example';
  test.each([
    ['another than the address', elsewhere, null],
    ['the address if another one is configured', null, 'https://id.example'],
  ])('an issuer that is %s ends the attempt, and the code is not sent', async (_, received, issuer) => {
    context.service.redirectWith = (parameters) => parameters.set('iss', received ?? context.service.url);
    const { account, browser } = setUpAccount(context.service.url, {
      profile: { kind: 'service', ...(issuer && { issuer }) },
    });
    const failure = failureOf(await account.signIn());
    expect(failure).toMatchObject({
      kind: 'sign-in-broken',
      requiredAction: 'settings',
      message: { id: 'failure.issuerUnexpected', params: { kind: 'service', issuer: issuer ?? context.service.url } },
    });
    expect(context.service.tokenCalls()).toHaveLength(0);
    // The page in the browser names the received one, and nothing else does.
    expect(JSON.stringify([failure, account.signInState()])).not.toContain(elsewhere);
    await until(() => browser.pages.length > 0);
    expect(browser.pages.at(-1)?.text).toContain(`iss=${received ?? context.service.url}`);
  });

  test.each([
    ['our address', null, ''],
    ['our address and a slash', null, '/'],
    ['the configured issuer', 'https://id.example', ''],
    ['the configured issuer and a slash', 'https://id.example', '/'],
  ])('%s is accepted', async (_, issuer, end) => {
    context.service.redirectWith = (parameters) => parameters.set('iss', `${issuer ?? context.service.url}${end}`);
    const { account } = setUpAccount(context.service.url, { profile: issuer === null ? {} : { issuer } });
    expect((await account.signIn()).ok).toBe(true);
  });

  test('the page shows an issuer of any length and any characters as one short line', async () => {
    context.service.redirectWith = (parameters) =>
      parameters.set('iss', `https://else\u202Ewhere.example/\u0007\n${'a'.repeat(3_000)}`);
    const { account, browser } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn()).message.id).toBe('failure.issuerUnexpected');
    await until(() => browser.pages.length > 0);
    expect(browser.pages.at(-1)?.text).toMatch(/iss=https:\/\/elsewhere\.example\/ a{100,200}…</);
  });
});
