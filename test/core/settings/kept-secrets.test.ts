import { beforeEach, describe, expect, it } from 'vitest';
import { describeKept, createSignIns } from '../../../main/core/settings/secret-choices.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let stores: FreshStores;
beforeEach(() => {
  stores = freshStores('service-1');
  return () => stores.database.close();
});

describe('secrets that are kept', () => {
  const known = { profiles: new Map([['service-1', 'Club']]), tokens: new Set(['tokens/service-1/ab', 'tokens/demo']) };

  it.each([
    ['tokens/service-1/ab', { what: 'tokens', service: 'Club', isOrphan: false }],
    ['tokens/service-1/cd', { what: 'tokens', service: 'Club', isOrphan: true }],
    ['tokens/demo', { what: 'tokens', service: null, isOrphan: false }],
    ['application-secret/service-1', { what: 'application-secret', service: 'Club', isOrphan: false }],
    ['application-secret/service-2', { what: 'application-secret', service: null, isOrphan: true }],
    ['something', { what: 'other', service: null, isOrphan: true }],
  ])('are described by their name %s', (name, expected) => {
    expect(describeKept([name], known)).toEqual([{ name, ...expected }]);
  });
});

it('the sign-ins of all services name their tokens, until everyone is signed out', () => {
  const signIns = createSignIns(stores.database);
  expect(signIns.tokenNames()).toEqual([]);
  stores.accounts.signedIn('service-1', { subject: 'anna', name: 'Anna' }, 1, 'ab');
  const ben = stores.accounts.signedIn('demo', { subject: 'ben', name: 'Ben' }, 1, 'cd');
  expect(signIns.tokenNames().toSorted()).toEqual(['tokens/demo/cd', 'tokens/service-1/ab']);
  signIns.noteAllSignedOut();
  expect(signIns.tokenNames()).toEqual([]);
  expect(stores.accounts.list('demo')).toEqual([]);
  expect(stores.accounts.byId(ben.id)).not.toBeNull();
});
