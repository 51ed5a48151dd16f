// The rules of the sign-in by their numbers (docs: the OAuth rules), against a small server made for faults.
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { answers, beforeWork, json, startRotatingService, type RotatingService } from '../rotating-service.ts';
import {
  createAutoConsentBrowser,
  createTestStore,
  failureOf,
  recordingLog,
  setUpAccount,
  until,
  valueOf,
  visit,
  type Setup,
} from '../account-under-test.ts';
import { nameText, text } from '../../../../main/node/text.ts';

let service: RotatingService;
beforeEach(async () => {
  service = await startRotatingService();
  onTestFinished(() => service.close());
});

/** Begins a sign-in whose browser stays shut; gives the parts of the address it was to open. */
async function beginByHand(setup: Setup = setUpAccount(service.url, { browser: shutBrowser() })) {
  const result = setup.account.signIn();
  await until(() => setup.browser.opened.length > 0);
  const address = new URL(setup.browser.opened.at(-1) ?? '');
  const redirect = new URL(address.searchParams.get('redirect_uri') ?? '');
  return { ...setup, result, address, redirect, state: address.searchParams.get('state') ?? '' };
}

const shutBrowser = () => createAutoConsentBrowser(() => Promise.reject(new Error('shut')));

/** The address the service would send the browser to, without going there. */
async function answerOf(address: URL) {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** One request with full control over method, path and headers. */
function rawRequest(
  redirect: URL,
  options: { path: string; method?: string; host?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port: redirect.port,
        path: options.path,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? redirect.host },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

test('a pilot signs in through the browser and is known by name', async () => {
  const { account, secrets, profile, browser } = setUpAccount(service.url);
  await account.start();
  expect(account.state()).toEqual({ status: 'none' });
  expect(valueOf(await account.signIn())).toEqual({ subject: 'pilot-7', name: 'Ada Windsock' });
  expect(account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock', mayUpload: true, concern: null });
  expect(account.identity()).toEqual({ subject: 'pilot-7', name: 'Ada Windsock' });
  expect([...secrets.values.keys()]).toEqual([tokensName(profile.key)]);
  expect(browser.opened).toHaveLength(1);
});

test('the steps of a sign-in appear in order, the last one names the pilot', async () => {
  const { account, clock } = setUpAccount(service.url);
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

test('rule 2: the redirect is the loopback IP literal with a free port and the path of the profile', async () => {
  const { account, redirect, result } = await beginByHand();
  expect(redirect.protocol).toBe('http:');
  expect(redirect.hostname).toBe('127.0.0.1');
  expect(Number(redirect.port)).toBeGreaterThan(1023);
  expect(redirect.pathname).toBe('/callback/emulator');
  account.cancelSignIn();
  await result;
});

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

test('rule 3: the listener is closed after the answer', async () => {
  const { account, browser } = setUpAccount(service.url);
  valueOf(await account.signIn());
  const redirect = new URL(new URL(browser.opened[0] ?? '').searchParams.get('redirect_uri') ?? '');
  await expect(visit(redirect.href)).rejects.toThrow('fetch failed');
});

test('rule 3: after ten minutes without an answer the listener is closed, and the message says so', async () => {
  const { account, redirect, result, clock } = await beginByHand();
  await clock.advance(10 * 60_000);
  const failure = failureOf(await result);
  expect(failure).toMatchObject({ kind: 'sign-in-expired', requiredAction: 'sign-in' });
  expect(failure.message.params).toEqual({ minutes: 10 });
  expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'sign-in-expired' } });
  // For two more minutes it only shows how the sign-in ended.
  await clock.advance(120_000);
  await expect(visit(redirect.href)).rejects.toThrow('fetch failed');
});

test('a port that another program uses is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { account } = setUpAccount(service.url, { profile: { redirectPort: port } });
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'sign-in-broken', code: 'EADDRINUSE' });
  expect(failure.message.params).toEqual({ port });
});

describe('rule 6: the state', () => {
  test('is fresh for each attempt', async () => {
    const { account, browser } = setUpAccount(service.url);
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
    expect(service.tokenCalls()).toHaveLength(0);
    await visit(answer.href);
    expect((await result).ok).toBe(true);
  });
});

test('rule 9: S256 with a verifier of 43 characters, fresh for each attempt', async () => {
  const { account, browser } = setUpAccount(service.url);
  valueOf(await account.signIn());
  valueOf(await account.signIn());
  for (const opened of browser.opened) {
    expect(new URL(opened).searchParams.get('code_challenge_method')).toBe('S256');
    expect(new URL(opened).searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  }
  const verifiers = service.tokenCalls().map(({ form }) => form.get('code_verifier') ?? '');
  expect(verifiers.every((verifier) => /^[\w.~-]{43,128}$/.test(verifier))).toBe(true);
  expect(new Set(verifiers).size).toBe(2);
});

test('rule 11: a code is sent once, with the redirect address it was given for', async () => {
  const { address, redirect, result } = await beginByHand();
  const answer = await answerOf(address);
  // The same answer from two tabs at once, and a third time.
  await Promise.all([visit(answer.href), visit(answer.href)]);
  expect((await result).ok).toBe(true);
  expect(service.tokenCalls()).toHaveLength(1);
  expect(service.tokenCalls()[0]?.form.get('redirect_uri')).toBe(redirect.href);
});

test('rule 11: an exchange whose answer is lost is not tried again', async () => {
  service.nextAnswers.push(answers.lost);
  const { account } = setUpAccount(service.url);
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'service-unreachable', requiredAction: 'sign-in' });
  expect(service.tokenCalls()).toHaveLength(1);
});

test('rule 12: POST and a form, every field once, the secret among them (rule 16)', async () => {
  const { account, profile } = setUpAccount(service.url);
  valueOf(await account.signIn());
  const [call] = service.tokenCalls();
  expect(call?.method).toBe('POST');
  expect(call?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(call?.headers.authorization).toBeUndefined();
  expect(call?.url.search).toBe('');
  expect(call?.form.getAll('client_id')).toEqual([profile.clientId]);
  expect(call?.form.getAll('client_secret')).toEqual(['demo-secret-for-the-emulator-only']);
  expect(new Set(call?.form.keys()).size).toBe([...(call?.form.keys() ?? [])].length);
});

test('rule 13: a response with two codes is not used', async () => {
  const { address, result, clock } = await beginByHand();
  const answer = await answerOf(address);
  answer.searchParams.append('code', 'another');
  void visit(answer.href);
  await clock.advance(0);
  expect(failureOf(await result).kind).toBe('sign-in-broken');
  expect(service.tokenCalls()).toHaveLength(0);
});

describe('rule 17: credentials that the service does not accept', () => {
  test.each([
    ['with a challenge', 401, { 'www-authenticate': 'Basic realm="service"' }],
    ['without a challenge', 401, {}],
    ['as 400, where the application was disabled after the code was issued', 400, {}],
  ])('are the same failure %s', async (_, status, headers) => {
    service.nextAnswers.push(answers.body(status, { error: 'invalid_client', error_description: 'no' }, headers));
    const { account } = setUpAccount(service.url);
    expect(failureOf(await account.signIn())).toMatchObject({
      kind: 'application-refused',
      requiredAction: 'settings',
      code: 'invalid_client: no',
    });
  });
});

describe('rule 20: what the answer may leave out or add', () => {
  test.each([
    ['token_type in any case', { token_type: 'bEaReR' }],
    ['no expires_in', { expires_in: undefined }],
    ['expires_in as a text', { expires_in: '900' }],
    ['expires_in as words', { expires_in: 'soon' }],
    ['a negative expires_in', { expires_in: -5 }],
    ['an expires_in of zero', { expires_in: 0 }],
    ['a huge expires_in', { expires_in: 1e300 }],
    ['expires_in as null', { expires_in: null }],
    ['unknown members', { id_token: 'not.a.token', extra: { deep: [1] } }],
  ])('%s is read', async (_, change) => {
    service.nextAnswers.push(answers.issuedWith(change));
    const { account, clock } = setUpAccount(service.url);
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
    service.nextAnswers.push(answer);
    const { account } = setUpAccount(service.url);
    expect(failureOf(await account.signIn())).toMatchObject({
      kind: 'answer-not-understood',
      requiredAction: 'sign-in',
    });
    expect(account.identity()).toBeNull();
  });
});

test('a captive portal instead of the response is reported, with what to do', async () => {
  service.nextAnswers.push(answers.text(200, '<html>welcome to our hotel</html>', { 'content-type': 'text/html' }));
  const { account } = setUpAccount(service.url);
  const failure = failureOf(await account.signIn());
  expect(failure).toMatchObject({ kind: 'captive-portal', requiredAction: 'sign-in' });
  expect(failure.message.id).toBe('failure.captivePortal');
});

describe('rule 21: the granted scope is read from the answer', () => {
  test('without flights:write the pilot is signed in and informed', async () => {
    service.scope = 'openid profile flights:read';
    const { account } = setUpAccount(service.url);
    valueOf(await account.signIn());
    expect(account.state()).toMatchObject({
      status: 'signed-in',
      mayUpload: false,
      scopes: ['openid', 'profile', 'flights:read'],
      concern: { kind: 'scope-missing', requiredAction: 'new-consent' },
    });
    expect(valueOf(await account.accessToken()).scopes).toEqual(['openid', 'profile', 'flights:read']);
  });

  test('a response without a scope grants what was requested', async () => {
    service.scope = undefined;
    const { account, profile } = setUpAccount(service.url);
    valueOf(await account.signIn());
    expect(account.state()).toMatchObject({ scopes: profile.scopes, mayUpload: true });
  });
});

describe('rule 27: calls are bounded', () => {
  test('a silent token endpoint times out after 30 seconds', async () => {
    service.nextAnswers.push(answers.silent);
    const { account, clock } = setUpAccount(service.url);
    const result = account.signIn();
    await until(() => service.tokenCalls().length === 1);
    await clock.advance(30_000);
    expect(failureOf(await result)).toMatchObject({ kind: 'service-unreachable', code: 'NO_ANSWER_IN_TIME' });
  });

  test('a redirect from the token endpoint is not followed', async () => {
    let followed = false;
    const other = createServer((_, response) => {
      followed = true;
      json(response, 200, { access_token: 'a', token_type: 'Bearer' });
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    service.nextAnswers.push(answers.text(307, '', { location: `http://127.0.0.1:${port}/` }));
    const { account } = setUpAccount(service.url);
    expect(failureOf(await account.signIn()).code).toBe('HTTP 307');
    expect(followed).toBe(false);
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
    const { account, browser } = setUpAccount(service.url, {
      profile: { clientSecret: { from: 'broker', address: 'http://broker.example' } },
    });
    expect(failureOf(await account.signIn()).kind).toBe('not-configured');
    expect(browser.opened).toEqual([]);
  });

  test('stop ends an attempt, its listener and its calls', async () => {
    const { account, redirect, result } = await beginByHand();
    await account.stop();
    expect(failureOf(await result).kind).toBe('cancelled');
    await expect(visit(redirect.href)).rejects.toThrow('fetch failed');
  });
});

describe('rule 28: answers of another authorization server', () => {
  test('an issuer that is not ours ends the attempt, and the code is not sent', async () => {
    service.redirectWith = (parameters) => parameters.set('iss', 'https://elsewhere.example');
    const { account } = setUpAccount(service.url);
    expect(failureOf(await account.signIn()).kind).toBe('sign-in-broken');
    expect(service.tokenCalls()).toHaveLength(0);
  });

  test.each(['', '/'])('our own issuer with %j at its end is accepted', async (end) => {
    service.redirectWith = (parameters) => parameters.set('iss', `${service.url}${end}`);
    const { account } = setUpAccount(service.url);
    expect((await account.signIn()).ok).toBe(true);
  });

  test('the refusal shows an issuer of any length and any characters as a short line of visible ASCII', async () => {
    service.redirectWith = (parameters) =>
      parameters.set('iss', `https://else\u202Ewhere.example/\u0007\n${'a'.repeat(3_000)}`);
    const { account } = setUpAccount(service.url);
    const { message } = failureOf(await account.signIn());
    expect(text(message)).toContain('https://else?where.example/??aaa');
    expect(text(message)).toMatch(/^[\x20-\x7E]{1,500}$/);
  });

  test('each profile has its own redirect path', async () => {
    const { redirect, result, account } = await beginByHand(
      setUpAccount(service.url, { browser: shutBrowser(), profile: { redirectPath: '/callback/service' } }),
    );
    expect(redirect.pathname).toBe('/callback/service');
    expect((await rawRequest(redirect, { path: '/callback/emulator?code=x&state=y' })).status).toBe(404);
    account.cancelSignIn();
    await result;
  });
});

test('rule 29: the token goes in the header only', async () => {
  const { account } = setUpAccount(service.url);
  valueOf(await account.signIn());
  const call = service.seen.find(({ url }) => url.pathname === '/oauth/userinfo');
  expect(call?.headers.authorization).toBe(`Bearer ${valueOf(await account.accessToken()).value}`);
  expect(call?.url.search).toBe('');
});

describe('rule 32: the page that ends the sign-in', () => {
  test('removes the code from the address and says that the window can be closed', async () => {
    const { account, browser } = setUpAccount(service.url);
    valueOf(await account.signIn());
    await until(() => browser.pages.length === 1);
    const page = browser.pages[0];
    expect(new URL(page?.url ?? '').pathname).toMatch(/^\/callback\/emulator\/done\/[\w-]{22}$/);
    expect(new URL(page?.url ?? '').search).toBe('');
    expect(page?.text).toContain('You can close this window');
    expect(page?.text).not.toMatch(/<script|https?:\/\//);
  });

  test('says what happened when the pilot refused', async () => {
    service.redirectWith = (parameters) => {
      parameters.delete('code');
      parameters.set('error', 'access_denied');
    };
    const { account, browser } = setUpAccount(service.url);
    expect(failureOf(await account.signIn())).toMatchObject({ kind: 'consent-refused', code: 'access_denied' });
    await until(() => browser.pages.length === 1);
    expect(browser.pages[0]?.text).toContain('Access declined');
    expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'consent-refused' } });
  });

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
    expect(service.tokenCalls()).toHaveLength(0);
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

  test('the service cannot write markup into it', async () => {
    const { account, browser } = setUpAccount(service.url, { profile: { name: '<b onload=x>"&' } });
    valueOf(await account.signIn());
    await until(() => browser.pages.length === 1);
    expect(browser.pages[0]?.text).not.toContain('<b onload');
  });
});

test('a client that dawdles does not hold up the sign-in nor its end', async () => {
  const { redirect, address, result } = await beginByHand();
  const slow = connect({ host: '127.0.0.1', port: Number(redirect.port) });
  slow.on('error', () => {});
  await new Promise((resolve) => slow.once('connect', resolve));
  slow.write('GET /callb');
  await visit(address.href);
  expect((await result).ok).toBe(true);
  slow.destroy();
});

test('a second attempt ends the first, whose response is then ignored', async () => {
  const first = await beginByHand();
  const firstAnswer = await answerOf(first.address);
  const second = first.account.signIn();
  expect(failureOf(await first.result).kind).toBe('sign-in-superseded');
  await until(() => first.browser.opened.length === 2);
  expect((await visit(firstAnswer.href)).text).toContain('A newer sign-in replaced this one');
  expect(service.tokenCalls()).toEqual([]);
  await visit(first.browser.opened[1] ?? '');
  expect((await second).ok).toBe(true);
});

test('a sign-in that is called off leaves the one before as it was', async () => {
  const { account, browser } = setUpAccount(service.url);
  valueOf(await account.signIn());
  const { value } = valueOf(await account.accessToken());
  browser.open = async (address) => {
    browser.opened.push(address);
    return { ok: true, value: null };
  };
  const second = account.signIn();
  await until(() => browser.opened.length === 2);
  account.cancelSignIn();
  expect(failureOf(await second).kind).toBe('sign-in-cancelled');
  expect(account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
  expect(valueOf(await account.accessToken()).value).toBe(value);
});

describe('the final address of the browser, pasted by the pilot', () => {
  test('signs in where the browser could not come back', async () => {
    const { account, address, result } = await beginByHand();
    const answer = await answerOf(address);
    expect(await account.pasteRedirect(` ${answer.href}\n`)).toEqual({ ok: true, value: null });
    expect((await result).ok).toBe(true);
  });

  test('counts only where it is the answer to this attempt', async () => {
    const { account, address, result } = await beginByHand();
    const answer = await answerOf(address);
    const wrong = (change: (url: URL) => unknown) => {
      const url = new URL(answer);
      change(url);
      return account.pasteRedirect(url.href);
    };
    expect(failureOf(await account.pasteRedirect('I pasted my logbook')).kind).toBe('wrong-input');
    expect(failureOf(await account.pasteRedirect(address.href)).kind).toBe('wrong-input');
    expect(failureOf(await wrong((url) => (url.pathname = '/other'))).kind).toBe('wrong-input');
    expect(failureOf(await wrong((url) => (url.search = ''))).kind).toBe('wrong-input');
    for (const change of [(url: URL) => url.searchParams.set('state', 'x'), (url: URL) => (url.port = '1')]) {
      const failure = failureOf(await wrong(change));
      expect(failure.kind).toBe('wrong-input');
      expect(failure.message.id).toBe('failure.pastedAddressOfOther');
    }
    expect(account.state()).toMatchObject({ status: 'signing-in' });
    account.cancelSignIn();
    await result;
    expect(failureOf(await account.pasteRedirect(answer.href)).kind).toBe('not-now');
  });
});

describe('rule 33: the secret of the application', () => {
  const own = { from: 'secret-store', name: 'application-secret/own' } as const;

  test("is the pilot's own, from the secret store", async () => {
    const secrets = createTestStore(new Map([[own.name, 'own-secret']]));
    const { account } = setUpAccount(service.url, { secrets, profile: { clientSecret: own } });
    valueOf(await account.signIn());
    expect(service.tokenCalls()[0]?.form.get('client_secret')).toBe('own-secret');
  });

  test('where there is none, the way out is the settings and no browser opens', async () => {
    const { account, browser } = setUpAccount(service.url, { profile: { clientSecret: own } });
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
    service.userinfo = (response) => json(response, status, body);
    const { account } = setUpAccount(service.url);
    expect(valueOf(await account.signIn())).toEqual(identity);
    expect(nameText((account.state() as { name: Parameters<typeof nameText>[0] }).name)).toBe(name);
  });

  test('a service that was busy is asked again with the next renewal', async () => {
    service.userinfo = (response) => json(response, 503, {});
    const { account, clock } = setUpAccount(service.url);
    expect(valueOf(await account.signIn())).toEqual({ subject: null, name: null });
    service.userinfo = (response) => json(response, 200, { sub: 'pilot-7', name: 'Ada Windsock' });
    await clock.advance(600_000);
    await until(() => account.identity()?.name === 'Ada Windsock');
  });

  test('a service that does not answer is given 10 seconds', async () => {
    service.userinfo = () => {};
    const { account, clock } = setUpAccount(service.url);
    const result = account.signIn();
    await until(() => service.seen.some(({ url }) => url.pathname === '/oauth/userinfo'));
    await clock.advance(10_000);
    expect((await result).ok).toBe(true);
  });
});

test('a keychain that fails leaves the sign-in in memory and reports it', async () => {
  const { account, secrets } = setUpAccount(service.url);
  secrets.refusing = true;
  valueOf(await account.signIn());
  expect(account.state()).toMatchObject({ status: 'signed-in', concern: { kind: 'keychain-unavailable' } });
  expect(valueOf(await account.accessToken()).value).toMatch(/^access-/);
});

test('nothing secret is logged, whatever happens', async () => {
  const log = recordingLog();
  service.nextAnswers.push(beforeWork(answers.body(400, { error: 'invalid_grant' })), answers.lost);
  const { account } = setUpAccount(service.url, { log });
  await account.signIn();
  await account.signIn();
  valueOf(await account.signIn());
  const written = JSON.stringify(log.lines);
  expect(log.lines.length).toBeGreaterThan(0);
  for (const { form } of service.tokenCalls())
    for (const name of ['code', 'code_verifier', 'client_secret']) expect(written).not.toContain(form.get(name));
});

test('a fixed port is free again for the attempt that follows at once', async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const setup = setUpAccount(service.url, { browser: shutBrowser(), profile: { redirectPort: port } });
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
