// The session of one consent: gives a fresh access token, renews it ahead of time, one renewal at a time across
// windows and processes (23), the new refresh token durable before the new access token is used (24), nothing sent
// twice that may be used up (25), expiry by the monotonic clock, outranked by a 401 (26).
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { failures } from '../failures.ts';
import type { Clock, Logger, SecretStore } from '../ports.ts';
import { tokensName, type ServiceProfile } from '../service/profile.ts';
import type { Identity } from './identity.ts';
import { renewalFailure } from './renewal-failure.ts';
import { dueAfterMs, mayRenew, momentOf, type Moment } from './renewal-rule.ts';
import { createRetryPause } from './retry-pause.ts';
import { createTokenKeeper, renewedTokens, tokensOfConsent, type StoredTokens } from './stored-tokens.ts';
import type { IssuedTokens, TokenEndpoint, TokenOutcome } from './token-endpoint.ts';
import { createTurns, type RefreshLock } from './turns.ts';

export type AccessToken = { readonly value: string; readonly scopes: readonly string[] };

export type Session = {
  tokens(): StoredTokens | null;
  /** Why nobody is signed in, and who was; both null where there is nothing to say. */
  ended(): { readonly reason: Failure | null; readonly name: string | null } | null;
  /** What the pilot should know of a session that goes on. */
  concern(): Failure | null;
  load(): Promise<void>;
  /** Takes the tokens of a new consent. */
  adopt(issued: IssuedTokens, begunMonotonicMs: number): Promise<StoredTokens>;
  /** Says whose consent of that moment it is; left alone where another consent has taken its place. */
  nameAs(signedInAt: number, identity: Identity): Promise<void>;
  accessToken(): Promise<Result<AccessToken>>;
  rejected(value: string): Promise<Result<AccessToken>>;
  accepted(value: string): void;
  /** Something was mended, or may have been: a pause before the next try is over. */
  tryAgain(): void;
  signOut(): Promise<Result<null>>;
  stop(): Promise<void>;
};

type Held = StoredTokens & { readonly obtainedMonotonicMs: number; readonly bornOfRejection: boolean };

/** How long a renewal under way may go on when the program ends: cut off, it would cost the pilot a new sign-in. */
const lastRenewalMs = 5_000;
/** A secret store that does not give the sign-in is asked again after this. */
const loadAgainMs = 60_000;

export function createSession(deps: {
  profile: ServiceProfile;
  clock: Clock;
  secrets: SecretStore;
  log: Logger;
  endpoint: TokenEndpoint;
  refreshLock: RefreshLock;
  readSecret(): Promise<Result<string>>;
  /** What this session says may have changed. */
  onChange(): void;
  onRenewed(tokens: StoredTokens): void;
}): Session {
  const { profile, clock, log, endpoint } = deps;
  const keeper = createTokenKeeper({ name: tokensName(profile.key), secrets: deps.secrets, log });

  let held: Held | null = null;
  let ended: { reason: Failure | null; name: string | null } | null = null;
  // The value that the service has answered 401 to: gone, whatever the clock says.
  let rejectedValue: string | null = null;
  let renewing: Promise<void> | null = null;
  let renewalAbort = new AbortController();
  const retry = createRetryPause(clock);
  let undoTimer = () => {};
  let storeOutOfDate = false;
  let stopped = false;
  const underLock = createTurns(deps.refreshLock);

  const ageMs = (tokens: Held) => clock.monotonic() - tokens.obtainedMonotonicMs;
  const moment = (tokens: Held): Moment =>
    tokens.accessToken === rejectedValue ? 'gone' : momentOf(tokens.lifetimeMs, ageMs(tokens));
  /** What the wall clock said, or would have, when the other one stood there. */
  const wallAt = (monotonicMs: number) => Math.round(clock.now() - (clock.monotonic() - monotonicMs));

  function hold(tokens: Held | null, reason: Failure | null = null) {
    const before = held;
    held = tokens;
    if (tokens) ended = null;
    else if (before || reason) ended = { reason, name: before?.identity?.name ?? ended?.name ?? null };
    retry.end();
    plan();
    deps.onChange();
  }

  /** After a restart the wall clock says what is left; one that went backwards since says nothing. */
  function holdStored(stored: StoredTokens) {
    const elapsedMs = Math.max(0, clock.now() - stored.obtainedAt);
    hold({ ...stored, obtainedMonotonicMs: clock.monotonic() - elapsedMs, bornOfRejection: false });
  }

  /** Sets the timer of the next renewal. What is overdue already waits until somebody asks: a start calls nobody. */
  function plan() {
    undoTimer();
    undoTimer = () => {};
    if (stopped || !held || held.refreshToken === null) return;
    const restMs = held.renewalsInDoubt > 0 ? held.lifetimeMs : dueAfterMs(held.lifetimeMs);
    const left = moment(held) === 'gone' ? 0 : restMs - ageMs(held);
    const delayMs = Math.max(left, retry.leftMs());
    // Rounded up: a timer that fires a hair too early would find nothing due.
    if (delayMs > 0) undoTimer = clock.schedule(Math.ceil(delayMs), () => void renew());
  }

  function renew(): Promise<void> {
    renewing ??= underLock(renewUnderLock)
      .catch((error: unknown) => log.error('A renewal met something unexpected', { error }))
      .finally(() => {
        renewing = null;
        plan();
        deps.onChange();
      });
    return renewing;
  }

  async function renewUnderLock() {
    const { signal } = renewalAbort;
    const current = await rereadUnderLock();
    if (stopped || signal.aborted || !current) return;
    const may = mayRenew(moment(current), current.renewalsInDoubt);
    if (may === 'later') return;
    if (may === 'never') return endUnderLock(current, failures.signInLost());
    if (current.refreshToken === null) {
      if (moment(current) === 'gone') await endUnderLock(current, failures.signInEnded());
      return;
    }
    const secret = await deps.readSecret();
    if (stopped || signal.aborted) return;
    if (!secret.ok) return retry.begin(secret.failure, null);
    await keep({ ...current, renewalsInDoubt: current.renewalsInDoubt + 1 });
    const begunMonotonicMs = clock.monotonic();
    const outcome = await endpoint.refresh(current.refreshToken, secret.value, signal);
    // Signed out while the answer was on its way: there is nothing left to keep.
    if (!signal.aborted || stopped) await settle(current, outcome, begunMonotonicMs);
  }

  /** Another process may have renewed, signed in or signed out since: what is stored is the truth. */
  async function rereadUnderLock(): Promise<Held | null> {
    if (!held) return null;
    const stored = await keeper.read();
    if (!stored.ok) return held;
    if (stored.value === null) hold(null, null);
    else if (stored.value.accessToken !== held.accessToken || stored.value.refreshToken !== held.refreshToken)
      holdStored(stored.value);
    else held = { ...held, renewalsInDoubt: stored.value.renewalsInDoubt };
    return held;
  }

  async function settle(current: Held, outcome: TokenOutcome, begunMonotonicMs: number) {
    if (outcome.kind === 'issued') return take(current, outcome.tokens, begunMonotonicMs);
    log.info('A renewal did not bring new tokens', { outcome });
    const result = renewalFailure(profile.name, outcome, current.renewalsInDoubt);
    if (result.session === 'ends') return endUnderLock(current, result.failure);
    if (result.usedUp === 'no') await keep(current);
    return retry.begin(result.failure, result.askedMs);
  }

  async function take(current: Held, issued: IssuedTokens, begunMonotonicMs: number) {
    // The same one that the service has answered 401 to: there is no other to be had.
    if (issued.accessToken === rejectedValue) return endUnderLock(current, failures.signInEnded('unauthorized'));
    const tokens = renewedTokens(withoutClock(current), issued, wallAt(begunMonotonicMs));
    await keeper.write(tokens);
    // The lifetime counts from the moment of asking: the answer may have been long on its way.
    hold({ ...tokens, obtainedMonotonicMs: begunMonotonicMs, bornOfRejection: current.accessToken === rejectedValue });
    return deps.onRenewed(tokens);
  }

  /** Writes and holds tokens that changed in what is known about them, not in what they are. */
  async function keep(tokens: Held) {
    held = tokens;
    await keeper.write(withoutClock(tokens));
  }

  /** Clears what is stored only where it is still what ended (24). */
  async function endUnderLock(dead: Held, reason: Failure) {
    const stored = await keeper.read();
    if (stored.ok && stored.value && stored.value.accessToken !== dead.accessToken) return holdStored(stored.value);
    await forget();
    return hold(null, reason);
  }

  async function forget(): Promise<Result<null>> {
    const cleared = await keeper.clear();
    // What could not be removed must not come back in this run.
    storeOutOfDate = !cleared.ok;
    return cleared;
  }

  function present(): Result<AccessToken> {
    if (!held) return failed(ended?.reason ?? failures.signInNeeded());
    if (moment(held) !== 'gone') return ok({ value: held.accessToken, scopes: held.scopes });
    return failed(retry.failure ?? failures.serviceUnreachable(profile.name));
  }

  async function load() {
    if (storeOutOfDate) return;
    const stored = await keeper.read();
    if (held || stopped) return;
    if (!stored.ok) {
      if (ended?.reason?.kind !== stored.failure.kind) hold(null, stored.failure);
      // A keychain that is locked is unlocked at some time: nobody should have to say so here.
      undoTimer();
      if (stored.failure.kind === 'keychain-unavailable') undoTimer = clock.schedule(loadAgainMs, () => void load());
    } else if (stored.value) holdStored(stored.value);
  }

  async function accessToken(): Promise<Result<AccessToken>> {
    // Another process may have signed in since.
    if (!held) await load();
    if (renewing) await renewing;
    if (held && retry.leftMs() === 0 && mayRenew(moment(held), held.renewalsInDoubt) !== 'later') await renew();
    return present();
  }

  return {
    tokens: () => held,
    ended: () => ended,

    concern() {
      if (!held) return null;
      if (retry.failure && (retry.failure.kind === 'application-refused' || moment(held) === 'gone'))
        return retry.failure;
      if (held.renewalsInDoubt > 0 && !renewing)
        return failures.signInRenewalInDoubt(clock.now() + Math.max(0, held.lifetimeMs - ageMs(held)));
      return keeper.concern;
    },

    load,

    adopt: (issued, begunMonotonicMs) =>
      underLock(async () => {
        const tokens = tokensOfConsent(issued, profile.scopes, wallAt(begunMonotonicMs));
        await keeper.write(tokens);
        rejectedValue = null;
        storeOutOfDate = false;
        hold({ ...tokens, obtainedMonotonicMs: begunMonotonicMs, bornOfRejection: false });
        return tokens;
      }),

    nameAs: (signedInAt, identity) =>
      underLock(async () => {
        const current = await rereadUnderLock();
        if (current?.signedInAt !== signedInAt) return;
        await keep({ ...current, identity });
        deps.onChange();
      }),

    accessToken,

    async rejected(value) {
      if (!held || held.accessToken !== value) return accessToken();
      const wasBornOfRejection = held.bornOfRejection && moment(held) === 'fresh';
      rejectedValue = value;
      if (wasBornOfRejection) {
        const dead = held;
        await underLock(() => endUnderLock(dead, failures.signInEnded('unauthorized')));
        return present();
      }
      if (renewing) await renewing;
      if (held?.accessToken === value && retry.leftMs() === 0) await renew();
      return present();
    },

    accepted(value) {
      // Held in memory only: what is stored says nothing of how it was born.
      if (held?.accessToken === value && held.bornOfRejection) held = { ...held, bornOfRejection: false };
    },

    tryAgain() {
      retry.cutShort();
      if (held === null) void load();
    },

    async signOut() {
      renewalAbort.abort();
      renewalAbort = new AbortController();
      ended = { reason: null, name: held?.identity?.name ?? ended?.name ?? null };
      held = null;
      return underLock(async () => {
        const cleared = await forget();
        hold(null);
        return cleared;
      });
    },

    async stop() {
      stopped = true;
      undoTimer();
      if (renewing) {
        const undo = clock.schedule(lastRenewalMs, () => renewalAbort.abort());
        // One that waits behind another process's renewal is not waited for: it gives up when its turn comes.
        await Promise.race([renewing, clock.sleep(lastRenewalMs + 1_000)]);
        undo();
      }
    },
  };
}

function withoutClock(tokens: Held): StoredTokens {
  const { obtainedMonotonicMs: _monotonic, bornOfRejection: _born, ...stored } = tokens;
  return stored;
}
