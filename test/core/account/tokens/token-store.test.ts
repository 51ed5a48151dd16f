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
  signInId: 'x',
  identity: { subject: 'anna', name: 'Anna' },
  refreshesUnconfirmed: 0,
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

test('reads an item that lacks what was added later, and ignores what it does not know', async () => {
  expect(await read({ ...item, addedLater: true })).toEqual(ok({ ...item, outcomeUnknownSince: null, quietUntil: 0 }));
});

test('reads what it writes', async () => {
  const present = { ...item, refreshesUnconfirmed: 1, outcomeUnknownSince: 2_000, quietUntil: 3_000 };
  expect(await read(present)).toEqual(ok(present));
});
