import { describe, expect, test } from 'vitest';
import { answers } from '../rotating-service.ts';
import { failureOf, setUpAccount, until, valueOf } from '../account-under-test.ts';
import { setUpSession, tokenOf, stored } from './session-under-test.ts';

const { context, refreshes, signedIn, another } = setUpSession();

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

  test('with a failing keychain is reported, and the sign-in does not reappear in this run', async () => {
    const setup = await signedIn();
    setup.secrets.refusing = true;
    expect(failureOf(await setup.account.signOut()).kind).toBe('keychain-unavailable');
    setup.secrets.refusing = false;
    expect(failureOf(await setup.account.accessToken()).kind).toBe('sign-in-needed');
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
