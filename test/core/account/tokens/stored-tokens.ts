import type { StoredTokens } from '../../../../main/core/account/tokens/token-store.ts';
import type { Clock } from '../../../../main/core/platform/ports.ts';

/** Tokens of a sign-in that has just been made. */
export const storedTokens = (clock: Clock, more: Partial<StoredTokens> = {}): StoredTokens => ({
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
