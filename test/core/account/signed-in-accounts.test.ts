// Signing in, also beside an account that is active.
import { describe, expect, it } from 'vitest';
import { failed, ok } from '../../../main/contract/failure.ts';
import { createPinnedTokens } from '../../../main/core/account/signed-in-accounts.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  anna,
  ben,
  beside,
  current,
  fakeOf,
  given,
  opened,
  others,
  settled,
  start,
  stores,
  tokens,
  warned,
  withAccounts,
  world,
} from './accounts-under-test.ts';

withAccounts();

describe('the active account', () => {
  it('is the one in the database, or a free slot', () => {
    expect(start().item()).toBe('');
    given(anna, 'x');
    given(ben, 'y', false);
    const accounts = start();
    expect(accounts.item()).toBe('x');
    expect(accounts.identity()).toEqual(anna);
    expect(accounts.tokens().signInId()).toBe('x');
  });

  it('forwards calls', async () => {
    given(anna, 'x');
    const accounts = start();
    await accounts.start();
    await accounts.pasteRedirect('http://127.0.0.1/');
    accounts.tryAgain(true);
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['start', 'paste http://127.0.0.1/', 'try again true', 'follow']);
    expect(accounts.state()).toMatchObject({ status: 'signed-in', name: 'Anna' });
  });

  it('notifies listeners of changes until they unsubscribe', () => {
    const accounts = start();
    let told = 0;
    const end = accounts.subscribe(() => (told += 1));
    for (const listener of fakeOf('').listeners) listener();
    expect(told).toBe(1);
    end();
    for (const listener of fakeOf('').listeners) listener();
    expect(told).toBe(1);
  });

  it('is stopped with the others, and then notifies no listener', async () => {
    given(anna, 'x');
    const accounts = start();
    const { fake } = await beside(accounts);
    await accounts.stop();
    expect(fakeOf('x').calls).toContain('stop');
    expect(fake.calls).toContain('stop');
    expect(fakeOf('x').listeners.size + fake.listeners.size).toBe(0);
  });
});

describe('a sign-in', () => {
  it.each([
    [false, anna, anna],
    [true, anna, null],
  ])('without an active account uses its place (another pilot: %s)', async (otherPilot, expected, asked) => {
    const accounts = start();
    const result = accounts.signIn({ otherPilot, expected });
    expect(accounts.state()).toEqual({ status: 'signing-in' });
    fakeOf('').end(ok(anna));
    expect(await result).toEqual(ok(null));
    expect(fakeOf('').expected).toEqual(asked);
    expect(opened).toHaveLength(1);
  });

  it("as the same pilot stays in the active account's slot", async () => {
    given(anna, 'x');
    const accounts = start();
    const result = accounts.signIn({ otherPilot: false, expected: anna });
    fakeOf('x').end(failed(failures.signInCancelled()));
    expect(await result).toEqual(failed(failures.signInCancelled()));
    expect(fakeOf('x').expected).toEqual(anna);
    expect(others).toEqual([]);
  });

  it('as another pilot leaves the active account running until it succeeds', async () => {
    const [annaId] = [given(anna, '')];
    const accounts = start();
    const { result, fake } = await beside(accounts);
    expect(fake.item).toMatch(/^[0-9a-f]{8}$/);
    expect(fake.expected).toBeNull();
    expect(accounts.state()).toEqual({ status: 'signing-in' });
    expect(accounts.signInState()).toMatchObject({ item: fake.item });
    expect(accounts.identity()).toEqual(anna);
    expect(accounts.isInUse(annaId)).toBe(true);
    await accounts.pasteRedirect('a');
    expect(fake.calls).toContain('paste a');
    fake.end(ok(ben));
    expect(await result).toEqual(ok(null));
    expect(accounts.item()).toBe(fake.item);
    expect(current()).toBe('Ben');
    const benId = stores.accounts.current('demo')!.id;
    expect(others).toEqual([benId]);
    expect([accounts.isInUse(annaId), accounts.isInUse(benId)]).toEqual([false, true]);
    await settled();
    expect(fakeOf('').calls).toContain('stop');
    expect(fakeOf('').listeners.size).toBe(0);
    expect(accounts.signInState()).toBeNull();
  });

  it('uses the first slot if it is free', async () => {
    given(anna, 'x');
    const { fake } = await beside(start());
    expect(fake.item).toBe('');
  });

  it('as another pilot that fails changes nothing', async () => {
    given(anna, 'x');
    const accounts = start();
    const { result, fake } = await beside(accounts);
    fake.end(failed(failures.signInCancelled()));
    expect(await result).toEqual(failed(failures.signInCancelled()));
    expect(accounts.item()).toBe('x');
    expect(accounts.state()).toMatchObject({ status: 'signed-in' });
    expect(current()).toBe('Anna');
    expect(others).toEqual([]);
  });

  it.each([true, false])('ends the one in progress (as another pilot again: %s)', async (otherPilot) => {
    given(anna, 'x');
    const accounts = start();
    const first = await beside(accounts);
    const second = accounts.signIn({ otherPilot, expected: null });
    await settled();
    expect(await first.result).toEqual(failed(failures.signInSuperseded()));
    expect(first.fake.calls.slice(1)).toEqual(['cancel failure.signInSuperseded', 'stop']);
    expect(first.fake.listeners.size).toBe(0);
    const next = otherPilot ? opened.at(-1)! : fakeOf('x');
    expect(next.calls).toContain('sign-in');
    next.end(ok(otherPilot ? ben : anna));
    expect(await second).toEqual(ok(null));
    expect(current()).toBe(otherPilot ? 'Ben' : 'Anna');
  });

  it('is cancelled in any slot', async () => {
    given(anna, 'x');
    const accounts = start();
    const { result, fake } = await beside(accounts);
    accounts.cancelSignIn();
    expect(await result).toEqual(failed(failures.signInCancelled()));
    const own = accounts.signIn({ otherPilot: false, expected: null });
    accounts.cancelSignIn();
    expect(await own).toEqual(failed(failures.signInCancelled()));
    expect(fake.calls).toContain('cancel failure.signInCancelled');
  });

  it('that cannot be stored is removed', async () => {
    given(anna, 'x');
    const accounts = start();
    const { result, fake } = await beside(accounts);
    stores.database.exec(`CREATE TRIGGER full BEFORE INSERT ON sign_ins BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    fake.end(ok(ben));
    await expect(result).rejects.toThrow('disk full');
    expect(fake.calls.slice(-2)).toEqual(['sign-out', 'stop']);
    expect(tokens.has(fake.item)).toBe(false);
    expect(accounts.item()).toBe('x');
  });

  it('as a pilot who is signed in already removes the older tokens', async () => {
    given(anna, 'x');
    given(ben, 'y', false);
    const accounts = start();
    const { result, fake } = await beside(accounts);
    fake.end(ok(ben));
    await result;
    expect(tokens.has('y')).toBe(false);
    expect(
      stores.accounts
        .list('demo')
        .map(({ item }) => item)
        .sort(),
    ).toEqual([fake.item, 'x'].sort());
    expect(fakeOf('y').calls).toEqual(['sign-out', 'stop']);
    expect(warned).toEqual([]);
  });

  it('warns of older tokens that cannot be removed, and forgets them', async () => {
    given(anna, 'x');
    given(ben, 'y', false);
    const accounts = start();
    const { result, fake } = await beside(accounts);
    world.refusesSignOut = true;
    fake.end(ok(ben));
    await result;
    expect(warned).toEqual(['the tokens of an older sign-in could not be removed']);
    expect(stores.accounts.list('demo').some(({ item }) => item === 'y')).toBe(false);
  });
});

describe('pinned tokens', () => {
  const tokensOf = (signIn: { id: string | null }) => ({
    signInId: () => signIn.id,
    accessToken: () => Promise.resolve(ok({ value: 'token', scopes: [], signInId: signIn.id ?? '' })),
    rejected: () => Promise.resolve(ok({ value: 'next', scopes: [], signInId: signIn.id ?? '' })),
    accepted() {},
  });

  it('a worker gets the tokens of its own sign-in only, until it follows another one of the same pilot', async () => {
    const signIn = { id: 'first' };
    const pinned = createPinnedTokens(tokensOf(signIn));
    expect(pinned.isSignedIn()).toBe(true);
    expect(await pinned.accessToken()).toMatchObject({ ok: true, value: { value: 'token' } });
    expect(await pinned.rejected('token')).toMatchObject({ ok: true, value: { value: 'next' } });
    signIn.id = 'second';
    expect(pinned.isSignedIn()).toBe(false);
    const needsSignIn = { ok: false, failure: { kind: 'sign-in-needed' } };
    expect(await pinned.accessToken()).toMatchObject(needsSignIn);
    expect(await pinned.rejected('token')).toMatchObject(needsSignIn);
    pinned.follow();
    expect(pinned.isSignedIn()).toBe(true);
    expect(await pinned.accessToken()).toMatchObject({ ok: true });
  });

  it('a worker that starts without a sign-in has none', () => {
    expect(createPinnedTokens(tokensOf({ id: null })).isSignedIn()).toBe(false);
  });
});
