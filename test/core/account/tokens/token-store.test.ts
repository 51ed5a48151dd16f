// Stored sign-ins of version 0.1.0.
import { expect, test } from 'vitest';
import { createTokenKeeper } from '../../../../main/core/account/tokens/token-store.ts';
import { ok } from '../../../../main/contract/failure.ts';

const item = {
  version: 1,
  accessToken: 'access',
  refreshToken: 'refresh',
  scopes: ['openid'],
  obtainedAt: 1_000,
  lifetimeMs: 900_000,
  signedInAt: 500,
  identity: { subject: 'anna', name: 'Anna' },
};

async function read(stored: object) {
  const secrets = {
    get: async () => ok(JSON.stringify(stored)),
    set: async () => ok(null),
    delete: async () => ok(null),
    place: 'keychain',
    concern: null,
  } as const;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return createTokenKeeper({ name: 'tokens/demo', secrets, log }).read();
}

test.each([
  ['with a lost refresh', { renewalsInDoubt: 1, inDoubtSince: 2_000, quietUntil: 3_000 }, [1, 2_000, 3_000]],
  ['without one', { renewalsInDoubt: 0, inDoubtSince: null, quietUntil: 0 }, [0, null, 0]],
  ['that knows only their number', { renewalsInDoubt: 2 }, [2, null, 0]],
])('reads tokens of version 0.1.0 %s', async (_, old, expected) => {
  const tokens = await read({ ...item, ...old });
  if (!tokens.ok || !tokens.value) throw new Error('not read');
  const { refreshesUnconfirmed, outcomeUnknownSince, quietUntil, ...rest } = tokens.value;
  expect([refreshesUnconfirmed, outcomeUnknownSince, quietUntil]).toEqual(expected);
  expect(rest).toEqual(item);
});

test('reads what it writes', async () => {
  const present = { ...item, signInId: 'x', refreshesUnconfirmed: 1, outcomeUnknownSince: 2_000, quietUntil: 3_000 };
  expect(await read(present)).toEqual(ok(present));
});
