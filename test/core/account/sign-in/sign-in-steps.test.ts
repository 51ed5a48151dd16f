// A sign-in can be cancelled and restarted at every step, ends with a message of its own in every case, and tells a
// browser that comes late how it ended.
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { failed, ok, type Result } from '../../../../main/contract/failure.ts';
import type { SignIn } from '../../../../main/contract/sign-in.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import {
  createAutoConsentBrowser,
  createTestStore,
  failureOf,
  setUpAccount,
  until,
  valueOf,
  visit,
  type Setup,
} from '../account-under-test.ts';
import { answers, json, startRotatingService, type RotatingService } from '../rotating-service.ts';
import { message } from '../../../../main/messages/message.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

const shutBrowser = () => createAutoConsentBrowser(() => Promise.reject(new Error('shut')));
const ada = { subject: 'pilot-7', name: 'Ada Windsock' };
const cora = { subject: 'pilot-8', name: 'Cora Contrail' };
const stepOf = ({ account }: Setup) => account.signInState()?.step;
const titleOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1];

async function answerOf(address: string) {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** A sign-in that stays at this step. */
async function standingAt(step: SignIn['step']) {
  const own = { from: 'secret-store', name: 'application-secret/own' } as const;
  let readSecret: (value: Result<string | null>) => void = () => {};
  const secrets = createTestStore(new Map([[own.name, 'own-secret']]));
  const { get } = secrets;
  if (step === 'preparing')
    secrets.get = (name) => (name === own.name ? new Promise((resolve) => (readSecret = resolve)) : get(name));
  if (step === 'exchanging') service.nextAnswers.push(answers.silent);
  const isShut = step === 'waiting-for-browser';
  const setup = setUpAccount(service.url, {
    secrets,
    profile: { clientSecret: own },
    ...(isShut && { browser: shutBrowser() }),
  });
  if (step === 'storing') service.userinfo = () => {};
  const result = setup.account.signIn(step === 'storing' ? ada : null);
  await until(() => stepOf(setup) === step && (step !== 'exchanging' || service.tokenCalls().length === 1));
  return {
    ...setup,
    result,
    /** Lets it go on. */
    letGo() {
      secrets.get = get;
      readSecret(ok('own-secret'));
      service.userinfo = (response) => json(response, 200, { sub: ada.subject, name: ada.name });
      setup.browser.open = async (address) => {
        setup.browser.opened.push(address);
        void visit(address).then((page) => setup.browser.pages.push(page));
        return ok(null);
      };
    },
  };
}

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

  test('a second attempt ends it, and goes its own way', async () => {
    const setup = await standingAt(step);
    setup.letGo();
    const second = setup.account.signIn();
    expect(failureOf(await setup.result).kind).toBe('sign-in-superseded');
    valueOf(await second);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
  });
});

describe('a browser that comes when it is over', () => {
  test.each([
    ['called off', 'Sign-in cancelled', async (setup: Setup) => setup.account.cancelSignIn()],
    ['out of time', 'Sign-in timed out', async (setup: Setup) => setup.clock.advance(600_000)],
  ])('is told that it is %s, for two minutes, and its code is not used', async (_, title, end) => {
    const setup = await standingAt('waiting-for-browser');
    const answer = await answerOf(setup.browser.opened[0] ?? '');
    await end(setup);
    await setup.result;
    await setup.clock.advance(119_000);
    const page = await visit(answer.href);
    expect([titleOf(page.text), new URL(page.url).search]).toEqual([title, '']);
    await setup.clock.advance(1_000);
    await expect(visit(answer.href)).rejects.toThrow('fetch failed');
    expect(service.tokenCalls()).toEqual([]);
  });

  test('of an earlier attempt is told that a newer one replaced it, also after that one has ended', async () => {
    const setup = await standingAt('waiting-for-browser');
    const answer = await answerOf(setup.browser.opened[0] ?? '');
    const second = setup.account.signIn();
    await until(() => setup.browser.opened.length === 2);
    const titles = [visit(answer.href), visit(answer.href)].map(async (page) => titleOf((await page).text));
    expect(await Promise.all(titles)).toEqual(Array(2).fill('A newer sign-in replaced this one'));
    await visit(setup.browser.opened[1] ?? '');
    valueOf(await second);
    expect(service.tokenCalls()).toHaveLength(1);
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
    service.redirectWith = (parameters) => {
      parameters.delete('code');
      parameters.set('error', error);
      parameters.set('error_description', 'its <b>own</b> text');
    };
    const { account, browser } = setUpAccount(service.url);
    expect(failureOf(await account.signIn())).toMatchObject({ kind, requiredAction });
    await until(() => browser.pages.length === 1);
    const text = browser.pages[0]?.text ?? '';
    expect([titleOf(text), text.includes('<b>own')]).toEqual([title, false]);
    expect(text).toContain(error);
  });

  test('a rejected code came too late or was used before', async () => {
    service.nextAnswers.push(answers.body(400, { error: 'invalid_grant' }));
    const { account, browser } = setUpAccount(service.url);
    expect(failureOf(await account.signIn()).message.id).toBe('failure.signInAnswerStale');
    await until(() => browser.pages.length === 1);
    expect(titleOf(browser.pages[0]?.text ?? '')).toBe('The service rejected the sign-in');
  });
});

describe('another pilot than the one whose sign-in it is', () => {
  async function signedInAsAda() {
    const setup = setUpAccount(service.url);
    valueOf(await setup.account.signIn());
    const before = [...setup.secrets.values];
    service.userinfo = (response) => json(response, 200, { sub: cora.subject, name: cora.name });
    return { ...setup, before };
  }

  test('changes nothing, and the words name both and the way out', async () => {
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

  test('signs in any pilot where that is meant', async () => {
    const { account } = await signedInAsAda();
    expect(valueOf(await account.signIn())).toEqual(cora);
    expect(account.state()).toMatchObject({ name: 'Cora Contrail' });
  });

  test.each([
    ['the service does not say who it is', (setup: Setup) => setup.account.signIn(ada), 404],
    ['nobody is known to be expected', (setup: Setup) => setup.account.signIn({ subject: null, name: null }), 200],
  ])('cannot be told where %s: then it is a sign-in', async (_, signIn, status) => {
    const setup = await signedInAsAda();
    service.userinfo = (response) => json(response, status, { sub: cora.subject, name: cora.name });
    expect((await signIn(setup)).ok).toBe(true);
  });
});

test('a sign-in that failed while somebody is signed in is shown until the next one', async () => {
  const { account } = setUpAccount(service.url);
  valueOf(await account.signIn());
  service.nextAnswers.push(answers.lost);
  failureOf(await account.signIn());
  expect(account.state()).toMatchObject({ status: 'signed-in' });
  expect(account.signInState()).toMatchObject({ step: 'failed', why: { kind: 'service-unreachable' } });
  valueOf(await account.signIn());
  expect(account.signInState()).toMatchObject({ step: 'done' });
  valueOf(await account.signOut());
  expect(account.signInState()).toBeNull();
});

test('a browser that does not open is reported, and the address stays', async () => {
  const browser = shutBrowser();
  browser.open = async (address) => {
    browser.opened.push(address);
    return failed(failures.noBrowser());
  };
  const setup = setUpAccount(service.url, { browser });
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

test('a fixed port in use by another program is reported, with a link to the settings; once free, it is used', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { account, browser } = setUpAccount(service.url, { profile: { redirectPort: port } });
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'sign-in-broken', requiredAction: 'settings', code: 'EADDRINUSE' });
  expect(failure.message).toEqual(message('failure.loopbackPortInUse', { port }));
  expect(browser.opened).toEqual([]);
  await new Promise((resolve) => other.close(resolve));
  valueOf(await account.signIn());
  expect(new URL(browser.opened[0] ?? '').searchParams.get('redirect_uri')).toContain(`:${port}/`);
});

test('a port reserved by the system is reported as such', () => {
  expect(failures.loopbackUnavailable(80, 'EACCES').message.id).toBe('failure.loopbackPortForbidden');
});

describe('other requests to the port while waiting for the browser', () => {
  async function requestOrigin(headers: Record<string, string>) {
    const setup = await standingAt('waiting-for-browser');
    const answer = await answerOf(setup.browser.opened[0] ?? '');
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(answer, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject).end();
    });
    return { ...setup, status, answer };
  }
  const site = { 'sec-fetch-site': 'cross-site' };

  test.each([
    ['a picture of a web page', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame in a web page', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script of a web page', { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a page that says where it is from', { origin: 'https://elsewhere.example' }],
  ])('%s does not bring an answer', async (_, headers) => {
    const { status, answer, result } = await requestOrigin(headers);
    expect([status, service.tokenCalls().length]).toEqual([403, 0]);
    await visit(answer.href);
    expect((await result).ok).toBe(true);
  });

  test('a navigation of a browser does', async () => {
    const setup = await requestOrigin({ ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
    await until(() => stepOf(setup) === 'done');
    // It never fetches its last page.
    await setup.clock.advance(3_000);
    expect([setup.status, (await setup.result).ok]).toEqual([303, true]);
  });

  test('many silent connections never keep the browser out', async () => {
    const setup = await standingAt('waiting-for-browser');
    const { port } = await answerOf(setup.browser.opened[0] ?? '');
    const crowd: Socket[] = [];
    onTestFinished(() => crowd.forEach((socket) => socket.destroy()));
    for (let count = 0; count < 200; count += 1) {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      socket.on('error', () => {});
      crowd.push(socket);
    }
    await visit(setup.browser.opened[0] ?? '');
    expect((await setup.result).ok).toBe(true);
  });

  test('wrong answers get a page at first and then a bare refusal, and never end the attempt', async () => {
    const setup = await standingAt('waiting-for-browser');
    const answer = await answerOf(setup.browser.opened[0] ?? '');
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      const guess = new URL(answer);
      guess.searchParams.set('state', String(count));
      statuses.push((await fetch(guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
    await visit(answer.href);
    expect((await setup.result).ok).toBe(true);
  });
});

test('a disk that does not even give the lock ends the sign-in in words, and neither the next one nor the end of the program', async () => {
  let isBroken = true;
  const setup = setUpAccount(service.url, {
    refreshLock: (work) => (isBroken ? Promise.reject(new Error('unable to open database file')) : work()),
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
