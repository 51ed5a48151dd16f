import { describe, expect, it } from 'vitest';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();

describe('accounts', () => {
  const anna = { subject: 'a-1', name: 'Anna' };

  it('are the same for the same pilot at the same service, even after a sign-out', () => {
    const first = context.stores.accounts.signedIn('demo', anna, 1);
    expect(context.stores.accounts.signedIn('demo', anna, 2)).toEqual(first);
    context.stores.accounts.signedOut(first.id, 2);
    expect(context.stores.accounts.current('demo')).toBeNull();
    expect(context.stores.accounts.signedIn('demo', anna, 3).id).toBe(first.id);
    expect(context.stores.accounts.current('demo')?.id).toBe(first.id);
    expect(context.stores.accounts.signedIn('service-x', anna, 4).id).not.toBe(first.id);
  });

  it('without a name end with the sign-out, because the next sign-in may be another pilot (A18)', () => {
    const nobody = { subject: null, name: null };
    const first = context.stores.accounts.signedIn('demo', nobody, 1);
    expect(context.stores.accounts.signedIn('demo', nobody, 2).id).toBe(first.id);
    context.stores.accounts.signedOut(first.id, 2);
    expect(context.stores.accounts.signedIn('demo', nobody, 3).id).not.toBe(first.id);
  });

  it('accept a name that arrives later, but never merge with an existing account', () => {
    const nobody = context.stores.accounts.signedIn('demo', { subject: null, name: null }, 1);
    expect(context.stores.accounts.learnName('demo', nobody.id, { subject: 'a-1', name: 'Anna' })).toBe(true);
    expect(context.stores.accounts.byId(nobody.id)).toEqual({ id: nobody.id, subject: 'a-1', name: 'Anna' });
    expect(context.stores.accounts.signedIn('demo', anna, 2).id).toBe(nobody.id);
    context.stores.accounts.signedOut(nobody.id, 2);
    const later = context.stores.accounts.signedIn('demo', { subject: null, name: null }, 3);
    expect(context.stores.accounts.learnName('demo', later.id, anna)).toBe(false);
    expect(context.stores.accounts.byId(later.id)?.subject).toBeNull();
  });

  it('keep a name that the service does not repeat', () => {
    context.stores.accounts.signedIn('demo', anna, 1);
    expect(context.stores.accounts.signedIn('demo', { subject: 'a-1', name: null }, 2).name).toBe('Anna');
  });

  it('make the last one used the current one', () => {
    const first = context.stores.accounts.signedIn('demo', anna, 1);
    const second = context.stores.accounts.signedIn('demo', { subject: 'b-2', name: 'Ben' }, 2);
    expect(context.stores.accounts.current('demo')?.id).toBe(second.id);
    context.stores.accounts.signedIn('demo', anna, 3);
    expect(context.stores.accounts.current('demo')?.id).toBe(first.id);
  });
});

describe('several signed-in accounts', () => {
  const anna = { subject: 'a-1', name: 'Anna' };
  const ben = { subject: 'b-2', name: 'Ben' };
  const nobody = { subject: null, name: null };
  const places = () => context.stores.accounts.list('demo').map(({ name, item, isInUse }) => [name, item, isInUse]);

  it('each have a place for tokens, and exactly one is active', () => {
    context.stores.accounts.signedIn('demo', anna, 1);
    context.stores.accounts.signedIn('demo', ben, 2, 'ab12');
    expect(places()).toEqual([
      ['Anna', '', true],
      ['Ben', 'ab12', false],
    ]);
    context.stores.accounts.use('demo', 'ab12');
    expect(context.stores.accounts.current('demo')).toMatchObject({ name: 'Ben', item: 'ab12' });
    context.stores.accounts.use('demo', '');
    expect(context.stores.accounts.current('demo')).toMatchObject({ name: 'Anna', item: '' });
  });

  it('are listed for their own service only', () => {
    context.stores.accounts.signedIn('demo', anna, 1);
    context.stores.accounts.signedIn('service-x', ben, 2);
    expect(context.stores.accounts.list('service-x').map(({ name }) => name)).toEqual(['Ben']);
    context.stores.accounts.use('service-x', '');
    expect(context.stores.accounts.current('demo')?.name).toBe('Anna');
  });

  it('sign out one by one without activating another', () => {
    const first = context.stores.accounts.signedIn('demo', anna, 1);
    context.stores.accounts.signedIn('demo', ben, 2, 'ab12');
    context.stores.accounts.signedOut(first.id, 2);
    expect(places()).toEqual([['Ben', 'ab12', false]]);
    expect(context.stores.accounts.current('demo')).toBeNull();
  });

  it('list the earlier token places of a pilot who signs in again', () => {
    context.stores.accounts.signedIn('demo', anna, 1);
    context.stores.accounts.signedIn('demo', ben, 2, 'ab12');
    context.stores.accounts.signedIn('demo', anna, 3, 'cd34');
    expect(context.stores.accounts.olderItems('demo', 'cd34')).toEqual(['']);
    expect(context.stores.accounts.olderItems('demo', 'ab12')).toEqual([]);
    context.stores.accounts.forget('demo', '');
    expect(places()).toEqual([
      ['Anna', 'cd34', false],
      ['Ben', 'ab12', false],
    ]);
  });

  it('without a name are told apart by their token places (A18)', () => {
    const one = context.stores.accounts.signedIn('demo', nobody, 1);
    const other = context.stores.accounts.signedIn('demo', nobody, 2, 'ab12');
    expect(other.id).not.toBe(one.id);
    expect(context.stores.accounts.signedIn('demo', nobody, 3, 'ab12').id).toBe(other.id);
  });

  it('never treat an unnamed sign-in as the named pilot who used that place before', () => {
    const first = context.stores.accounts.signedIn('demo', anna, 1);
    expect(context.stores.accounts.signedIn('demo', nobody, 2).id).not.toBe(first.id);
  });
});
