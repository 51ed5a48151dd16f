import { beforeEach, expect, test } from 'vitest';
import { createPendingWrites, storeAgainMs } from '../../../../main/core/account/tokens/pending-writes.ts';
import { createTokenKeeper } from '../../../../main/core/account/tokens/token-store.ts';
import type { RunExclusive } from '../../../../main/core/platform/serial-queue.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { createTestStore, quiet } from '../account-under-test.ts';
import { storedTokens } from './stored-tokens.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = createVirtualClock();
});

function setUp(underLock: RunExclusive = (work) => work()) {
  const secrets = createTestStore();
  const keeper = createTokenKeeper({ name: 'tokens/test', secrets, log: quiet });
  let changes = 0;
  const pending = createPendingWrites({ clock, log: quiet, keeper, underLock, onChange: () => (changes += 1) });
  return {
    secrets,
    keeper,
    pending,
    changes: () => changes,
    async fail() {
      secrets.refusing = true;
      await keeper.write(storedTokens(clock));
      pending.plan();
    },
  };
}

test('what is stored is not written again', async () => {
  const { keeper, pending } = setUp();
  await keeper.write(storedTokens(clock));
  pending.plan();
  expect(clock.pending).toBe(0);
});

test('what the store rejected is written again every minute until it is stored', async () => {
  const { secrets, keeper, changes, fail } = setUp();
  await fail();
  await clock.advance(storeAgainMs);
  expect([keeper.isBehind(), changes()]).toEqual([true, 1]);
  secrets.refusing = false;
  await clock.advance(storeAgainMs - 1);
  expect(secrets.values.size).toBe(0);
  await clock.advance(1);
  expect(JSON.parse(secrets.values.get('tokens/test')!)).toEqual(
    storedTokens(clock, { obtainedAt: Date.UTC(2026, 4, 12, 12), signedInAt: Date.UTC(2026, 4, 12, 12) }),
  );
  expect([keeper.isBehind(), keeper.concern, changes(), clock.pending]).toEqual([false, null, 2, 0]);
});

test('a further write starts the minute again, and only one is planned', async () => {
  const { pending, fail } = setUp();
  await fail();
  await clock.advance(10_000);
  pending.plan();
  expect([clock.pending, clock.nextInMs]).toEqual([1, storeAgainMs]);
});

test('an error is tried again a minute later, and is a change to show', async () => {
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

test('nothing is planned after a stop, even by a write that was in progress', async () => {
  const { pending, fail } = setUp();
  await fail();
  pending.stop();
  expect(clock.pending).toBe(0);
  await pending.now();
  expect(clock.pending).toBe(0);
});
