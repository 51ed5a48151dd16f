// One attempt to sign in, as named steps: prepare, wait for the browser, exchange, store. Each attempt has its own
// listener, state and verifier, and ends exactly once: with tokens taken, or with words.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { SignInStep } from '../../contract/state.ts';
import { failures, noWay } from '../failures.ts';
import type { BrowserOpener, Clock, Logger } from '../ports.ts';
import type { ServiceProfile } from '../service/profile.ts';
import { isSafeAddress } from './authorization-server.ts';
import {
  checkAnswer,
  createAuthorizationRequest,
  isAnswerTo,
  type AuthorizationRequest,
} from './authorization-request.ts';
import { endingPages } from './ending-page.ts';
import { openLoopbackListener } from './loopback-listener.ts';
import type { IssuedTokens, TokenEndpoint, TokenOutcome } from './token-endpoint.ts';

export type SignInAttempt<T> = {
  step(): SignInStep;
  /** The authorisation address while the browser is waited for. */
  address(): string | null;
  /** Hands in the address that the browser ended on; resolves when the attempt has ended, or at once when it is not it. */
  paste(address: string): Promise<Result<null>>;
  /** `reason` is what the attempt ends with. */
  end(reason: Failure): void;
  readonly ended: Promise<Result<T>>;
};

/** RFC 8252 §8.3: the listener is closed after the answer or a time-out. */
export const signInLimitMinutes = 10;

export function beginSignIn<T>(deps: {
  profile: ServiceProfile;
  clock: Clock;
  browser: BrowserOpener;
  log: Logger;
  endpoint: TokenEndpoint;
  readSecret(): Promise<Result<string>>;
  /** Makes the tokens durable and gives what the attempt ends with. */
  store(issued: IssuedTokens, begunMonotonicMs: number, owner: AbortSignal): Promise<T>;
  onStep(): void;
  /** An attempt that is ending: it may still hold the port. */
  previous: Promise<unknown> | undefined;
}): SignInAttempt<T> {
  const { profile, clock, browser, log, endpoint } = deps;
  const controller = new AbortController();
  let step: SignInStep = 'preparing';
  let request: AuthorizationRequest | null = null;
  let takeAnswer: (parameters: URLSearchParams) => void = () => {};
  let reason: Failure = failures.signInCancelled();

  const answer = new Promise<URLSearchParams>((resolve) => (takeAnswer = resolve));
  const called = new Promise<null>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  function enter(next: SignInStep) {
    step = next;
    deps.onStep();
  }

  function end(because: Failure) {
    if (controller.signal.aborted) return;
    reason = because;
    controller.abort();
  }

  async function run(): Promise<Result<T>> {
    if (!profile.clientId || !isSafeAddress(profile.address)) return failed(failures.notConfigured());
    await deps.previous?.catch(() => {});
    const secret = await deps.readSecret();
    if (!secret.ok) return secret;
    if (controller.signal.aborted) return failed(reason);
    const opened = await openLoopbackListener({
      path: profile.redirectPath,
      port: profile.redirectPort,
      clock,
      log,
      isAnswer: (parameters) => request !== null && isAnswerTo(request, parameters),
      onAnswer: takeAnswer,
    });
    if (!opened.ok) return opened;
    const listener = opened.value;
    const undoLimit = clock.schedule(signInLimitMinutes * 60_000, () =>
      end(failures.signInTimedOut(signInLimitMinutes)),
    );
    let result: Result<T> = failed(failures.unexpected());
    try {
      request = await createAuthorizationRequest(profile, listener.port);
      result = await carryOut(request, secret.value);
      return result;
    } finally {
      undoLimit();
      await listener.end(
        result.ok ? endingPages.signedIn(profile.name) : endingPages.notSignedIn(result.failure.words),
      );
    }
  }

  async function carryOut(made: AuthorizationRequest, secret: string): Promise<Result<T>> {
    if (controller.signal.aborted) return failed(reason);
    enter('waiting-for-browser');
    // Not waited for: where no browser opens, the address is in the state and the pilot opens it by hand.
    void openBrowser(made.address);
    const parameters = await Promise.race([answer, called]);
    if (!parameters) return failed(reason);
    const checked = checkAnswer(profile, made, parameters);
    if (!checked.ok) return checked;

    enter('exchanging');
    const begunMonotonicMs = clock.monotonic();
    const outcome = await endpoint.exchange(made, checked.value, secret, controller.signal);
    if (controller.signal.aborted) return failed(reason);
    if (outcome.kind !== 'issued') {
      log.info('The exchange of the code did not bring tokens', { outcome });
      return failed(exchangeFailure(profile, outcome));
    }

    enter('storing');
    return ok(await deps.store(outcome.tokens, begunMonotonicMs, controller.signal));
  }

  async function openBrowser(address: string) {
    try {
      const opened = await browser.open(address);
      if (!opened.ok) log.info('No browser was opened for the sign-in', { failure: opened.failure });
    } catch (error) {
      log.error('Opening the browser met something unexpected', { error });
    }
  }

  const ended = run();

  return {
    step: () => step,
    address: () => (step === 'waiting-for-browser' ? (request?.address ?? null) : null),
    end,
    ended,
    async paste(text) {
      if (!request || step !== 'waiting-for-browser') return failed(failures.noSignInUnderWay());
      const given = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
      const expected = new URL(request.redirectUri);
      if (!given || given.origin !== expected.origin || given.pathname !== expected.pathname)
        return failed(failures.pastedAddressWrong());
      if (!given.searchParams.has('code') && !given.searchParams.has('error'))
        return failed(failures.pastedAddressWrong());
      if (!isAnswerTo(request, given.searchParams)) return failed(failures.signInAnswerWrong());
      takeAnswer(given.searchParams);
      const result = await ended;
      return result.ok ? ok(null) : result;
    },
  };
}

/** A code is never tried twice: whatever the reason, the way on is to begin again. */
function exchangeFailure(profile: ServiceProfile, outcome: Exclude<TokenOutcome, { kind: 'issued' }>): Failure {
  switch (outcome.kind) {
    case 'grant-refused':
    case 'request-refused':
      return failures.signInRefused(profile.name, outcome.code);
    case 'application-refused':
      return failures.applicationRefused(outcome.code);
    case 'not-sent':
      return outcome.why === 'no-answer'
        ? failures.signInUnanswered(profile.name, outcome.code)
        : { ...noWay(profile.name, outcome.why, outcome.code), needs: 'sign-in' };
    case 'not-done':
    case 'in-doubt':
      if (outcome.why === 'captive-portal')
        return { ...failures.captivePortal(profile.name, outcome.code), needs: 'sign-in' };
      return outcome.why === 'not-understood'
        ? failures.signInNotUnderstood(profile.name, outcome.code)
        : failures.signInUnanswered(profile.name, outcome.code);
  }
}
