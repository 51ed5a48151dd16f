import { describe, expect, it } from 'vitest';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();

describe('requests', () => {
  it('of the last minutes are kept for each account, older ones deleted', () => {
    const minute = 60_000;
    const { requests } = context.stores;
    requests.end(requests.begin(1, 'read', 0), 10, 'page');
    requests.begin(2, 'read', 0);
    requests.end(requests.begin(1, 'upload', 4 * minute), 4 * minute + 0.4, 'accepted');
    expect(requests.since(1, 0)).toHaveLength(2);
    const last = requests.begin(1, 'upload', 6 * minute);
    expect(requests.since(1, 0)).toEqual([
      { id: 3, kind: 'upload', begunAt: 4 * minute, knownAt: 4 * minute, outcome: 'accepted' },
      { id: last, kind: 'upload', begunAt: 6 * minute, knownAt: 6 * minute, outcome: null },
    ]);
    expect(requests.since(1, 5 * minute)).toHaveLength(1);
    expect(requests.since(2, 0)).toHaveLength(1);
  });

  it('have no outcome before the first one of an account', () => {
    const { requests } = context.stores;
    requests.end(requests.begin(1, 'read', 0), 10, 'page');
    expect([1, 2].map((account) => requests.lastOutcome(account))).toEqual(['page', null]);
  });

  it('with a time in the future count as now, because the clock was set back', () => {
    const { requests } = context.stores;
    requests.begin(1, 'read', 9_000);
    requests.bringBack(1, 5_000);
    expect(requests.since(1, 0)).toMatchObject([{ begunAt: 5_000, knownAt: 5_000 }]);
  });

  it('store what the pacer has learned', () => {
    expect(context.stores.requests.storedState(1)).toBeNull();
    context.stores.requests.storeState(1, { gapMs: 1 });
    context.stores.requests.storeState(1, { gapMs: 2 });
    expect(context.stores.requests.storedState(1)).toBe('{"gapMs":2}');
  });
});
