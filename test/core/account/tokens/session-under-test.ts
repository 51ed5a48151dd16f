import type { StoredTokens } from '../../../../main/core/account/tokens/token-store.ts';
import type { Clock } from '../../../../main/core/platform/ports.ts';
import { tokensName } from '../../../../main/core/service/profile.ts';
import { setUpRotatingService } from '../rotating-service.ts';
import { setUpAccount, valueOf, type Setup } from '../account-under-test.ts';

export const tokenOf = async ({ account }: Pick<Setup, 'account'>) => valueOf(await account.accessToken()).value;

export const stored = ({ secrets, profile }: Pick<Setup, 'secrets' | 'profile'>) =>
  JSON.parse(secrets.values.get(tokensName(profile.key)) ?? 'null') as Record<string, unknown> | null;

/** A faulty service, and sessions with it, for each test of a file. */
export function setUpSession() {
  const context = setUpRotatingService();

  const refreshes = () => context.service.tokenCalls().filter(({ form }) => form.get('grant_type') === 'refresh_token');

  async function signedIn(options: Parameters<typeof setUpAccount>[1] = {}) {
    const setup = setUpAccount(context.service.url, options);
    await setup.account.start();
    valueOf(await setup.account.signIn());
    return setup;
  }

  /** Another process, or this one after a restart: the same store, lock and time. */
  async function another(setup: Setup) {
    const next = setUpAccount(context.service.url, { clock: setup.clock, secrets: setup.secrets });
    await next.account.start();
    return next;
  }

  return { context, refreshes, signedIn, another };
}

/** Tokens of a sign-in that has just been made. */
export const storedTokens = (clock: Pick<Clock, 'now'>, more: Partial<StoredTokens> = {}): StoredTokens => ({
  version: 1,
  accessToken: 'access',
  refreshToken: 'refresh',
  scopes: ['flights:read'],
  obtainedAt: clock.now(),
  lifetimeMs: 900_000,
  signedInAt: clock.now(),
  identity: null,
  refreshesUnconfirmed: 0,
  outcomeUnknownSince: null,
  quietUntil: 0,
  signInId: String(more.signedInAt ?? clock.now()),
  ...more,
});
