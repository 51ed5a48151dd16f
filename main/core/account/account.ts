// One account of a profile: the session of its tokens, and the sign-ins that start one.
import { message, type Name } from '../../messages/message.ts';
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import { isInProgress, type SignIn } from '../../contract/sign-in.ts';
import type { AccountState } from '../../contract/state.ts';
import { failures } from '../messages/failures.ts';
import type { Ports } from '../platform/ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { Fetch } from './oauth/oauth-client.ts';
import type { IssuedTokens } from './oauth/token-endpoint.ts';
import type { LoopbackListener } from './sign-in/loopback-listener.ts';
import { beginSignIn, type SignedIn, type SignInAttempt } from './sign-in/sign-in.ts';
import { readIdentity, unnamed, type Identity } from './tokens/identity.ts';
import { createSession, type Session, type SessionItem } from './tokens/token-session.ts';
import type { StoredTokens } from './tokens/token-store.ts';

export type Account = Pick<Session, 'start' | 'accessToken' | 'rejected' | 'accepted' | 'follow' | 'reread'> & {
  state(): AccountState;
  /** The current sign-in, or how the last one ended while that is worth showing. */
  signInState(): SignIn | null;
  /** The signed-in pilot; null when signed out. A pilot whom the service does not name has null fields (A18). */
  identity(): Identity | null;
  /** Identifies the sign-in. Null if nobody is signed in. */
  signInId(): string | null;
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
  /**
   * Retries immediately. `isFixed`: the cause was in the settings, so a failed sign-in for that reason is forgotten.
   */
  tryAgain(isFixed?: boolean): void;
  /** state() may have changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Stops calls, listeners and timers. A refresh in progress gets 5 s. */
  stop(): Promise<void>;
};

export function createAccount(deps: {
  profile: ServiceProfile;
  ports: Pick<Ports, 'browser' | 'clock' | 'secrets' | 'log'>;
  /** undici's. */
  fetch: Fetch;
  /** Where its tokens are. */
  item: SessionItem;
  /** Shared by all accounts of the profile; its creator closes it. */
  listener: LoopbackListener;
  /** The failure that an unexpected error means. */
  failureOf: (error: unknown) => Failure;
}): Account {
  const { profile, ports, fetch, failureOf, listener } = deps;
  const { clock } = ports;
  const listeners = new Set<() => void>();
  const session = createSession({ profile, ports, fetch, item: deps.item, onChange });
  /** In progress, or ended and still worth showing. */
  let attempt: SignInAttempt | null = null;
  /** The sign-in that was held when it ended; a later one supersedes it. */
  let signInAtEnd: string | null = null;
  let isStopped = false;

  const currentSignIn = () => {
    const tokens = session.tokens();
    return tokens && tokens.signInId;
  };

  function onChange() {
    if (attempt && !isInProgress(attempt.state()) && currentSignIn() !== signInAtEnd) attempt = null;
    for (const listener of listeners) listener();
  }

  async function signIn(expected: Identity | null = null): Promise<Result<Identity>> {
    if (isStopped) return failed(failures.cancelled());
    const previous = attempt;
    previous?.end(failures.signInSuperseded());
    const mine = beginSignIn({
      profile,
      ports,
      fetch,
      listener,
      previous: previous?.ended,
      store: (issued, sentAtMs, owner) => store(expected, issued, sentAtMs, owner),
      failureOf,
      onStep() {
        if (attempt === mine && !isInProgress(mine.state())) signInAtEnd = currentSignIn();
        onChange();
      },
    });
    attempt = mine;
    onChange();
    const result = await mine.ended;
    return result.ok ? ok(result.value.identity) : result;
  }

  /** If a certain pilot is expected, who signed in is looked up before the earlier sign-in is replaced. */
  async function store(
    expected: Identity | null,
    issued: IssuedTokens,
    sentAtMs: number,
    owner: AbortSignal,
  ): Promise<Result<SignedIn>> {
    const known =
      expected?.subject == null ? null : await readIdentity({ profile, clock, fetch }, issued.accessToken, owner);
    if (owner.aborted) return failed(failures.signInCancelled());
    if (expected && known?.subject != null && known.subject !== expected.subject)
      return failed(failures.otherPilotAgreed(expected.name, known.name));
    const tokens = await session.adopt(issued, sentAtMs, known);
    const identity = known ?? (await session.learnIdentity(tokens, owner));
    return ok({ identity, name: nameOf(identity), missing: missingOf(tokens) });
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

  const { start, accessToken, rejected, accepted, follow, reread } = session;
  return {
    start,
    accessToken,
    rejected,
    accepted,
    follow,
    reread,

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

    signInId: currentSignIn,

    signIn,
    cancelSignIn: (reason = failures.signInCancelled()) => attempt?.end(reason),

    async pasteRedirect(address) {
      return attempt ? attempt.paste(address) : failed(failures.noSignInProgress());
    },

    async signOut() {
      attempt?.end(failures.signInCancelled());
      attempt = null;
      return session.signOut();
    },

    tryAgain(isFixed = false) {
      const last = attempt?.state();
      if (isFixed && last?.step === 'failed' && last.why.requiredAction === 'settings') {
        attempt = null;
        onChange();
      }
      session.tryAgain();
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async stop() {
      isStopped = true;
      attempt?.end(failures.cancelled());
      await Promise.all([session.stop(), attempt?.ended]);
    },
  };
}
