import { describe, expect, it } from 'vitest';
import { freshStores } from '../fresh-stores.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();

describe('a paused queue', () => {
  it('is visible to every process on the data folder, for its profile only', () => {
    const other = freshStores('demo', context.stores.database);
    expect(other.pauseSwitch.isPaused()).toBe(false);
    context.stores.pauseSwitch.setPaused(true);
    expect(other.pauseSwitch.isPaused()).toBe(true);
    expect(freshStores('service-x', context.stores.database).pauseSwitch.isPaused()).toBe(false);
    context.stores.pauseSwitch.setPaused(false);
    expect(other.pauseSwitch.isPaused()).toBe(false);
  });
});
