// Our client against a certified server that we did not write.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { startCertifiedServer, visitWithCookies } from '../certified-server.ts';
import {
  createAutoConsentBrowser,
  failureOf,
  setUpAccount,
  until,
  valueOf,
  type Setup,
} from '../account-under-test.ts';

let server: Awaited<ReturnType<typeof startCertifiedServer>>;
beforeEach(async () => {
  server = await startCertifiedServer();
  onTestFinished(() => server.close());
});

async function signedIn(options: Parameters<typeof setUpAccount>[1] = {}) {
  const setup = setUpAccount(server.url, { browser: createAutoConsentBrowser(visitWithCookies), ...options });
  await setup.account.start();
  valueOf(await setup.account.signIn());
  return setup;
}

const storedText = ({ secrets, profile }: Setup) => secrets.values.get(tokensName(profile.key)) ?? '';

/** What the server answers to this token. */
const statusOf = async (token: string) =>
  (await fetch(`${server.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a pilot signs in with PKCE and the issuer in the answer', async () => {
  const { account, browser } = await signedIn();
  expect(account.identity()).toEqual({ subject: 'pilot-7', name: 'Ada Windsock' });
  expect(account.state()).toMatchObject({ status: 'signed-in', mayUpload: true, concern: null });
  await until(() => browser.pages.length === 1);
  expect(browser.pages[0]?.text).toContain('You&#39;re signed in');
});

test('tokens of two seconds are rotated repeatedly, and each new one works', async () => {
  const setup = await signedIn();
  const tokens = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const { value } = valueOf(await setup.account.accessToken());
    expect(await statusOf(value)).toBe(200);
    tokens.add(value);
    const before = storedText(setup);
    await setup.clock.advance(1_334);
    await setup.account.accessToken();
    await until(() => storedText(setup) !== before && storedText(setup).includes('"refreshesUnconfirmed":0'));
  }
  expect(tokens.size).toBe(5);
  expect(server.grantsRevoked()).toBe(0);
});

test('rule 23: ten callers in two processes do not lose the consent', async () => {
  const setup = await signedIn();
  const other = setUpAccount(server.url, { clock: setup.clock, secrets: setup.secrets });
  await other.account.start();
  await setup.clock.advance(2_000);
  const asked = [setup, other].flatMap(({ account }) => Array.from({ length: 5 }, () => account.accessToken()));
  const tokens = new Set((await Promise.all(asked)).map((token) => valueOf(token).value));
  expect(tokens.size).toBe(1);
  expect(await statusOf([...tokens][0] ?? '')).toBe(200);
  expect(server.grantsRevoked()).toBe(0);
});

test('rule 26: after a 401 one refresh returns a valid token', async () => {
  const setup = await signedIn();
  const { value } = valueOf(await setup.account.accessToken());
  const next = valueOf(await setup.account.rejected(value)).value;
  expect(next).not.toBe(value);
  expect(await statusOf(next)).toBe(200);
});

test('rule 25: a lost answer costs the consent only when the access token has expired, and the message shows why', async () => {
  const setup = await signedIn();
  setup.dropAnswers = true;
  await setup.clock.advance(1_334);
  const { value } = valueOf(await setup.account.accessToken());
  await until(
    () => storedText(setup).includes('"refreshesUnconfirmed":1') && !storedText(setup).includes('"quietUntil":0'),
  );
  expect(await statusOf(value)).toBe(200);
  expect(server.grantsRevoked()).toBe(0);
  setup.dropAnswers = false;
  await setup.clock.advance(130_000);
  await until(() => setup.account.state().status === 'signed-out');
  expect(failureOf(await setup.account.accessToken()).message.id).toBe('failure.signInLost');
});

describe('a server whose issuer is not its address', () => {
  const issuer = 'https://id.flights.example';

  test('signs a pilot in when the issuer is configured', async () => {
    const other = await startCertifiedServer({ issuer });
    onTestFinished(() => other.close());
    const browser = createAutoConsentBrowser(visitWithCookies);
    const { account } = setUpAccount(other.url, { browser, profile: { issuer } });
    await account.start();
    valueOf(await account.signIn());
    expect(account.identity()).toEqual({ subject: 'pilot-7', name: 'Ada Windsock' });
  });

  test('fails when none is configured, and shows the issuer in the browser', async () => {
    const other = await startCertifiedServer({ issuer });
    onTestFinished(() => other.close());
    const browser = createAutoConsentBrowser(visitWithCookies);
    const { account, sent } = setUpAccount(other.url, { browser });
    await account.start();
    expect(failureOf(await account.signIn()).message.id).toBe('failure.issuerUnexpected');
    await until(() => browser.pages.length > 0);
    expect(browser.pages.at(-1)?.text).toContain(`iss=${issuer}`);
    expect(sent).toEqual([]);
  });
});
