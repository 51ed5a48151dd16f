// The session of one sign-in: returns a valid access token, and refreshes it ahead of time, one refresh at a time (23).
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, Logger, SecretStore } from '../../platform/ports.ts';
import { tokensName, type ServiceProfile } from '../../service/profile.ts';
import { createPendingWrites, storeAgainMs } from './pending-writes.ts';
import { asStored, createCurrentTokens, type Ended } from './current-tokens.ts';
import type { Identity } from './identity.ts';
import { createRefresh, wallAt } from './refresh.ts';
import { mayRefresh, refreshesAtMs } from './refresh-policy.ts';
import { createRetryBackoff } from './retry-backoff.ts';
import { createSessionMemory, type StoredSession } from './session-memory.ts';
import { createTokenKeeper, tokensOfConsent, type StoredTokens } from './token-store.ts';
import type { IssuedTokens, TokenEndpoint } from '../oauth/token-endpoint.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';

export type AccessToken = { readonly value: string; readonly scopes: readonly string[]; readonly signInId: string };

export type Session = {
  tokens(): StoredTokens | null;
  /** Null if nobody was signed in. */
  ended(): Ended | null;
  /** What to show the pilot about a session that continues. */
  concern(): Failure | null;
  load(): Promise<void>;
  /** Stores the tokens of a new sign-in. */
  adopt(issued: IssuedTokens, begunMonotonicMs: number): Promise<StoredTokens>;
  /** Stores who signed in; ignored where another sign-in has replaced it. */
  nameAs(signInId: string, identity: Identity): Promise<void>;
  accessToken(): Promise<Result<AccessToken>>;
  rejected(value: string): Promise<Result<AccessToken>>;
  accepted(value: string): void;
  /** The machine woke, or the cause of a failure may be removed: ends the backoff and refreshes what is due. */
  tryAgain(): void;
  /** Another process may have learned something about this session. */
  follow(): Promise<void>;
  /** Reads the stored tokens now. */
  reread(): Promise<void>;
  signOut(): Promise<Result<null>>;
  stop(): Promise<void>;
};

/** How long a refresh in progress may continue when the program ends: aborting it may cost the pilot a new sign-in. */
const lastRefreshMs = 5_000;

export function createSession(deps: {
  profile: ServiceProfile;
  /** The name of the item in the secret store, if the profile has several. */
  tokensName?: string | undefined;
  clock: Clock;
  secrets: SecretStore;
  log: Logger;
  endpoint: TokenEndpoint;
  readSecret(): Promise<Result<Parameters<TokenEndpoint['refresh']>[1]>>;
  isServiceThere(owner: AbortSignal): Promise<boolean>;
  /** The session's state, for other processes and later ones. */
  stored: StoredSession;
  /** The state of this session may have changed. */
  onChange(): void;
  onRefreshed(tokens: StoredTokens): void;
}): Session {
  const { profile, clock, log } = deps;
  const name = deps.tokensName ?? tokensName(profile.key);
  const keeper = createTokenKeeper({ name, secrets: deps.secrets, log });
  const retry = createRetryBackoff(clock);
  const underLock = createSerialQueue((work) => deps.secrets.exclusively(name, work));
  const held = createCurrentTokens({
    clock,
    onHold() {
      retry.end();
      plan();
      deps.onChange();
    },
  });
  const memory = createSessionMemory({ clock, held, retry, stored: deps.stored });
  const refresh = createRefresh({ ...deps, keeper, held, retry, memory });
  const pendingWrites = createPendingWrites({ clock, log, keeper, underLock, onChange: deps.onChange });

  let refreshing: Promise<void> | null = null;
  let refreshAbort = new AbortController();
  let undoTimer = () => {};
  let stopped = false;

  const isExpired = () => {
    const tokens = held.current();
    return tokens !== null && held.freshness(tokens) === 'expired';
  };
  const isDue = () => {
    const tokens = held.current();
    return tokens !== null && mayRefresh(held.freshness(tokens), tokens.refreshesUnconfirmed) !== 'later';
  };

  /** Sets the timer of the next refresh. An overdue one waits until a token is needed: a start makes no request. */
  function plan() {
    undoTimer();
    undoTimer = () => {};
    const tokens = held.current();
    if (stopped || !tokens || tokens.refreshToken === null) return;
    const restMs = refreshesAtMs(tokens.lifetimeMs, tokens.refreshesUnconfirmed);
    const left = isExpired() ? 0 : restMs - held.ageMs(tokens);
    const delayMs = Math.max(left, retry.leftMs(), held.unsettledMs(tokens));
    // Rounded up: a timer that fires too early would find nothing due.
    if (delayMs > 0) undoTimer = clock.schedule(Math.ceil(delayMs), () => void startRefresh());
  }

  function startRefresh(): Promise<void> {
    const owner = { signal: refreshAbort.signal, isStopped: () => stopped };
    refreshing ??= underLock(() => refresh.run(owner))
      .catch((error: unknown) => log.error('a refresh failed unexpectedly', { error }))
      .finally(() => {
        refreshing = null;
        memory.keep();
        plan();
        pendingWrites.plan();
        deps.onChange();
      });
    return refreshing;
  }

  /** A valid token is used meanwhile (25): only an expired one waits for the refresh. */
  async function refreshIfDue() {
    if (!stopped && retry.leftMs() === 0 && isDue()) void startRefresh();
    if (refreshing && isExpired()) await refreshing;
  }

  function present(): Result<AccessToken> {
    const tokens = held.current();
    if (!tokens) return failed(held.ended()?.reason ?? failures.signInNeeded());
    if (!isExpired()) return ok({ value: tokens.accessToken, scopes: tokens.scopes, signInId: tokens.signInId });
    return failed(retry.failure ?? failures.serviceUnreachable(profile.name));
  }

  async function load() {
    const stored = await keeper.read();
    // A service that repeats the application's secret must find it registered.
    if (stored.ok && stored.value) await deps.readSecret();
    if (held.current() || stopped) return;
    if (!stored.ok) {
      if (held.ended()?.reason?.kind !== stored.failure.kind) held.holdNone(stored.failure);
      // A locked keychain may be unlocked at any time, without an event.
      undoTimer();
      if (stored.failure.kind === 'keychain-unavailable') undoTimer = clock.schedule(storeAgainMs, () => void load());
    } else if (stored.value) {
      held.holdStored(stored.value);
      memory.recall();
    } else if (memory.recall()) deps.onChange();
    else if (isOfStore(held.ended()?.reason)) {
      // The store can be read now, and has no sign-in.
      held.letGo();
      deps.onChange();
    }
  }

  async function accessToken(): Promise<Result<AccessToken>> {
    // Another process may have signed in since.
    if (!held.current()) await load();
    await refreshIfDue();
    return present();
  }

  return {
    tokens: held.current,
    ended: held.ended,

    concern() {
      const tokens = held.current();
      if (!tokens) return null;
      if (retry.failure && (isShownAtOnce(retry.failure) || isExpired())) return retry.failure;
      if (tokens.refreshesUnconfirmed > 0 && !refreshing)
        return failures.refreshOutcomeUnknown(clock.now() + Math.max(0, tokens.lifetimeMs - held.ageMs(tokens)));
      return keeper.concern;
    },

    load,

    adopt: (issued, begunMonotonicMs) =>
      underLock(async () => {
        const tokens = tokensOfConsent(issued, profile.scopes, wallAt(clock, begunMonotonicMs));
        await keeper.write(tokens);
        held.holdIssued(tokens, begunMonotonicMs, false);
        memory.keep();
        pendingWrites.plan();
        return tokens;
      }),

    nameAs: (signInId, identity) =>
      underLock(async () => {
        const { current } = await refresh.reread();
        if (!current || current.signInId !== signInId) return;
        await refresh.keep({ identity });
        deps.onChange();
      }),

    accessToken,

    async rejected(value) {
      const tokens = held.current();
      if (tokens?.accessToken !== value) return accessToken();
      const wasBornOfRejection = tokens.bornOfRejection && held.freshness(tokens) === 'fresh';
      held.reject(value);
      if (wasBornOfRejection)
        await underLock(() => refresh.end(tokens, failures.signInEnded('unauthorized')).then(memory.keep));
      else await refreshIfDue();
      return present();
    },

    accepted(value) {
      // Kept in memory only.
      if (held.current()?.accessToken === value) held.amend({ bornOfRejection: false });
    },

    tryAgain() {
      retry.cutShort();
      // The vault may be unlocked now. A keychain may prompt the pilot, so it is not retried each time.
      if (keeper.concern?.kind === 'vault-locked') void pendingWrites.now();
      if (held.current() === null) void load();
      // Timers did not run during sleep: what is due is refreshed now, by one process (23).
      else if (isDue()) void refreshIfDue();
      else plan();
    },

    reread: () => underLock(async () => void (await refresh.reread())),

    async follow() {
      if (memory.hasChanged()) await underLock(async () => void (await refresh.reread()));
    },

    async signOut() {
      refreshAbort.abort();
      refreshAbort = new AbortController();
      const before = held.current();
      held.letGo();
      return underLock(async () => {
        // A refresh could not be aborted any more.
        const tokens = held.current() ?? before;
        const cleared = await keeper.clear(tokens && asStored(tokens));
        held.holdNone(null);
        memory.keep();
        return cleared;
      });
    },

    async stop() {
      stopped = true;
      undoTimer();
      pendingWrites.stop();
      if (refreshing) {
        const undo = clock.schedule(lastRefreshMs, () => refreshAbort.abort());
        // One that waits for another process's refresh is not awaited: it stops when its turn comes.
        await Promise.race([refreshing, clock.sleep(lastRefreshMs + 1_000)]);
        undo();
      }
    },
  };
}

/** Failures that do not pass while the token is valid. */
const isShownAtOnce = ({ kind }: Failure) => kind === 'application-refused' || kind === 'answer-not-understood';

const isOfStore = (reason: Failure | null | undefined) =>
  reason?.kind === 'vault-locked' || reason?.kind === 'keychain-unavailable';
