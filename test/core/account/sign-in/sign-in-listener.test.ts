// Rules for the listener and its page, by number.
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { failureOf, setUpAccount, until, valueOf, visit } from '../account-under-test.ts';
import { answerOf, rawRequest, setUpSignIn, shutBrowser, stepOf } from './sign-in-under-test.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { message } from '../../../../main/messages/message.ts';

const { context, beginByHand, standingAt } = setUpSignIn();

test('rule 3: the listener is on the loopback address only', async () => {
  const { account, redirect, result } = await beginByHand();
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === 'IPv4' && !one.internal)
    .map((one) => one?.address ?? '');
  const reached = [];
  for (const host of [...others, '127.0.0.2']) {
    const socket = connect({ host, port: Number(redirect.port) });
    const connected = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) reached.push(host);
  }
  expect(reached).toEqual([]);
  account.cancelSignIn();
  await result;
});

test('rule 3: after ten minutes without an answer the listener is closed, and the message says so', async () => {
  const { account, redirect, result, clock } = await beginByHand();
  await clock.advance(10 * 60_000);
  const failure = failureOf(await result);
  expect(failure).toMatchObject({ kind: 'sign-in-expired', requiredAction: 'sign-in' });
  expect(failure.message.params).toEqual({ minutes: 10 });
  expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'sign-in-expired' } });
  // For two more minutes it only shows the result.
  await clock.advance(120_000);
  await expect(visit(redirect.href)).rejects.toThrow('fetch failed');
});

describe('rule 6: the state', () => {
  test('is fresh for each attempt', async () => {
    const { account, browser } = setUpAccount(context.service.url);
    valueOf(await account.signIn());
    valueOf(await account.signIn());
    const states = browser.opened.map((address) => new URL(address).searchParams.get('state'));
    expect(new Set(states).size).toBe(2);
  });

  test.each([
    ['a wrong state', (url: URL) => url.searchParams.set('state', 'guess')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['the state twice', (url: URL) => url.searchParams.append('state', 'guess')],
    ['an error with a wrong state', (url: URL) => (url.search = '?error=access_denied&state=guess')],
  ])('an answer with %s changes nothing, and the right one still counts', async (_, spoil) => {
    const { address, result } = await beginByHand();
    const answer = await answerOf(address);
    const wrong = new URL(answer);
    spoil(wrong);
    const page = await fetch(wrong);
    expect([page.status, new URL(page.url).search]).toEqual([400, '']);
    expect(context.service.tokenCalls()).toHaveLength(0);
    await visit(answer.href);
    expect((await result).ok).toBe(true);
  });
});

describe('rule 32: the page that ends the sign-in', () => {
  test('the exact path, GET, and our own Host only', async () => {
    const { account, redirect, state, result } = await beginByHand();
    const query = `?code=x&state=${state}`;
    expect((await rawRequest(redirect, { path: `${redirect.pathname}/${query}` })).status).toBe(404);
    expect((await rawRequest(redirect, { path: `/${query}` })).status).toBe(404);
    expect((await rawRequest(redirect, { path: `${redirect.pathname.toUpperCase()}${query}` })).status).toBe(404);
    expect((await rawRequest(redirect, { path: `${redirect.pathname}/done` })).status).toBe(404);
    expect((await rawRequest(redirect, { path: redirect.pathname + query, method: 'POST' })).status).toBe(405);
    expect((await rawRequest(redirect, { path: redirect.pathname + query, method: 'HEAD' })).status).toBe(405);
    for (const host of ['localhost', `localhost:${redirect.port}`, `evil.example:${redirect.port}`, '127.0.0.1'])
      expect((await rawRequest(redirect, { path: redirect.pathname + query, host })).status).toBe(421);
    expect(context.service.tokenCalls()).toHaveLength(0);
    account.cancelSignIn();
    await result;
  });

  test('has no script and no referrer, and cannot be framed or cached', async () => {
    const { account, redirect, result } = await beginByHand();
    const { headers } = await rawRequest(redirect, { path: '/' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    account.cancelSignIn();
    await result;
  });
});

test('a slow client delays neither the sign-in nor its end', async () => {
  const { redirect, address, result } = await beginByHand();
  const slow = connect({ host: '127.0.0.1', port: Number(redirect.port) });
  slow.on('error', () => {});
  await new Promise((resolve) => slow.once('connect', resolve));
  slow.write('GET /callb');
  await visit(address.href);
  expect((await result).ok).toBe(true);
  slow.destroy();
});

test('a fixed port is free again for an attempt that follows immediately', async () => {
  const profile = { redirectPort: await freePort() };
  const setup = setUpAccount(context.service.url, { browser: shutBrowser(), profile });
  const first = await beginByHand(setup);
  const results = [setup.account.signIn(), setup.account.signIn()];
  expect(failureOf(await first.result).kind).toBe('sign-in-superseded');
  await until(() => setup.browser.opened.length === 2);
  await visit(setup.browser.opened[1] ?? '');
  const [called, done] = await Promise.all(results);
  expect(called).toMatchObject({ ok: false, failure: { kind: 'sign-in-superseded' } });
  expect(done?.ok).toBe(true);
  expect(setup.account.state().status).toBe('signed-in');
});

test('a fixed port in use by another program is reported, with a link to the settings; once free, it is used', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { account, browser } = setUpAccount(context.service.url, { profile: { redirectPort: port } });
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
    ['an image of a web page', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame in a web page', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script of a web page', { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a page that says where it is from', { origin: 'https://elsewhere.example' }],
  ])('%s does not bring an answer', async (_, headers) => {
    const { status, answer, result } = await requestOrigin(headers);
    expect([status, context.service.tokenCalls().length]).toEqual([403, 0]);
    await visit(answer.href);
    expect((await result).ok).toBe(true);
  });

  test('a browser navigation does', async () => {
    const setup = await requestOrigin({ ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
    await until(() => stepOf(setup) === 'done');
    // It never fetches its last page.
    await setup.clock.advance(3_000);
    expect([setup.status, (await setup.result).ok]).toEqual([303, true]);
  });
});
