import type { Page } from 'playwright';
import type { FakeCompanion, FakeOptions } from '../../support/fake-companion/fake-companion.ts';

/** A state of the window, and the steps that lead to it. */
export type Screen = {
  readonly given: Omit<FakeOptions, 'clock'>;
  readonly prepare?: (page: Page, companion: FakeCompanion) => Promise<void>;
};
