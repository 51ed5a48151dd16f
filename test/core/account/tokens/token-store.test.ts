import { beforeEach, describe, expect, test } from 'vitest';
import { ok } from '../../../../main/contract/failure.ts';
import { createTokenStore, storeAgainMs } from '../../../../main/core/account/tokens/token-store.ts';
import type { RunExclusive } from '../../../../main/core/platform/waits.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { createTestStore, quiet } from '../account-under-test.ts';
import { storedTokens } from './session-under-test.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = createVirtualClock();
});

const name = 'tokens/test';

function setUp(exclusively: RunExclusive = (work) => work()) {
  const secrets = Object.assign(createTestStore(), {
    exclusively: (_: string, work: () => Promise<never>) => exclusively(work),
  });
  let changes = 0;
  const store = createTokenStore({ name, secrets, clock, log: quiet, onChange: () => (changes += 1) });
  return {
    secrets,
    store,
    changes: () => changes,
    async fail() {
      secrets.refusing = true;
      await store.write(storedTokens(clock));
    },
  };
}

describe('the stored item', () => {
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

  function read(stored: object) {
    const { secrets, store } = setUp();
    secrets.values.set(name, JSON.stringify(stored));
    return store.read();
  }

  test('may lack what was added later, and have what is not known', async () => {
    expect(await read({ ...item, addedLater: true })).toEqual(
      ok({ ...item, outcomeUnknownSince: null, quietUntil: 0 }),
    );
  });

  test('is read as it was written', async () => {
    const present = { ...item, refreshesUnconfirmed: 1, outcomeUnknownSince: 2_000, quietUntil: 3_000 };
    expect(await read(present)).toEqual(ok(present));
  });
});

describe('rule 24: tokens that have ended', () => {
  test('are removed if they are still the stored ones', async () => {
    const { secrets, store } = setUp();
    await store.write(storedTokens(clock));
    expect(await store.removeIfSame(storedTokens(clock, { quietUntil: 5 }))).toBeNull();
    expect(secrets.values.size).toBe(0);
  });

  test('are not if others are stored: those are returned', async () => {
    const { secrets, store } = setUp();
    const others = storedTokens(clock, { refreshToken: 'other' });
    await store.write(others);
    expect(await store.removeIfSame(storedTokens(clock))).toEqual(others);
    expect(secrets.values.size).toBe(1);
  });

  test('are not read again where the store keeps them', async () => {
    const { secrets, store } = setUp();
    await store.write(storedTokens(clock));
    secrets.refusing = true;
    expect(await store.removeIfSame(storedTokens(clock))).toBeNull();
    secrets.refusing = false;
    expect(await store.read()).toEqual(ok(null));
    expect(secrets.values.size).toBe(1);
  });

  test('are not written again', async () => {
    const { store, fail } = setUp();
    await fail();
    await store.remove(storedTokens(clock));
    expect([clock.pending, store.concern()]).toEqual([0, null]);
  });
});

describe('what the secret store rejected', () => {
  test('is read from memory meanwhile', async () => {
    const { store, fail } = setUp();
    await fail();
    expect(await store.read()).toEqual(ok(storedTokens(clock)));
    expect(store.concern()).toMatchObject({ kind: 'keychain-unavailable' });
  });

  test('is written again every minute until it is stored', async () => {
    const { secrets, store, changes, fail } = setUp();
    const tokens = storedTokens(clock);
    await fail();
    await clock.advance(storeAgainMs);
    expect([secrets.values.size, changes()]).toEqual([0, 1]);
    secrets.refusing = false;
    await clock.advance(storeAgainMs - 1);
    expect(secrets.values.size).toBe(0);
    await clock.advance(1);
    expect(JSON.parse(secrets.values.get(name)!)).toEqual(tokens);
    expect([store.concern(), changes(), clock.pending]).toEqual([null, 2, 0]);
  });

  test('is written again a minute after an error, which is a change to show', async () => {
    let tries = 0;
    const { secrets, changes, fail } = setUp((work) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('the lock is gone')) : work();
    });
    await fail();
    secrets.refusing = false;
    await clock.advance(storeAgainMs);
    expect([secrets.values.size, changes()]).toEqual([0, 1]);
    await clock.advance(storeAgainMs);
    expect([secrets.values.size, changes()]).toEqual([1, 2]);
  });

  test('is not planned again after a stop, even by a write that was in progress', async () => {
    const { store, fail } = setUp();
    await fail();
    store.stop();
    expect(clock.pending).toBe(0);
    await store.writeAgain();
    expect(clock.pending).toBe(0);
  });
});
