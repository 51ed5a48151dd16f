// The account of one profile: who is signed in, and a token for whoever calls the service. Joins the sign-in and the session.
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { AccountState } from '../../contract/state.ts';
import { failures } from '../failures.ts';
import type { BrowserOpener, Clock, Logger, SecretStore } from '../ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import { readApplicationSecret } from './application-secret.ts';
import type { Fetch } from './authorization-server.ts';
import { readIdentity, unnamed, type Identity } from './identity.ts';
import { createSession, type AccessToken } from './session.ts';
import { beginSignIn, type SignInAttempt } from './sign-in.ts';
import type { StoredTokens } from './stored-tokens.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import type { RefreshLock } from './turns.ts';

export type { AccessToken, Fetch, Identity, RefreshLock };

export type Account = {
  state(): AccountState;
  /** Who is signed in; null when nobody is. A pilot whom the service does not name has null fields (A18). */
  identity(): Identity | null;
  /** Loads what is stored. Calls nobody: the network is first touched when a token is needed or falls due. */
  start(): Promise<void>;
  /** Begins, ending an attempt under way; opens the browser; resolves when the attempt has ended. */
  signIn(): Promise<Result<Identity>>;
  cancelSignIn(): void;
  /** The address that the browser ended on, where it could not come back by itself. */
  pasteAnswer(address: string): Promise<Result<null>>;
  /** Removes the tokens of this profile. */
  signOut(): Promise<Result<null>>;
  /** A token that is good now; renewed first where that is due. */
  accessToken(): Promise<Result<AccessToken>>;
  /** The service answered 401 to this token: one renewal, then the new one. Ask once a request, never twice (26). */
  rejected(value: string): Promise<Result<AccessToken>>;
  /** The service took this token: a 401 that comes later is a new one, and worth a renewal of its own. */
  accepted(value: string): void;
  /** Something was mended, or may have been: what waits for a next try need not wait any longer. */
  tryAgain(): void;
  /** state() may have changed. Returns the undo. */
  subscribe(listener: () => void): () => void;
  /** Ends calls, listeners and timers. A renewal that is on its way gets 5 s. */
  stop(): Promise<void>;
};

export function createAccount(deps: {
  profile: ServiceProfile;
  clock: Clock;
  secrets: SecretStore;
  browser: BrowserOpener;
  log: Logger;
  /** undici's. */
  fetch: Fetch;
  /** Holds off every other window and process that shares the secret store. */
  refreshLock: RefreshLock;
}): Account {
  const { profile, clock, secrets, browser, log } = deps;
  const listeners = new Set<() => void>();
  const lifetime = new AbortController();
  const endpoint = createTokenEndpoint(deps);
  const readSecret = () => readApplicationSecret(profile, secrets);
  const onChange = () => {
    if (session.tokens()) lastAttempt = null;
    for (const listener of listeners) listener();
  };

  const session = createSession({
    profile,
    clock,
    secrets,
    log,
    endpoint,
    refreshLock: deps.refreshLock,
    readSecret,
    onChange,
    onRenewed(tokens) {
      if (tokens.identity === null) void learnIdentity(tokens, lifetime.signal);
    },
  });
  let attempt: SignInAttempt<Identity> | null = null;
  // What the last attempt ended with, while nobody is signed in.
  let lastAttempt: Result<Identity> | null = null;

  async function learnIdentity(tokens: StoredTokens, owner: AbortSignal): Promise<Identity> {
    const identity = await readIdentity(deps, tokens.accessToken, owner);
    if (identity) await session.nameAs(tokens.signedInAt, identity);
    return identity ?? unnamed;
  }

  async function signIn(): Promise<Result<Identity>> {
    if (lifetime.signal.aborted) return failed(failures.cancelled());
    const previous = attempt;
    previous?.end(failures.signInCancelled());
    const mine = beginSignIn<Identity>({
      profile,
      clock,
      browser,
      log,
      endpoint,
      readSecret,
      async store(issued, begunMonotonicMs, owner) {
        return learnIdentity(await session.adopt(issued, begunMonotonicMs), owner);
      },
      onStep: onChange,
      previous: previous?.ended,
    });
    attempt = mine;
    onChange();
    try {
      const result = await mine.ended;
      if (attempt === mine) lastAttempt = result;
      return result;
    } finally {
      if (attempt === mine) attempt = null;
      onChange();
    }
  }

  function signedIn(tokens: StoredTokens): AccountState {
    const mayUpload = tokens.scopes.includes('flights:write');
    return {
      status: 'signed-in',
      name: tokens.identity?.name ?? `Pilot at ${profile.name}`,
      since: tokens.signedInAt,
      scopes: [...tokens.scopes],
      mayUpload,
      concern: session.concern() ?? (mayUpload ? null : failures.scopeMissing('flights:write')),
    };
  }

  return {
    state() {
      if (attempt) return { status: 'signing-in', step: attempt.step(), address: attempt.address() };
      const tokens = session.tokens();
      if (tokens) return signedIn(tokens);
      const ended = session.ended();
      if (lastAttempt && !lastAttempt.ok)
        return { status: 'signed-out', name: ended?.name ?? null, reason: lastAttempt.failure };
      return ended ? { status: 'signed-out', ...ended } : { status: 'none' };
    },

    identity() {
      const tokens = session.tokens();
      return tokens && (tokens.identity ?? unnamed);
    },

    start: () => session.load(),
    signIn,
    cancelSignIn: () => attempt?.end(failures.signInCancelled()),

    async pasteAnswer(address) {
      return attempt ? attempt.paste(address) : failed(failures.noSignInUnderWay());
    },

    async signOut() {
      attempt?.end(failures.signInCancelled());
      lastAttempt = null;
      const result = await session.signOut();
      return result.ok ? ok(null) : result;
    },

    accessToken: () => session.accessToken(),
    rejected: (value) => session.rejected(value),
    accepted: (value) => session.accepted(value),
    tryAgain: () => session.tryAgain(),

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async stop() {
      lifetime.abort();
      attempt?.end(failures.cancelled());
      await Promise.all([session.stop(), attempt?.ended]);
    },
  };
}
