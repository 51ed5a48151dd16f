import { beforeEach } from 'vitest';
import { freshStores, type FreshStores } from './fresh-stores.ts';

/** Stores on a separate database for each test of a file. */
export function setUpStores() {
  const context = {} as { stores: FreshStores };

  beforeEach(() => {
    context.stores = freshStores();
  });

  return context;
}
