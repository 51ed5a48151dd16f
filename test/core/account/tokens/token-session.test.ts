// The life of a session: refreshed ahead of time, one refresh at a time, across restarts and processes.
import { describe, expect, test } from 'vitest';
import { failed } from '../../../../main/contract/failure.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { answers } from '../rotating-service.ts';
import { failureOf, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { setUpSession, stored, tokenOf } from './session-under-test.ts';

const { context, refreshes, signedIn, another } = setUpSession();

describe('ahead of time', () => {
  test('refreshes a token at two thirds of its lifetime', async () => {
    const setup = await signedIn();
    const first = await tokenOf(setup);
    await setup.clock.advance(599_000);
    expect(refreshes()).toHaveLength(0);
    await setup.clock.advance(1_000);
    await until(() => stored(setup)?.['accessToken'] !== first);
    expect(refreshes()).toHaveLength(1);
    expect(await tokenOf(setup)).not.toBe(first);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 2);
  });

  test('a start sends no request, even if a refresh is overdue', async () => {
    const setup = await signedIn();
    await setup.account.stop();
    await setup.clock.advance(5_000_000);
    const next = await another(setup);
    await setup.clock.advance(5_000_000);
    expect(refreshes()).toHaveLength(0);
    expect(next.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
    await tokenOf(next);
    expect(refreshes()).toHaveLength(1);
  });

  test('nothing happens after stop()', async () => {
    const setup = await signedIn();
    await setup.account.stop();
    await setup.clock.advance(10_000_000);
    expect(context.service.tokenCalls()).toHaveLength(1);
    expect(setup.clock.pending).toBe(0);
  });

  test('a refresh in progress when the program ends gets time to finish', async () => {
    const setup = await signedIn();
    let letGo = () => {};
    context.service.nextAnswers.push((response, issued) => {
      letGo = () => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(issued));
    });
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    const stopping = setup.account.stop();
    letGo();
    await stopping;
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 0 });
    expect(await tokenOf(await another(setup))).toMatch(/^access-2-/);
    expect(context.service.consentRevoked()).toBe(false);
  });

  test('aborts one that does not arrive after five seconds, and marks its outcome as unknown', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(answers.silent);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    const stopping = setup.account.stop();
    await setup.clock.advance(5_000);
    await stopping;
    expect(stored(setup)).toMatchObject({ refreshesUnconfirmed: 1 });
  });
});

test('field guide 19: a keychain that is locked at the start is read again until it is unlocked', async () => {
  const setup = await signedIn();
  await setup.account.stop();
  setup.secrets.refusing = true;
  const next = await another(setup);
  expect(next.account.state()).toMatchObject({ status: 'signed-out', reason: { kind: 'keychain-unavailable' } });
  await setup.clock.advance(10 * 60_000);
  expect(next.account.identity()).toBeNull();
  setup.secrets.refusing = false;
  await setup.clock.advance(60_000);
  expect(next.account.state()).toMatchObject({ status: 'signed-in', name: 'Ada Windsock' });
});

test('a keychain that has no sign-in once it is unlocked is no longer reported', async () => {
  const setup = setUpAccount(context.service.url);
  setup.secrets.refusing = true;
  await setup.account.start();
  expect(setup.account.state()).toMatchObject({ reason: { kind: 'keychain-unavailable' } });
  setup.secrets.refusing = false;
  await setup.clock.advance(60_000);
  expect(setup.account.state()).toMatchObject({ status: 'signed-out', reason: null });
});

test.each([
  ['an unlocked vault gets the tokens at once', failures.vaultLocked(), true],
  ['a keychain, which may prompt, gets them within a minute', failures.keychainUnavailable('LOCKED'), false],
])('after a retry %s', async (_, failure, isAtOnce) => {
  const setup = setUpAccount(context.service.url);
  const { set } = setup.secrets;
  setup.secrets.set = async () => failed(failure);
  valueOf(await setup.account.signIn());
  setup.secrets.set = set;
  setup.account.tryAgain();
  await setup.clock.advance(0);
  expect(stored(setup) !== null).toBe(isAtOnce);
  await setup.clock.advance(60_000);
  expect(stored(setup)).not.toBeNull();
});

test('a refresh that fails is a change to show', async () => {
  const setup = await signedIn();
  const shown: unknown[] = [];
  setup.account.subscribe(() => shown.push(setup.account.state()));
  context.service.nextAnswers.push(answers.lost);
  await setup.clock.advance(600_000);
  await until(() => shown.length > 0);
  expect(JSON.stringify(shown.at(-1))).toContain('service-unreachable');
});

describe('signing out', () => {
  test('removes the tokens, for other processes too once they read', async () => {
    const setup = await signedIn();
    const other = await another(setup);
    valueOf(await setup.account.signOut());
    expect(stored(setup)).toBeNull();
    expect(setup.account.state()).toEqual({ status: 'signed-out', name: 'Ada Windsock', reason: null });
    expect(setup.account.identity()).toBeNull();
    await setup.clock.advance(600_000);
    await until(() => other.account.state().status === 'signed-out');
    expect(refreshes()).toHaveLength(0);
  });

  test('during a refresh brings nothing back', async () => {
    const setup = await signedIn();
    context.service.nextAnswers.push(answers.silent);
    await setup.clock.advance(600_000);
    await until(() => refreshes().length === 1);
    valueOf(await setup.account.signOut());
    expect(stored(setup)).toBeNull();
    expect(setup.account.state()).toMatchObject({ status: 'signed-out' });
  });

  test('a sign-in by another process is found when a token is needed', async () => {
    const setup = setUpAccount(context.service.url);
    await setup.account.start();
    expect(failureOf(await setup.account.accessToken()).kind).toBe('sign-in-needed');
    const other = await another(setup);
    valueOf(await other.account.signIn());
    expect(await tokenOf(setup)).toBe(await tokenOf(other));
    expect(setup.account.state()).toMatchObject({ status: 'signed-in' });
  });
});
