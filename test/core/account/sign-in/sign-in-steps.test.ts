// A sign-in can be cancelled and restarted at every step, and ends with a specific message in every case.
import { describe, expect, test } from 'vitest';
import { failed } from '../../../../main/contract/failure.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createTestStore, failureOf, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { answers } from '../rotating-service.ts';
import { setUpSignIn, shutBrowser, titleOf } from './sign-in-under-test.ts';

const { context, standingAt } = setUpSignIn();

const steps = ['preparing', 'waiting-for-browser', 'exchanging', 'storing'] as const;

describe.each(steps)('while it is %s', (step) => {
  test('can be cancelled without leaving anything behind, and started again', async () => {
    const setup = await standingAt(step);
    setup.account.cancelSignIn();
    expect(failureOf(await setup.result).kind).toBe('sign-in-cancelled');
    expect(setup.account.signInState()).toMatchObject({ step: 'failed', why: { kind: 'sign-in-cancelled' } });
    expect([...setup.secrets.values.keys()]).toEqual(['application-secret/own']);
    setup.letGo();
    valueOf(await setup.account.signIn());
    expect(setup.account.signInState()).toMatchObject({ step: 'done', name: 'Ada Windsock' });
  });

  test('is ended by a second attempt, which continues', async () => {
    const setup = await standingAt(step);
    setup.letGo();
    const second = setup.account.signIn();
    expect(failureOf(await setup.result).kind).toBe('sign-in-superseded');
    valueOf(await second);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
  });
});

describe('errors of the service instead of a code', () => {
  test.each([
    ['access_denied', 'consent-refused', 'sign-in', 'Access declined'],
    ['server_error', 'service-error', 'sign-in', 'The service is having problems'],
    ['temporarily_unavailable', 'service-error', 'sign-in', 'The service is having problems'],
    ['invalid_scope', 'sign-in-refused', 'settings', 'The service rejected the sign-in'],
    ['unauthorized_client', 'application-refused', 'settings', 'The service rejected this app'],
    ['invalid_request', 'sign-in-refused', 'sign-in', 'The service rejected the sign-in'],
  ])('%s is said in its own words, on the last page too', async (error, kind, requiredAction, title) => {
    context.service.redirectWith = (parameters) => {
      parameters.delete('code');
      parameters.set('error', error);
      parameters.set('error_description', 'its <b>own</b> text');
    };
    const { account, browser } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn())).toMatchObject({ kind, requiredAction });
    await until(() => browser.pages.length === 1);
    const text = browser.pages[0]?.text ?? '';
    expect([titleOf(text), text.includes('<b>own')]).toEqual([title, false]);
    expect(text).toContain(error);
  });

  test('a rejected code came too late or was used before', async () => {
    context.service.nextAnswers.push(answers.body(400, { error: 'invalid_grant' }));
    const { account, browser } = setUpAccount(context.service.url);
    expect(failureOf(await account.signIn()).message.id).toBe('failure.signInAnswerStale');
    await until(() => browser.pages.length === 1);
    expect(titleOf(browser.pages[0]?.text ?? '')).toBe('The service rejected the sign-in');
  });
});

test('a browser that does not open is reported, and the address stays', async () => {
  const browser = shutBrowser();
  browser.open = async (address) => {
    browser.opened.push(address);
    return failed(failures.noBrowser());
  };
  const setup = setUpAccount(context.service.url, { browser });
  const result = setup.account.signIn();
  await until(() => browser.opened.length === 1);
  expect(setup.account.signInState()).toMatchObject({
    step: 'waiting-for-browser',
    address: browser.opened[0],
    concern: { kind: 'not-supported-here' },
  });
  await visit(browser.opened[0] ?? '');
  valueOf(await result);
});

test("a disk that cannot even provide the lock fails the sign-in with a message, and blocks neither the next one nor the program's exit", async () => {
  let isBroken = true;
  const setup = setUpAccount(context.service.url, {
    secrets: {
      ...createTestStore(),
      exclusively: (_name, work) => (isBroken ? Promise.reject(new Error('unable to open database file')) : work()),
    },
  });
  expect(failureOf(await setup.account.signIn()).kind).toBe('unexpected');
  expect(setup.account.signInState()).toMatchObject({ step: 'failed', why: { kind: 'unexpected' } });
  isBroken = false;
  valueOf(await setup.account.signIn());
  isBroken = true;
  expect(failureOf(await setup.account.signIn()).kind).toBe('unexpected');
  const stopping = setup.account.stop();
  await setup.clock.advance(10_000);
  await expect(stopping).resolves.toBeUndefined();
});
