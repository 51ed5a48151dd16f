import type { Page } from 'playwright';
import type { AppState } from '../../../main/contract/state.ts';
import type { FakeCompanion, FakeOptions } from '../../support/fake-companion/fake-companion.ts';
import { start } from '../open-window.ts';

/** A state of the window, and the steps that lead to it. */
export type Screen = {
  readonly given: Omit<FakeOptions, 'clock'>;
  readonly prepare?: (page: Page, companion: FakeCompanion) => Promise<void>;
  /** The part that its approved copy is of, as a selector, where another screen shows the rest. */
  readonly part?: string;
};

/** A sign-in that waits for the pilot in the browser. */
export const signingIn: Pick<AppState, 'account' | 'signIn'> = {
  account: { status: 'signing-in' },
  signIn: {
    step: 'waiting-for-browser',
    address: 'https://service.example/oauth/authorize?client_id=abc',
    endsOn: 'http://127.0.0.1:4321/callback/service',
    until: start + 600_000,
    concern: null,
  },
};
