// One account of a profile: its sign-in and its tokens.
import { message, type Name } from '../../messages/message.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isInProgress, type SignIn } from '../../contract/sign-in.ts';
import type { AccountState } from '../../contract/state.ts';
import { failures } from '../messages/failures.ts';
import type { BrowserOpener, Clock, Logger, SecretStore } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import { readApplicationSecret } from './oauth/application-secret.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { readIdentity, unnamed, type Identity } from './tokens/identity.ts';
import { createLoopbackListener, type LoopbackListener } from './sign-in/loopback-listener.ts';
import { serviceAnswers, whyUnreachable } from './service-answers.ts';
import type { StoredSession } from './tokens/session-memory.ts';
import { createSession, type AccessToken } from './tokens/token-session.ts';
import { beginSignIn, type SignedIn, type SignInAttempt } from './sign-in/sign-in.ts';
import type { StoredTokens } from './tokens/token-store.ts';
import { createTokenEndpoint, type IssuedTokens } from './oauth/token-endpoint.ts';

export type { AccessToken, Fetch, Identity };

export type Account = {
  state(): AccountState;
  /** The current sign-in, or how the last one ended while that is worth showing. */
  signInState(): SignIn | null;
  /** The signed-in pilot; null when signed out. A pilot whom the service does not name has null fields (A18). */
  identity(): Identity | null;
  /** Identifies the sign-in. Null if nobody is signed in. */
  signInId(): string | null;
  /** Loads what is stored, without a request: the first one is made when a token is needed or due. */
  start(): Promise<void>;
  /**
   * Starts a sign-in, ends the previous one, and opens the browser. Resolves when it has ended. `expected`: the pilot
   * it is for; if the service names another one, nothing changes.
   */
  signIn(expected?: Identity | null): Promise<Result<Identity>>;
  /** `reason`: what it ends with, by default cancelled. */
  cancelSignIn(reason?: Failure): void;
  /** The address the browser ended on, if it could not redirect to this computer. */
  pasteRedirect(address: string): Promise<Result<null>>;
  /** Removes the tokens of this profile. */
  signOut(): Promise<Result<null>>;
  /** A valid token; refreshed first if that is due. */
  accessToken(): Promise<Result<AccessToken>>;
  /** The service answered 401 to this token: refreshes once and returns the new one. Call it once per request (26). */
  rejected(value: string): Promise<Result<AccessToken>>;
  /** The service accepted this token: a later 401 justifies another refresh. */
  accepted(value: string): void;
  /**
   * Retries immediately. `isFixed`: the cause was in the settings, so a failed sign-in for that reason is forgotten.
   */
  tryAgain(isFixed?: boolean): void;
  /** Another process may have learned the outcome of a refresh. */
  follow(): Promise<void>;
  /** Another process may have signed in or out: reads the stored tokens. */
  reread(): Promise<void>;
  /** state() may have changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Stops calls, listeners and timers. A refresh in progress gets 5 s. */
  stop(): Promise<void>;
};

/** How long an answer of the service stays valid. */
const ANSWERED_FOR_MS = 10_000;

export function createAccount(deps: {
  profile: ServiceProfile;
  /** The name of its tokens in the secret store, if the profile has several accounts. */
  tokensName?: string;
  /** Shared by all accounts of the profile, where there are several; its creator closes it. */
  listener?: LoopbackListener;
  clock: Clock;
  secrets: SecretStore;
  browser: BrowserOpener;
  log: Logger;
  /** undici's. */
  fetch: Fetch;
  /** When the service was last known to answer, on the monotonic clock: a sign-in right after it skips the check. */
  answeredAtMs?: number | undefined;
  /** The session's state for other processes and later ones; not stored by default. */
  stored?: StoredSession;
  /** The failure for an unexpected error, if one. */
  failureOf?: (error: unknown) => Failure;
}): Account {
  const { profile, clock, secrets, browser, log } = deps;
  const listeners = new Set<() => void>();
  const lifetime = new AbortController();
  const endpoint = createTokenEndpoint(deps);
  const readSecret = () => readApplicationSecret(profile, secrets);
  const onChange = () => {
    if (attempt && !isInProgress(attempt.state()) && heldSignIn() !== heldAtEnd) attempt = null;
    for (const listener of listeners) listener();
  };

  let note: ReturnType<StoredSession['read']> = null;
  const session = createSession({
    profile,
    tokensName: deps.tokensName,
    clock,
    secrets,
    log,
    endpoint,
    readSecret,
    isServiceThere: (owner) => serviceAnswers(deps, owner),
    stored: deps.stored ?? { read: () => note, write: (next) => void (note = next) },
    onChange,
    onRefreshed(tokens) {
      if (tokens.identity === null) void learnIdentity(tokens, lifetime.signal);
    },
  });
  const listener =
    deps.listener ?? createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log });
  /** In progress, or ended and still worth showing. */
  let attempt: SignInAttempt | null = null;
  /** The sign-in that was held when it ended; a later one supersedes it. */
  let heldAtEnd: string | null = null;
  const heldSignIn = () => {
    const tokens = session.tokens();
    return tokens && tokens.signInId;
  };

  async function learnIdentity(tokens: StoredTokens, owner: AbortSignal): Promise<Identity> {
    const identity = await readIdentity(deps, tokens.accessToken, owner);
    if (identity) await session.nameAs(tokens.signInId, identity);
    return identity ?? unnamed;
  }

  /** If a certain pilot is expected, who signed in is looked up before the earlier sign-in is replaced. */
  async function store(
    expected: Identity | null,
    issued: IssuedTokens,
    begunMonotonicMs: number,
    owner: AbortSignal,
  ): Promise<Result<SignedIn>> {
    const known = expected?.subject == null ? null : await readIdentity(deps, issued.accessToken, owner);
    if (owner.aborted) return failed(failures.signInCancelled());
    if (expected && known?.subject != null && known.subject !== expected.subject)
      return failed(failures.otherPilotAgreed(expected.name, known.name));
    const tokens = await session.adopt(issued, begunMonotonicMs);
    if (known) await session.nameAs(tokens.signInId, known);
    const identity = known ?? (await learnIdentity(tokens, owner));
    return ok({ identity, name: nameOf(identity), missing: missingOf(tokens) });
  }

  async function signIn(expected: Identity | null = null): Promise<Result<Identity>> {
    if (lifetime.signal.aborted) return failed(failures.cancelled());
    const previous = attempt;
    previous?.end(failures.signInSuperseded());
    const mine = beginSignIn({
      failureOf: deps.failureOf ?? (() => failures.unexpected()),
      profile,
      clock,
      browser,
      log,
      endpoint,
      listener,
      readSecret,
      async whyUnreachable(owner) {
        const hasJustAnswered = clock.monotonic() - (deps.answeredAtMs ?? -Infinity) < ANSWERED_FOR_MS;
        return hasJustAnswered ? null : whyUnreachable(deps, owner);
      },
      store: (issued, begunMonotonicMs, owner) => store(expected, issued, begunMonotonicMs, owner),
      onStep() {
        if (attempt === mine) noteEnd();
        onChange();
      },
      previous: previous?.ended,
    });
    attempt = mine;
    onChange();
    const result = await mine.ended;
    return result.ok ? ok(result.value.identity) : result;
  }

  function noteEnd() {
    if (attempt && !isInProgress(attempt.state())) heldAtEnd = heldSignIn();
  }

  const nameOf = (identity: Identity | null): Name =>
    identity?.name ?? message('shared.pilotAt', { service: profile.name, n: 1 });
  const missingOf = ({ scopes }: StoredTokens) => profile.scopes.filter((scope) => !scopes.includes(scope));

  function signedIn(tokens: StoredTokens): AccountState {
    const mayUpload = tokens.scopes.includes('flights:write');
    return {
      status: 'signed-in',
      name: nameOf(tokens.identity),
      since: tokens.signedInAt,
      scopes: [...tokens.scopes],
      mayUpload,
      missing: missingOf(tokens),
      concern: session.concern() ?? (mayUpload ? null : failures.scopeMissing('flights:write')),
    };
  }

  return {
    state() {
      const signIn = attempt?.state() ?? null;
      if (isInProgress(signIn)) return { status: 'signing-in' };
      const tokens = session.tokens();
      if (tokens) return signedIn(tokens);
      const ended = session.ended();
      if (signIn?.step === 'failed') return { status: 'signed-out', name: ended?.name ?? null, reason: signIn.why };
      return ended ? { status: 'signed-out', ...ended } : { status: 'none' };
    },
    signInState: () => attempt?.state() ?? null,

    identity() {
      const tokens = session.tokens();
      return tokens && (tokens.identity ?? unnamed);
    },

    signInId: heldSignIn,

    start: () => session.load(),
    signIn,
    cancelSignIn: (reason = failures.signInCancelled()) => attempt?.end(reason),

    async pasteRedirect(address) {
      return attempt ? attempt.paste(address) : failed(failures.noSignInProgress());
    },

    async signOut() {
      attempt?.end(failures.signInCancelled());
      attempt = null;
      const result = await session.signOut();
      return result.ok ? ok(null) : result;
    },

    accessToken: () => session.accessToken(),
    rejected: (value) => session.rejected(value),
    accepted: (value) => session.accepted(value),
    tryAgain(isFixed = false) {
      const last = attempt?.state();
      if (isFixed && last?.step === 'failed' && last.why.requiredAction === 'settings') {
        attempt = null;
        onChange();
      }
      session.tryAgain();
    },
    follow: () => session.follow(),
    reread: () => session.reread(),

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async stop() {
      lifetime.abort();
      attempt?.end(failures.cancelled());
      await Promise.all([session.stop(), attempt?.ended]);
      if (!deps.listener) await listener.close();
    },
  };
}
