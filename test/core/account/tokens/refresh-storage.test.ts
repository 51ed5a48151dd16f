// What is stored of a refresh, and when.
import { describe, expect, test } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { answers, beforeWork, json } from '../rotating-service.ts';
import { createTestStore, failureOf, setUpAccount, until, valueOf, type Setup } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn } = setUpSession();

/** A token that is issued once the previous one has expired: while that one is valid, no caller waits for the next. */
async function tokenAfter(setup: Setup, first: string) {
  let given = await tokenOf(setup);
  for (; given === first; given = await tokenOf(setup)) await new Promise((resolve) => setImmediate(resolve));
  return given;
}

const storedText = ({ secrets, profile }: Setup) => secrets.values.get(tokensName(profile.key)) ?? 'null';

describe('rule 24: what is stored', () => {
  test('the new refresh token is on disk before the new access token is returned', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    const writes: string[] = [];
    const set = setup.secrets.set;
    setup.secrets.set = async (name, value) => {
      await new Promise((resolve) => setImmediate(resolve));
      const result = await set(name, value);
      writes.push((JSON.parse(value) as { accessToken: string }).accessToken);
      return result;
    };
    await setup.clock.advance(600_000);
    expect(writes).toContain(await tokenAfter(setup, first));
  });

  test('an answer without a refresh token keeps the old one, one without a scope the old scope', async () => {
    const setup = await signedIn();
    const before = stored(setup);
    context.service.nextAnswers.push(answers.issuedWith({ refresh_token: undefined, scope: undefined }));
    await setup.clock.advance(600_000);
    await until(() => stored(setup)?.['accessToken'] !== before?.['accessToken']);
    expect(stored(setup)).toMatchObject({ refreshToken: before?.['refreshToken'], scopes: before?.['scopes'] });
  });

  test('what cannot be read is left as it is, with a message', async () => {
    const secrets = createTestStore();
    const { account, profile } = setUpAccount(context.service.url, { secrets });
    for (const damage of ['{', '{"version":2}', '[]', '']) {
      secrets.values.set(tokensName(profile.key), damage);
      await account.start();
      expect(account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'data-unreadable' } });
      expect(secrets.values.get(tokensName(profile.key))).toBe(damage);
    }
    valueOf(await account.signIn());
    expect(account.state().status).toBe('signed-in');
  });

  test('a keychain that fails during a refresh costs nothing in this run', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    setup.secrets.refusing = true;
    // Another window may have refreshed tokens that this one cannot read: that is risked only once the token has
    // expired.
    await setup.clock.advance(899_000);
    expect(refreshes()).toHaveLength(0);
    await setup.clock.advance(1_000);
    const second = await tokenAfter(setup, first);
    expect(setup.account.state()).toMatchObject({ concern: { kind: 'keychain-unavailable' } });
    await setup.clock.advance(600_000);
    const third = await tokenAfter(setup, second);
    setup.secrets.refusing = false;
    await setup.clock.advance(600_000);
    const latest = await tokenAfter(setup, third);
    expect(refreshes()).toHaveLength(3);
    expect(setup.account.state()).toMatchObject({ status: 'signed-in', concern: null });
    expect(stored(setup)).toMatchObject({ accessToken: latest });
  });
});

test('rule 24: nothing is cleared if the store cannot be read: it may hold another consent by now', async () => {
  const setup = await signedIn();
  const { get } = setup.secrets;
  const before = storedText(setup);
  context.service.nextAnswers.push(
    beforeWork((response) => {
      setup.secrets.refusing = true;
      setup.secrets.delete = async (name) => {
        setup.secrets.values.delete(name);
        return { ok: true, value: null };
      };
      json(response, 400, { error: 'invalid_grant' });
    }),
  );
  await setup.clock.advance(600_000);
  await until(() => setup.account.state().status === 'signed-out');
  expect(JSON.parse(storedText(setup))).toMatchObject({
    accessToken: (JSON.parse(before) as { accessToken: string }).accessToken,
  });
  // What has ended does not come back in this run.
  setup.secrets.refusing = false;
  setup.secrets.get = get;
  expect(failureOf(await setup.account.accessToken())).toMatchObject({ kind: 'sign-in-needed', code: 'invalid_grant' });
  // A sign-in by another process does.
  const other = setUpAccount(context.service.url, { clock: setup.clock, secrets: setup.secrets });
  await other.account.start();
  valueOf(await other.account.signIn());
  expect(await tokenOf(setup)).toBe(await tokenOf(other));
});

test('rule 24: a sign-out while a refresh is being stored takes effect, even if the store keeps the tokens', async () => {
  const setup = await signedIn();
  const { set } = setup.secrets;
  const held = Promise.withResolvers<null>();
  let isStoring = false;
  setup.secrets.set = async (name, value) => {
    if (value.includes('access-2-')) {
      isStoring = true;
      await held.promise;
    }
    return set(name, value);
  };
  setup.secrets.delete = async () => ({ ok: false, failure: failures.keychainUnavailable('LOCKED') });
  await setup.clock.advance(600_000);
  await until(() => isStoring);
  const signingOut = setup.account.signOut();
  held.resolve(null);
  expect(failureOf(await signingOut).kind).toBe('keychain-unavailable');
  expect(failureOf(await setup.account.accessToken()).kind).toBe('sign-in-needed');
  expect(setup.account.identity()).toBeNull();
});
