// The session of one sign-in: returns a valid access token, and refreshes it ahead of time, one refresh at a time (rule 23).
// What it knows is a value, and an event makes the next one (session-state.ts); here are the timer, the store and the
// requests.
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, Ports } from '../../platform/ports.ts';
import { within } from '../../platform/waits.ts';
import { askService } from '../../service/ask-service.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { readApplicationSecret, type Fetch } from '../oauth/oauth-client.ts';
import { createTokenEndpoint, refreshLimitMs, type IssuedTokens, type TokenOutcome } from '../oauth/token-endpoint.ts';
import { readIdentity, unnamed, type Identity } from './identity.ts';
import { refreshFailure } from './refresh-policy.ts';
import {
  nextSession,
  noteOf,
  sessionAt,
  unknownSession,
  type Ended,
  type SessionEvent,
  type SessionNote,
} from './session-state.ts';
import {
  createTokenStore,
  isSameTokens,
  refreshedTokens,
  storeAgainMs,
  tokensOfConsent,
  type StoredTokens,
} from './token-store.ts';

export type AccessToken = { readonly value: string; readonly scopes: readonly string[]; readonly signInId: string };

export type Session = {
  tokens(): StoredTokens | null;
  /** Null if nobody was signed in. */
  ended(): Ended | null;
  /** What to show the pilot about a session that continues. */
  concern(): Failure | null;
  /** Loads what is stored, without a request: the first one is made when a token is needed or due. */
  start(): Promise<void>;
  /** Stores the tokens of a new sign-in, requested at this monotonic time. */
  adopt(issued: IssuedTokens, sentAtMs: number, identity: Identity | null): Promise<StoredTokens>;
  /** Asks the service who signed in, and stores it; not stored where another sign-in has replaced this one. */
  learnIdentity(tokens: StoredTokens, owner: AbortSignal): Promise<Identity>;
  /** A valid token; refreshed first if that is due. */
  accessToken(): Promise<Result<AccessToken>>;
  /** The service answered 401 to this token: refreshes once and returns the new one. Call it once per request (rule 26). */
  rejected(value: string): Promise<Result<AccessToken>>;
  /** The service accepted this token: a later 401 justifies another refresh. */
  accepted(value: string): void;
  /** The machine woke, or the cause of a failure may be removed: ends the backoff and refreshes what is due. */
  tryAgain(): void;
  /** Another process may have learned something about this session. */
  follow(): Promise<void>;
  /** Another process may have signed in or out: reads the stored tokens. */
  reread(): Promise<void>;
  signOut(): Promise<Result<null>>;
  /** A refresh in progress gets 5 s. */
  stop(): Promise<void>;
};

/** Neither throws: a write error must not stop a refresh. */
export type StoredNote = { read(): SessionNote | null; write(note: SessionNote | null): void };

/** Where its tokens are in the secret store, and what other processes know of it. */
export type SessionItem = { readonly tokensName: string; readonly note: StoredNote };

/** How long a refresh in progress may continue when the program ends: aborting it may cost the pilot a new sign-in. */
const lastRefreshMs = 5_000;

export function createSession(deps: {
  profile: ServiceProfile;
  ports: Pick<Ports, 'clock' | 'secrets' | 'log'>;
  fetch: Fetch;
  item: SessionItem;
  /** The state of this session may have changed. */
  onChange(): void;
}): Session {
  const { profile, fetch, onChange, item } = deps;
  const { clock, secrets, log } = deps.ports;
  const service = { profile, clock, fetch };
  const endpoint = createTokenEndpoint(service);
  const store = createTokenStore({ name: item.tokensName, secrets, clock, log, onChange });
  let state = unknownSession;
  let knownNote = 'null';
  const lifetime = new AbortController();
  const isStopped = () => lifetime.signal.aborted;
  let refreshing: Promise<void> | null = null;
  let refreshAbort = new AbortController();
  let undoTimer = () => {};

  const now = () => ({ wall: clock.now(), monotonic: clock.monotonic() });
  const seen = () => sessionAt(state, now());
  const apply = (event: SessionEvent) => void (state = nextSession(state, event, now()));
  const tokensHeld = () => state.own && state.own.tokens;

  /** Other tokens may be its own now, or none. */
  function announce() {
    plan();
    onChange();
  }

  async function accessToken(): Promise<Result<AccessToken>> {
    // Another process may have signed in since.
    if (!state.own) await load();
    await refreshIfDue();
    return present();
  }

  /** A valid token is used meanwhile (rule 25): only an expired one waits for the refresh. */
  async function refreshIfDue() {
    if (!isStopped() && seen().pauseLeftMs === 0 && seen().mayRefresh !== 'later') void startRefresh();
    if (refreshing && seen().isExpired) await refreshing;
  }

  function present(): Result<AccessToken> {
    const tokens = tokensHeld();
    if (!tokens) return failed(state.ended?.reason ?? failures.signInNeeded());
    if (seen().isExpired) return failed(seen().failure ?? failures.serviceUnreachable(profile.name));
    return ok({ value: tokens.accessToken, scopes: tokens.scopes, signInId: tokens.signInId });
  }

  /** Sets the timer of the next refresh. An overdue one waits until a token is needed: a start makes no request. */
  function plan() {
    undoTimer();
    undoTimer = () => {};
    const delayMs = seen().refreshInMs;
    if (isStopped() || delayMs === null || delayMs <= 0) return;
    // Rounded up: a timer that fires too early would find nothing due.
    undoTimer = clock.schedule(Math.ceil(delayMs), () => void startRefresh());
  }

  function startRefresh(): Promise<void> {
    const { signal } = refreshAbort;
    refreshing ??= store
      .exclusively(() => refresh(signal))
      .catch((error: unknown) => log.error('a refresh failed unexpectedly', { error }))
      .finally(() => {
        refreshing = null;
        saveNote();
        announce();
      });
    return refreshing;
  }

  /**
   * One refresh, while no other window or process refreshes (rule 23). Records that the refresh token is about to be sent,
   * and stores the new one before its access token is used (rule 24).
   */
  async function refresh(signal: AbortSignal): Promise<void> {
    const isOver = () => isStopped() || signal.aborted;
    const unread = await readStored();
    const current = tokensHeld();
    if (isOver() || !current || seen().pauseLeftMs > 0) return;
    // Another process may have refreshed tokens that cannot be read now: while the access token is valid, that is not
    // risked.
    if (unread && !seen().isExpired) return beginPause(unread, null, seen().remainingMs);

    const may = seen().mayRefresh;
    if (may === 'later') return;
    if (may === 'never') return end(current, failures.signInLost());
    if (current.refreshToken === null) {
      if (seen().isExpired) await end(current, failures.signInEnded());
      return;
    }
    if (current.refreshesUnconfirmed > 0 && !(await maySendAgain(current, signal))) return;

    const secret = await readApplicationSecret(profile, secrets);
    if (isOver()) return;
    if (!secret.ok) return beginPause(secret.failure, null);
    await amend({
      refreshesUnconfirmed: current.refreshesUnconfirmed + 1,
      outcomeUnknownSince: Math.round(clock.now()),
    });
    const sentAtMs = clock.monotonic();
    const outcome = await endpoint.refresh(current.refreshToken, secret.value, signal);
    // Signed out during the refresh: nothing is stored.
    if (!signal.aborted || isStopped()) await applyOutcome(current, outcome, sentAtMs);
  }

  /** Whether the one more attempt after a lost answer (rule 25) may be made now. If not, the session pauses. */
  async function maySendAgain(current: StoredTokens, signal: AbortSignal): Promise<boolean> {
    // The first one, of a killed process for example, may still be in progress: the second use of a refresh token ends
    // the consent.
    const restMs = seen().unsettledMs;
    if (restMs > 0) {
      // Where the stored time is missing or in the future, the next process counts from here as well.
      const isStored = current.outcomeUnknownSince !== null && current.outcomeUnknownSince <= clock.now();
      if (!isStored) await amend({ outcomeUnknownSince: Math.round(clock.now() + restMs - refreshLimitMs) });
      beginPause(failures.refreshResting(), restMs);
      return false;
    }
    // An outage must not cost the pilot a new sign-in.
    const { address, userinfoPath } = profile;
    const answer = await askService(`${address}${userinfoPath}`, service, { owner: signal });
    if (answer.kind === 'answered' && answer.status < 500) return true;
    if (!isStopped() && !signal.aborted)
      await beginSharedPause(current, failures.serviceUnreachable(profile.name), null);
    return false;
  }

  async function applyOutcome(current: StoredTokens, outcome: TokenOutcome, sentAtMs: number) {
    if (outcome.kind === 'issued') return renew(current, outcome.tokens, sentAtMs);
    log.info('a refresh brought no new tokens', { outcome });
    const result = refreshFailure(profile.name, outcome, current.refreshesUnconfirmed);
    if (result.session === 'ends') return end(current, result.failure);
    // A refresh that was certainly not carried out counts as never sent.
    if (result.usedUp === 'no')
      apply({ type: 'amended', change: { refreshesUnconfirmed: current.refreshesUnconfirmed } });
    await beginSharedPause(current, result.failure, result.retryAfterMs);
  }

  async function renew(current: StoredTokens, issued: IssuedTokens, sentAtMs: number) {
    // The same token that was answered with 401: there is no other.
    if (issued.accessToken === state.rejected) return end(current, failures.signInEnded('unauthorized'));
    const tokens = refreshedTokens(current, issued, wallAt(clock, sentAtMs));
    await store.write(tokens);
    apply({ type: 'refreshed', tokens, sentAtMs });
    announce();
    if (tokens.identity === null)
      learnIdentity(tokens, lifetime.signal).catch((error: unknown) =>
        log.error('the name of the pilot could not be stored', { error }),
      );
  }

  /** Also for other processes. */
  async function beginSharedPause(current: StoredTokens, failure: Failure, retryAfterMs: number | null) {
    beginPause(failure, retryAfterMs);
    if (tokensHeld()?.accessToken === current.accessToken) {
      await amend({ quietUntil: Math.round(clock.now() + seen().pauseLeftMs) });
    }
  }

  const beginPause = (failure: Failure, retryAfterMs: number | null, mostMs = Number.POSITIVE_INFINITY) =>
    apply({ type: 'paused', failure, retryAfterMs, mostMs });

  async function end(dead: StoredTokens, reason: Failure) {
    const other = await store.removeIfSame(dead);
    if (other) takeStored(other);
    else apply({ type: 'ended', reason });
    announce();
  }

  /** Stores a change of what is known about the tokens. */
  async function amend(change: Partial<StoredTokens>) {
    apply({ type: 'amended', change });
    const tokens = tokensHeld();
    if (tokens) await store.write(tokens);
  }

  /** What is stored counts, with the note beside it. */
  function takeStored(tokens: StoredTokens | null) {
    const found = item.note.read();
    apply({ type: 'stored', tokens, note: found, isNewNote: hasNewNote(), service: profile.name });
    knownNote = JSON.stringify(found);
  }

  const hasNewNote = () => JSON.stringify(item.note.read()) !== knownNote;

  function saveNote() {
    item.note.write(noteOf(state, now()));
    knownNote = JSON.stringify(item.note.read());
  }

  /** Another process may have refreshed, signed in or out: what is stored counts. Returns why it cannot be read. */
  async function readStored(): Promise<Failure | null> {
    if (!state.own) return null;
    const stored = await store.read();
    if (!stored.ok) return stored.failure;
    const before = tokensHeld();
    takeStored(stored.value);
    const after = tokensHeld();
    if (!before || !after || !isSameTokens(before, after)) announce();
    return null;
  }

  async function load() {
    const stored = await store.read();
    if (state.own || isStopped()) return;
    if (stored.ok) {
      takeStored(stored.value);
      // The store can be read now, and has no sign-in.
      if (isOfStore(state.ended?.reason)) apply({ type: 'let-go' });
      announce();
      return;
    }
    if (state.ended?.reason?.kind !== stored.failure.kind) {
      apply({ type: 'ended', reason: stored.failure });
      announce();
    }
    // A locked keychain may be unlocked at any time, without an event.
    undoTimer();
    if (stored.failure.kind === 'keychain-unavailable') undoTimer = clock.schedule(storeAgainMs, () => void load());
  }

  async function learnIdentity({ accessToken, signInId }: StoredTokens, owner: AbortSignal): Promise<Identity> {
    const identity = await readIdentity(service, accessToken, owner);
    if (identity)
      await store.exclusively(async () => {
        await readStored();
        if (tokensHeld()?.signInId !== signInId) return;
        await amend({ identity });
        onChange();
      });
    return identity ?? unnamed;
  }

  return {
    tokens: tokensHeld,
    ended: () => state.ended,

    concern() {
      const tokens = tokensHeld();
      if (!tokens) return null;
      const { failure, isExpired, remainingMs } = seen();
      if (failure && (isShownAtOnce(failure) || isExpired)) return failure;
      if (tokens.refreshesUnconfirmed > 0 && !refreshing)
        return failures.refreshOutcomeUnknown(clock.now() + Math.max(0, remainingMs));
      return store.concern();
    },

    start: load,

    adopt: (issued, sentAtMs, identity) =>
      store.exclusively(async () => {
        const tokens = tokensOfConsent(issued, profile.scopes, wallAt(clock, sentAtMs), identity);
        await store.write(tokens);
        apply({ type: 'issued', tokens, sentAtMs });
        announce();
        saveNote();
        return tokens;
      }),

    learnIdentity,
    accessToken,

    async rejected(value) {
      const tokens = tokensHeld();
      if (tokens?.accessToken !== value) return accessToken();
      const { isLastHope } = seen();
      apply({ type: 'rejected', accessToken: value });
      if (isLastHope)
        await store.exclusively(async () => {
          await end(tokens, failures.signInEnded('unauthorized'));
          saveNote();
        });
      else await refreshIfDue();
      return present();
    },

    accepted: (value) => apply({ type: 'accepted', accessToken: value }),

    tryAgain() {
      apply({ type: 'pause-cut' });
      // The vault may be unlocked now. A keychain may prompt the pilot, so it is not retried each time.
      if (store.concern()?.kind === 'vault-locked') void store.writeAgain();
      if (state.own === null) void load();
      // Timers did not run during sleep: what is due is refreshed now, by one process (rule 23).
      else if (seen().mayRefresh !== 'later') void refreshIfDue();
      else plan();
    },

    reread: () => store.exclusively(async () => void (await readStored())),

    async follow() {
      if (!hasNewNote()) return;
      // It ended here: another process may have signed in again.
      if (state.own === null) await load();
      else await store.exclusively(async () => void (await readStored()));
    },

    async signOut() {
      refreshAbort.abort();
      refreshAbort = new AbortController();
      const before = tokensHeld();
      apply({ type: 'let-go' });
      return store.exclusively(async () => {
        // A refresh could not be aborted any more.
        const cleared = await store.remove(tokensHeld() ?? before);
        apply({ type: 'ended', reason: null });
        announce();
        saveNote();
        return cleared;
      });
    },

    async stop() {
      lifetime.abort();
      undoTimer();
      store.stop();
      if (refreshing) {
        const undo = clock.schedule(lastRefreshMs, () => refreshAbort.abort());
        // One that waits for another process's refresh is not awaited: it stops when its turn comes.
        await within(clock, lastRefreshMs + 1_000, refreshing);
        undo();
      }
    },
  };
}

/** The wall time of a monotonic time; epoch ms. */
const wallAt = (clock: Clock, monotonicMs: number) => Math.round(clock.now() - (clock.monotonic() - monotonicMs));

/** Failures that do not pass while the token is valid. */
const isShownAtOnce = ({ kind }: Failure) => kind === 'application-refused' || kind === 'answer-not-understood';

const isOfStore = (reason: Failure | null | undefined) =>
  reason?.kind === 'vault-locked' || reason?.kind === 'keychain-unavailable';
