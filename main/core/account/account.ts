// The account of one profile: who is signed in, and a token for whoever calls the service. Joins the sign-in and the session.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isInProgress, type SignIn } from '../../contract/sign-in.ts';
import type { AccountState } from '../../contract/state.ts';
import { failures } from '../messages/failures.ts';
import type { BrowserOpener, Clock, Logger, SecretStore } from '../platform/ports.ts';
import { createRemoteText } from '../platform/masking/remote-text.ts';
import type { SecretRegistry } from '../platform/masking/secret-registry.ts';
import type { ServiceProfile } from '../service/profile.ts';
import { readApplicationSecret } from './application-secret.ts';
import type { Fetch } from './oauth/authorization-server.ts';
import { readIdentity, unnamed, type Identity } from './identity.ts';
import { createLoopbackListener, type LoopbackListener } from './sign-in/loopback-listener.ts';
import { serviceAnswers } from './service-answers.ts';
import type { StoredSession } from './tokens/session-memory.ts';
import { createSession, type AccessToken } from './tokens/token-session.ts';
import { beginSignIn, type SignedIn, type SignInAttempt } from './sign-in/sign-in.ts';
import { signInOf, type StoredTokens } from './tokens/token-store.ts';
import { createTokenEndpoint, type IssuedTokens } from './oauth/token-endpoint.ts';
import type { RunExclusive } from '../platform/serial-queue.ts';

export type { AccessToken, Fetch, Identity, RunExclusive };

export type Account = {
  state(): AccountState;
  /** The sign-in under way, or how the last one ended while that is of matter. */
  signInState(): SignIn | null;
  /** Who is signed in; null when nobody is. A pilot whom the service does not name has null fields (A18). */
  identity(): Identity | null;
  /** Tells one sign-in from the next. Null when nobody is signed in. */
  signInId(): string | null;
  /** Loads what is stored. Calls nobody: the network is first touched when a token is needed or falls due. */
  start(): Promise<void>;
  /**
   * Begins, ending an attempt under way; opens the browser; resolves when the attempt has ended. `expected`: whose sign-in
   * it is to be; where the service names another pilot, nothing is changed.
   */
  signIn(expected?: Identity | null): Promise<Result<Identity>>;
  /** `reason`: what it ends with; called off where none is given. */
  cancelSignIn(reason?: Failure): void;
  /** The address that the browser ended on, where it could not come back by itself. */
  pasteRedirect(address: string): Promise<Result<null>>;
  /** Removes the tokens of this profile. */
  signOut(): Promise<Result<null>>;
  /** A token that is good now; renewed first where that is due. */
  accessToken(): Promise<Result<AccessToken>>;
  /** The service answered 401 to this token: one renewal, then the new one. Ask once a request, never twice (26). */
  rejected(value: string): Promise<Result<AccessToken>>;
  /** The service took this token: a 401 that comes later is a new one, and worth a renewal of its own. */
  accepted(value: string): void;
  /**
   * Something was mended, or may have been: what waits for a next try need not wait any longer. `isMended`: it was in the
   * settings, so that a sign-in that ended for them is old news.
   */
  tryAgain(isFixed?: boolean): void;
  /** Another process may have learned what became of a renewal. */
  follow(): Promise<void>;
  /** Another process may have signed out, or in: what is stored is the truth. */
  lookAgain(): Promise<void>;
  /** state() may have changed. Returns the undo. */
  subscribe(listener: () => void): () => void;
  /** Ends calls, listeners and timers. A renewal that is on its way gets 5 s. */
  stop(): Promise<void>;
};

export function createAccount(deps: {
  profile: ServiceProfile;
  /** Of its tokens in the secret store, where several accounts of the profile have each their own. */
  tokensName?: string;
  /** Of all accounts of the profile, where there are several; whoever made it closes it. */
  listener?: LoopbackListener;
  clock: Clock;
  /** Registers what goes through it (registered-secrets.ts). */
  secrets: SecretStore;
  liveSecrets: SecretRegistry;
  browser: BrowserOpener;
  log: Logger;
  /** undici's. */
  fetch: Fetch;
  /** Holds off every other window and process that shares the secret store. */
  refreshLock: RunExclusive;
  /** What becomes of the session, for other processes and later ones; kept nowhere by default. */
  stored?: StoredSession;
  /** What something unexpected means to the pilot, where that is known. */
  failureOf?: (error: unknown) => Failure;
}): Account {
  const { profile, clock, secrets, browser, log, liveSecrets } = deps;
  const listeners = new Set<() => void>();
  const lifetime = new AbortController();
  const endpoint = createTokenEndpoint(deps);
  const serviceOfPilot = { ...deps, remoteText: createRemoteText(liveSecrets) };
  const readSecret = () => readApplicationSecret(profile, secrets, liveSecrets);
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
    refreshLock: deps.refreshLock,
    readSecret,
    isServiceThere: (owner) => serviceAnswers(deps, owner),
    stored: deps.stored ?? { read: () => note, write: (next) => void (note = next) },
    onChange,
    onRenewed(tokens) {
      if (tokens.identity === null) void learnIdentity(tokens, lifetime.signal);
    },
  });
  const listener =
    deps.listener ?? createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log });
  /** Under way, or ended while nothing has made that old news. */
  let attempt: SignInAttempt | null = null;
  /** Whose consent was held when it ended: a later one makes it old news. */
  let heldAtEnd: string | null = null;
  const heldSignIn = () => {
    const tokens = session.tokens();
    return tokens && signInOf(tokens);
  };

  async function learnIdentity(tokens: StoredTokens, owner: AbortSignal): Promise<Identity> {
    const identity = await readIdentity(serviceOfPilot, tokens.accessToken, owner);
    if (identity) await session.nameAs(signInOf(tokens), identity);
    return identity ?? unnamed;
  }

  /** Where a certain pilot is expected, the service is asked who agreed before anything of the sign-in before is given up. */
  async function store(
    expected: Identity | null,
    issued: IssuedTokens,
    begunMonotonicMs: number,
    owner: AbortSignal,
  ): Promise<Result<SignedIn>> {
    const known = expected?.subject == null ? null : await readIdentity(serviceOfPilot, issued.accessToken, owner);
    if (owner.aborted) return failed(failures.signInCancelled());
    if (expected && known?.subject != null && known.subject !== expected.subject)
      return failed(failures.otherPilotAgreed(expected.name, known.name));
    const tokens = await session.adopt(issued, begunMonotonicMs);
    if (known) await session.nameAs(signInOf(tokens), known);
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
      liveSecrets,
      endpoint,
      listener,
      readSecret,
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

  const nameOf = (identity: Identity | null) => identity?.name ?? `Pilot at ${profile.name}`;
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
    lookAgain: () => session.lookAgain(),

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
