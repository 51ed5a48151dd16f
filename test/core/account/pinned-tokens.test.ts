import { expect, test } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { createPinnedTokens } from '../../../main/core/account/pinned-tokens.ts';

const tokensOf = (signIn: { id: string | null }) => ({
  signInId: () => signIn.id,
  accessToken: () => Promise.resolve(ok({ value: 'token', scopes: [], signInId: signIn.id ?? '' })),
  rejected: () => Promise.resolve(ok({ value: 'next', scopes: [], signInId: signIn.id ?? '' })),
  accepted() {},
});

test('a worker gets the tokens of its own sign-in only, until it follows another one of the same pilot', async () => {
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

test('a worker that starts without a sign-in has none', () => {
  expect(createPinnedTokens(tokensOf({ id: null })).isSignedIn()).toBe(false);
});
