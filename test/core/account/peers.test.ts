// The general OAuth rules, by number, against two servers: what our client sends, and that each server accepts it.
// Rules that need a faulty server are in the folders sign-in and tokens.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAutoConsentBrowser, setUpAccount, until, valueOf, visit, type Setup } from './account-under-test.ts';
import { peers, type Peer } from './peers.ts';

describe.each(peers)('%s', (_name, start) => {
  let peer: Peer;
  beforeEach(async () => {
    peer = await start();
    onTestFinished(async () => void (await peer.close()));
  });

  /** An account whose browser follows the service's pages and comes back. */
  const setUp = () =>
    setUpAccount(peer.url, {
      browser: createAutoConsentBrowser(async (address) => visit((await peer.answerTo(address)).href)),
    });
  async function signedIn(setup: Setup = setUp()) {
    valueOf(await setup.account.signIn());
    return setup;
  }
  const tokenCalls = ({ sent }: Setup) => sent.filter(({ url }) => url.pathname === '/oauth/token');
  const requests = ({ browser }: Setup) => browser.opened.map((address) => new URL(address).searchParams);

  test('rule 1: the page of the service is opened in the system browser, never requested by the app', async () => {
    const { browser, sent } = await signedIn();
    expect(browser.opened.map((address) => new URL(address).pathname)).toEqual(['/oauth/authorize']);
    expect(sent.map(({ url }) => url.pathname)).not.toContain('/oauth/authorize');
  });

  test('rule 2: a loopback IP literal with any free port is accepted', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const ports = [one, two].map((setup) => new URL(requests(setup)[0]?.get('redirect_uri') ?? '').port);
    expect(requests(one)[0]?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\/emulator$/);
    expect(ports).not.toContain('');
  });

  test('rule 8: the challenge is the SHA-256 of the later verifier, and the method is named', async () => {
    const setup = await signedIn();
    const verifier = tokenCalls(setup)[0]?.form.get('code_verifier') ?? '';
    expect(requests(setup)[0]?.get('code_challenge_method')).toBe('S256');
    expect(requests(setup)[0]?.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
  });

  test('rule 9: each attempt has a verifier of 43 to 128 unreserved characters', async () => {
    const setup = await signedIn(await signedIn());
    const verifiers = tokenCalls(setup).map(({ form }) => form.get('code_verifier') ?? '');
    expect(new Set(verifiers).size).toBe(2);
    for (const verifier of verifiers) expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
  });

  test('rules 12 to 16: exchange and refresh are forms in the body of a POST, each field once, with the secret among them', async () => {
    const setup = await signedIn();
    await setup.account.rejected(valueOf(await setup.account.accessToken()).value);
    const calls = tokenCalls(setup);
    expect(calls.map(({ form }) => form.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
    for (const { method, headers, url, form } of calls) {
      expect([method, headers.get('content-type')?.split(';')[0], url.search]).toEqual([
        'POST',
        'application/x-www-form-urlencoded',
        '',
      ]);
      expect([headers.get('authorization'), form.getAll('client_secret')]).toEqual([
        null,
        ['demo-secret-for-the-emulator-only'],
      ]);
    }
    for (const parameters of [...requests(setup), ...calls.map(({ form }) => form)]) {
      const names = [...parameters.keys()];
      expect(names).toEqual([...new Set(names)]);
      expect([...parameters.values()]).not.toContain('');
    }
  });

  test('rule 21: without flights:write the pilot is signed in, sees what is missing, and can grant it later', async () => {
    const setup = setUp();
    peer.consentWithout('flights:write');
    await signedIn(setup);
    expect(setup.account.state()).toMatchObject({
      status: 'signed-in',
      mayUpload: false,
      missing: ['flights:write'],
      concern: { kind: 'scope-missing', requiredAction: 'new-consent' },
    });
    await until(() => setup.browser.pages.length === 1);
    expect(setup.browser.pages[0]?.text).toContain('can&#39;t upload reports');
    peer.consentWithout();
    await signedIn(setup);
    expect(setup.account.state()).toMatchObject({ mayUpload: true, missing: [], concern: null });
  });

  test('rule 27: no call follows a redirect, and each can be ended', async () => {
    const setup = await signedIn();
    expect(setup.sent.length).toBeGreaterThan(1);
    for (const { redirect, isBounded } of setup.sent) expect([redirect, isBounded]).toEqual(['manual', true]);
  });

  test('rule 29: the access token is in the header of each call that needs it, and nowhere else', async () => {
    const setup = await signedIn();
    const { value } = valueOf(await setup.account.accessToken());
    const calls = setup.sent.filter(({ url }) => url.pathname !== '/oauth/token');
    expect(calls.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${value}`]);
    for (const { url, form } of setup.sent) expect(`${url.href} ${form}`).not.toContain(value);
  });

  test('rule 26: after a 401 one refresh returns a token that the server accepts', async () => {
    const setup = await signedIn();
    const { value } = valueOf(await setup.account.accessToken());
    await peer.expireAccess(value);
    const next = valueOf(await setup.account.rejected(value)).value;
    expect(next).not.toBe(value);
    const answer = await fetch(`${peer.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${next}` } });
    expect([answer.status, peer.grantsRevoked()]).toEqual([200, 0]);
  });

  test('rule 23: ten callers in two processes refresh once, and the consent survives', async () => {
    const setup = await signedIn(setUp());
    const other = setUpAccount(peer.url, { clock: setup.clock, secrets: setup.secrets });
    await other.account.start();
    const { value } = valueOf(await setup.account.accessToken());
    const asked = [setup, other].flatMap(({ account }) => Array.from({ length: 5 }, () => account.rejected(value)));
    const tokens = new Set((await Promise.all(asked)).map((token) => valueOf(token).value));
    const refreshes = [...tokenCalls(setup), ...tokenCalls(other)].filter(({ form }) => form.has('refresh_token'));
    expect([tokens.size, refreshes.length, peer.grantsRevoked()]).toEqual([1, 1, 0]);
  });
});
