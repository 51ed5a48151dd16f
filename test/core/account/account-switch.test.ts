// Switching accounts and signing them out, here and in other processes.
import { describe, expect, it } from 'vitest';
import { failed, ok } from '../../../main/contract/failure.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  anna,
  ben,
  beside,
  current,
  fakeOf,
  given,
  others,
  settled,
  signedOut,
  start,
  stores,
  tokens,
  withAccounts,
  world,
} from './accounts-under-test.ts';

withAccounts();

describe('a switch of accounts', () => {
  it('starts the other one, and stops the previous one once its calls have ended', async () => {
    given(anna, 'x');
    const benId = given(ben, 'y', false);
    let release = () => {};
    world.endOfOther = new Promise<void>((resolve) => (release = resolve));
    const accounts = start();
    let told = 0;
    accounts.subscribe(() => (told += 1));
    expect(await accounts.use(benId)).toEqual(ok(null));
    expect(fakeOf('y').calls).toEqual(['start']);
    expect(others).toEqual([benId]);
    expect(current()).toBe('Ben');
    expect(told).toBe(1);
    await settled();
    expect(fakeOf('x').calls).toEqual([]);
    release();
    await settled();
    expect(fakeOf('x').calls).toEqual(['stop']);
  });

  it('waits at the stop for accounts that are ending, even if that fails', async () => {
    given(anna, 'x');
    const benId = given(ben, 'y', false);
    world.endOfOther = Promise.reject(new Error('a bug'));
    world.endOfOther.catch(() => {});
    const accounts = start();
    await accounts.use(benId);
    await accounts.stop();
    expect(fakeOf('x').calls).toEqual(['stop']);
  });

  it('to an unknown account fails', async () => {
    given(anna, 'x');
    expect(await start().use(99)).toEqual(failed(failures.notFound('account')));
  });

  it('to the active account stores it again', async () => {
    const annaId = given(anna, 'x');
    const accounts = start();
    given(ben, 'y');
    expect(await accounts.use(annaId)).toEqual(ok(null));
    expect(current()).toBe('Anna');
    expect(others).toEqual([]);
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['follow']);
  });

  it('does not happen during a stop', async () => {
    given(anna, 'x');
    const benId = given(ben, 'y', false);
    const accounts = start();
    const switching = accounts.use(benId);
    await accounts.stop();
    expect(await switching).toEqual(failed(failures.cancelled()));
    expect(fakeOf('y').calls).toEqual(['start', 'stop']);
    expect(current()).toBe('Anna');
  });

  it('in another process is followed, once', async () => {
    given(anna, 'x');
    const accounts = start();
    const benId = given(ben, 'y');
    await accounts.follow();
    expect(accounts.item()).toBe('y');
    expect(others).toEqual([benId]);
    await accounts.follow();
    expect(fakeOf('y').calls).toEqual(['start', 'follow']);
    expect(others).toEqual([benId]);
  });

  it('in another process to the account that is active here only is noted', async () => {
    given(anna, 'x');
    const accounts = start();
    await accounts.signOut();
    tokens.set('x', anna);
    await accounts.follow();
    expect(others).toEqual([]);
    expect(fakeOf('x').calls).toEqual(['sign-out']);
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['sign-out', 'follow']);
  });
});

describe('a sign-out', () => {
  it('ends the active account and the sign-in in progress, and activates no other', async () => {
    const annaId = given(anna, 'x');
    given(ben, 'y', false);
    const accounts = start();
    const { result } = await beside(accounts);
    expect(await accounts.signOut()).toEqual(ok(null));
    stores.accounts.signedOut(annaId);
    expect(await result).toEqual(failed(failures.signInCancelled()));
    expect(accounts.item()).toBe('x');
    expect(accounts.identity()).toBeNull();
    await accounts.follow();
    expect(signedOut).toBe(0);
    expect(fakeOf('x').calls).toEqual(['sign-out']);
  });

  it('that fails changes nothing', async () => {
    given(anna, 'x');
    const accounts = start();
    world.refusesSignOut = true;
    expect(await accounts.signOut()).toMatchObject({ ok: false });
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['sign-out', 'follow']);
  });

  it('in another process is followed', async () => {
    const annaId = given(anna, 'x');
    const accounts = start();
    tokens.delete('x');
    stores.accounts.signedOut(annaId);
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['reread']);
    expect(signedOut).toBe(1);
    expect(accounts.identity()).toBeNull();
  });

  it('is not assumed while the tokens are there, or before the account was written down', async () => {
    const annaId = given(anna, 'x');
    const accounts = start();
    stores.accounts.signedOut(annaId);
    await accounts.follow();
    expect(fakeOf('x').calls).toEqual(['reread']);
    expect(signedOut).toBe(0);
    expect(accounts.identity()).toEqual(anna);
  });

  it('of another account removes its tokens and keeps the active one', async () => {
    given(anna, 'x');
    const benId = given(ben, 'y', false);
    const accounts = start();
    let told = 0;
    accounts.subscribe(() => (told += 1));
    expect(await accounts.signOutOther(benId)).toEqual(ok(null));
    expect(fakeOf('y').calls).toEqual(['sign-out', 'stop']);
    expect(stores.accounts.list('demo').map(({ name }) => name)).toEqual(['Anna']);
    expect(told).toBe(1);
    expect(await accounts.signOutOther(benId)).toEqual(failed(failures.notFound('account')));
  });

  it('of another account that fails keeps it', async () => {
    given(anna, 'x');
    const benId = given(ben, 'y', false);
    world.refusesSignOut = true;
    expect(await start().signOutOther(benId)).toMatchObject({ ok: false });
    expect(stores.accounts.list('demo')).toHaveLength(2);
  });
});
