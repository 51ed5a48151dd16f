// What one process learns about an account's limits, and what the others then know.
import { beforeEach, expect, it } from 'vitest';
import { createRequestWindow } from '../../../main/core/pacing/request-window.ts';
import { createSharedPacer } from '../../../main/core/pacing/shared-pacer.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
});

function processOf() {
  const { requests } = stores;
  const window = createRequestWindow({ clock, accountId, requests });
  const pacer = createSharedPacer({ clock, accountId, requests, window });
  return {
    window,
    pacer,
    /** A whole request, whose outcome is stored with what it taught. */
    request(outcome: string, subscription: boolean | null) {
      const id = window.begin('upload', () => clock.monotonic())!;
      window.end(id, outcome, pacer.learn(null, subscription));
    },
  };
}

it('knows nothing of a subscription at first', () => {
  expect(processOf().pacer.hasSubscription()).toBeNull();
});

it.each([true, false])('tells the others and the next start whether there is a subscription: %s', (subscription) => {
  const [one, other] = [processOf(), processOf()];
  one.request(subscription ? 'accepted' : 'write-not-enabled', subscription);
  expect(one.pacer.hasSubscription()).toBe(subscription);
  other.pacer.state();
  expect(other.pacer.hasSubscription()).toBe(subscription);
  expect(processOf().pacer.hasSubscription()).toBe(subscription);
});

it('keeps what could not be stored to itself', () => {
  const [one, other] = [processOf(), processOf()];
  one.pacer.learn({ kind: 'unsettled', startedAt: 0, endedAt: 0 }, null);
  expect(other.pacer.state()).toEqual(processOf().pacer.state());
});
