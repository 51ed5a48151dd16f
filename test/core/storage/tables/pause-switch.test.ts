import { describe, expect, it } from 'vitest';
import { freshStores } from '../fresh-stores.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();

describe('a paused queue', () => {
  it('is visible to every process on the data folder, for its profile only', () => {
    const other = freshStores('demo', context.stores.database);
    expect(other.switches.isPaused()).toBe(false);
    context.stores.switches.setPaused(true);
    expect(other.switches.isPaused()).toBe(true);
    expect(freshStores('service-x', context.stores.database).switches.isPaused()).toBe(false);
    context.stores.switches.setPaused(false);
    expect(other.switches.isPaused()).toBe(false);
  });

  it('is another switch than whose reports are shown', () => {
    const other = freshStores('demo', context.stores.database);
    expect(other.switches.showsEveryone()).toBe(false);
    context.stores.switches.setShowsEveryone(true);
    expect([other.switches.showsEveryone(), other.switches.isPaused()]).toEqual([true, false]);
  });
});
