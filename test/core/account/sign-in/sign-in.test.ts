// Rules of the sign-in, by number (docs/design/oauth-rules.md), against a small faulty server.
import { describe, expect, test } from 'vitest';
import { nameText } from '../../../../main/node/host/text.ts';
import { answers, beforeWork, json } from '../rotating-service.ts';
import { failureOf, recordingLog, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { setUpSignIn, answerOf } from './sign-in-under-test.ts';

const { context, beginByHand } = setUpSignIn();

test('the steps of a sign-in appear in order, the last one names the pilot', async () => {
  const { account, clock } = setUpAccount(context.service.url);
  const steps: string[] = [];
  account.subscribe(() => {
    const step = `${account.signInState()?.step}: ${account.state().status}`;
    if (steps.at(-1) !== step) steps.push(step);
  });
  valueOf(await account.signIn());
  expect(steps).toEqual([
    'preparing: signing-in',
    'waiting-for-browser: signing-in',
    'exchanging: signing-in',
    'storing: signing-in',
    'done: signed-in',
  ]);
  expect(account.signInState()).toEqual({ step: 'done', at: clock.now(), name: 'Ada Windsock', missing: [] });
});

test('rule 1: the address goes to the system browser, and a browser that does not open leaves it in the state', async () => {
  const { account, result, address, redirect, clock } = await beginByHand();
  expect(account.state()).toEqual({ status: 'signing-in' });
  expect(account.signInState()).toEqual({
    step: 'waiting-for-browser',
    address: address.href,
    endsOn: redirect.href,
    until: clock.now() + 600_000,
    concern: null,
  });
  await visit(address.href);
  await clock.advance(0);
  expect((await result).ok).toBe(true);
});

describe('the final address of the browser, pasted by the pilot', () => {
  test('signs in if the browser could not come back', async () => {
    const { account, address, result } = await beginByHand();
    const answer = await answerOf(address);
    expect(await account.pasteRedirect(` ${answer.href}\n`)).toEqual({ ok: true, value: null });
    expect((await result).ok).toBe(true);
  });

  test('is not read once the sign-in has ended', async () => {
    const { account, address, result } = await beginByHand();
    const answer = await answerOf(address);
    account.cancelSignIn();
    await result;
    expect(failureOf(await account.pasteRedirect(answer.href)).kind).toBe('not-now');
  });
});

describe('rule 33: the secret of the application', () => {
  const own = { from: 'secret-store', name: 'application-secret/own' } as const;

  test('where there is none, no browser opens and the failure points to the settings', async () => {
    const { account, browser } = setUpAccount(context.service.url, { profile: { clientSecret: own } });
    expect(failureOf(await account.signIn())).toMatchObject({ kind: 'not-configured', requiredAction: 'settings' });
    expect(browser.opened).toEqual([]);
    account.tryAgain();
    expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'not-configured' } });
    account.tryAgain(true);
    expect(account.state()).toEqual({ status: 'none' });
  });
});

describe('who has signed in (A18)', () => {
  test.each([
    ['nothing there', 404, { detail: 'not_found' }, { subject: null, name: null }, 'Pilot at Emulator'],
    ['not for us', 401, { detail: 'unauthorized' }, { subject: null, name: null }, 'Pilot at Emulator'],
    ['something else', 200, ['what'], { subject: null, name: null }, 'Pilot at Emulator'],
    ['only a handle', 200, { sub: '9', preferred_username: 'ada' }, { subject: '9', name: 'ada' }, 'ada'],
    ['wrong types', 200, { sub: 9, name: { first: 'A' } }, { subject: null, name: null }, 'Pilot at Emulator'],
  ])('%s is no reason for a sign-in to end', async (_, status, body, identity, name) => {
    context.service.userinfo = (response) => json(response, status, body);
    const { account } = setUpAccount(context.service.url);
    expect(valueOf(await account.signIn())).toEqual(identity);
    expect(nameText((account.state() as { name: Parameters<typeof nameText>[0] }).name)).toBe(name);
  });

  test('a service that was busy is queried again with the next refresh', async () => {
    context.service.userinfo = (response) => json(response, 503, {});
    const { account, clock } = setUpAccount(context.service.url);
    expect(valueOf(await account.signIn())).toEqual({ subject: null, name: null });
    context.service.userinfo = (response) => json(response, 200, { sub: 'pilot-7', name: 'Ada Windsock' });
    await clock.advance(600_000);
    await until(() => account.identity()?.name === 'Ada Windsock');
  });

  test('a service that does not answer gets 10 seconds', async () => {
    context.service.userinfo = () => {};
    const { account, clock } = setUpAccount(context.service.url);
    const result = account.signIn();
    await until(() => context.service.seen.some(({ url }) => url.pathname === '/oauth/userinfo'));
    await clock.advance(10_000);
    expect((await result).ok).toBe(true);
  });
});

test('no secret is ever logged', async () => {
  const log = recordingLog();
  context.service.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })), answers.lost);
  const { account } = setUpAccount(context.service.url, { log });
  await account.signIn();
  await account.signIn();
  valueOf(await account.signIn());
  const written = JSON.stringify(log.lines);
  expect(log.lines.length).toBeGreaterThan(0);
  for (const { form } of context.service.tokenCalls())
    for (const name of ['code', 'code_verifier', 'client_secret']) expect(written).not.toContain(form.get(name));
});

test.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms while a sign-in waits moves the end that is shown, not the limit',
  async (by) => {
    const { account, browser, clock, result } = await beginByHand();
    await clock.advance(60_000);
    clock.setWall(clock.now() + by);
    expect(account.signInState()).toMatchObject({ until: clock.now() + 540_000 });
    await clock.advance(539_000);
    expect(account.signInState()).toMatchObject({ step: 'waiting-for-browser' });
    await visit((await answerOf(browser.opened[0]!)).href);
    valueOf(await result);
  },
);
