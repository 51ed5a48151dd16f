// One attempt to sign in: prepare, wait for the browser, exchange, store. It has its own state and verifier, can be
// cancelled at any step, and ends exactly once.
import type { Name } from '../../../messages/message.ts';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { isAddress } from '../../../contract/service-address.ts';
import { isInProgress, type SignIn } from '../../../contract/sign-in.ts';
import { connectionFailure, failures } from '../../messages/failures.ts';
import type { Clock, Ports } from '../../platform/ports.ts';
import { askService } from '../../service/ask-service.ts';
import { tokenAddress, tokenServerName, type ServiceProfile } from '../../service/profile.ts';
import {
  checkAnswer,
  createAuthorizationRequest,
  isAnswerTo,
  readPastedRedirect,
  sentenceIn,
  type AuthorizationRequest,
} from '../oauth/authorization-request.ts';
import { readApplicationSecret, type ApplicationSecret, type Fetch } from '../oauth/oauth-client.ts';
import { createTokenEndpoint, type IssuedTokens, type TokenOutcome } from '../oauth/token-endpoint.ts';
import type { Identity } from '../tokens/identity.ts';
import type { LoopbackListener } from './loopback-listener.ts';
import { notSignedIn, signedIn } from './result-page.ts';

/** The pilot, the name shown for them, and the scopes that were requested and not granted. */
export type SignedIn = { readonly identity: Identity; readonly name: Name; readonly missing: readonly string[] };

export type SignInAttempt = {
  state(): SignIn;
  /**
   * Passes the address the browser ended on. Resolves when the attempt has ended, or immediately if the address is not
   * its answer.
   */
  paste(address: string): Promise<Result<null>>;
  /** `reason` is what the attempt ends with. Tokens that are being stored stay. */
  end(reason: Failure): void;
  /** Resolves when the browser has its result page too. */
  readonly ended: Promise<Result<SignedIn>>;
};

/** RFC 8252 §8.3: the listener is closed after the answer or a time-out. */
const signInLimitMinutes = 10;
/** Clocks drift by less while a sign-in waits. */
const clockStepMs = 2_000;
/** How long the pilot waits for the check that anything answers. */
const reachLimitMs = 5_000;

export function beginSignIn(deps: {
  profile: ServiceProfile;
  ports: Pick<Ports, 'browser' | 'clock' | 'secrets' | 'log'>;
  fetch: Fetch;
  listener: LoopbackListener;
  /** The previous attempt: two must not be exchanged at the same time. */
  previous: Promise<unknown> | undefined;
  /** Checks whose tokens they are and stores them. A failure stores nothing. `sentAtMs`: monotonic. */
  store(issued: IssuedTokens, sentAtMs: number, owner: AbortSignal): Promise<Result<SignedIn>>;
  /** The failure for an unexpected error. */
  failureOf(error: unknown): Failure;
  onStep(): void;
}): SignInAttempt {
  const { profile, fetch, listener } = deps;
  const { browser, clock, secrets, log } = deps.ports;
  const endpoint = createTokenEndpoint({ profile, clock, fetch });
  const controller = new AbortController();
  let state: SignIn = { step: 'preparing' };
  let endsAtMs = 0;
  let request: AuthorizationRequest | null = null;
  let addAnswer: (parameters: URLSearchParams) => void = () => {};
  let reason: Failure = failures.signInCancelled();
  /** The service's own, for the page in the browser. Not part of the failure, which is logged and exported. */
  let sentence: string | null = null;

  const answer = new Promise<URLSearchParams>((resolve) => (addAnswer = resolve));
  const called = new Promise<null>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  function enter(next: SignIn) {
    state = next;
    deps.onStep();
  }

  function end(because: Failure) {
    if (controller.signal.aborted || !isInProgress(state)) return;
    reason = because;
    controller.abort();
  }

  async function run(): Promise<Result<SignedIn>> {
    const prepared = await prepare();
    if (!prepared.ok) return finish(prepared);
    const { made, secret } = prepared.value;
    const expected = listener.expect({
      isAnswer: (parameters) => isAnswerTo(made, parameters),
      onAnswer: addAnswer,
    });
    const result = await carryOut(made, secret).catch(met);
    try {
      return finish(result);
    } finally {
      await expected.end(
        result.ok
          ? signedIn(profile.name, !result.value.missing.includes('flights:write'))
          : notSignedIn(result.failure, sentence),
      );
    }
  }

  function met(error: unknown): Result<never> {
    log.error('a sign-in met something unexpected', { error });
    return failed(deps.failureOf(error));
  }

  function finish(result: Result<SignedIn>) {
    const at = clock.now();
    if (!result.ok) enter({ step: 'failed', at, why: result.failure });
    else enter({ step: 'done', at, name: result.value.name, missing: [...result.value.missing] });
    return result;
  }

  async function prepare(): Promise<Result<{ made: AuthorizationRequest; secret: ApplicationSecret }>> {
    const isSafe = [profile.address, tokenAddress(profile)].every(isAddress);
    if (!profile.clientId || !isSafe) return failed(failures.notConfigured());
    await deps.previous;
    const unreachable = await Promise.race([whyUnreachable({ profile, clock, fetch }, controller.signal), called]);
    if (unreachable) return failed(unreachable);
    if (controller.signal.aborted) return failed(reason);
    // A keychain may prompt the pilot first: a cancelled attempt does not wait for that.
    const secret = await Promise.race([readApplicationSecret(profile, secrets), called]);
    if (!secret) return failed(reason);
    if (!secret.ok) return secret;
    const opened = await listener.open();
    if (!opened.ok) return opened;
    const made = await createAuthorizationRequest(profile, opened.value);
    return ok({ made, secret: secret.value });
  }

  async function carryOut(made: AuthorizationRequest, secret: ApplicationSecret): Promise<Result<SignedIn>> {
    if (controller.signal.aborted) return failed(reason);
    const parameters = await waitForBrowser(made);
    if (!parameters) return failed(reason);
    const checked = checkAnswer(profile, made, parameters);
    if (!checked.ok) sentence = sentenceIn(parameters);
    if (!checked.ok) return checked;

    enter({ step: 'exchanging' });
    const sentAtMs = clock.monotonic();
    const onSentence = (text: string) => void (sentence = text);
    const outcome = await endpoint.exchange(made, checked.value, secret, controller.signal, onSentence);
    if (controller.signal.aborted) return failed(reason);
    if (outcome.kind !== 'issued') {
      log.info('token exchange failed', { outcome });
      return failed(exchangeFailure(tokenServerName(profile), outcome));
    }

    enter({ step: 'storing' });
    const stored = await deps.store(outcome.tokens, sentAtMs, controller.signal);
    return !stored.ok && controller.signal.aborted ? failed(reason) : stored;
  }

  /** Null: cancelled or timed out. */
  async function waitForBrowser(made: AuthorizationRequest): Promise<URLSearchParams | null> {
    request = made;
    const limitMs = signInLimitMinutes * 60_000;
    endsAtMs = clock.monotonic() + limitMs;
    const undoLimit = clock.schedule(limitMs, () => end(failures.signInTimedOut(signInLimitMinutes)));
    enter({
      step: 'waiting-for-browser',
      address: made.address,
      endsOn: made.redirectUri,
      until: clock.now() + limitMs,
      concern: null,
    });
    // Not awaited: if no browser opens, the pilot opens the address manually.
    void openBrowser(made.address);
    const parameters = await Promise.race([answer, called]);
    undoLimit();
    return parameters;
  }

  async function openBrowser(address: string) {
    try {
      const opened = await browser.open(address);
      if (opened.ok) return;
      log.info('no browser was opened for the sign-in', { failure: opened.failure });
      if (state.step === 'waiting-for-browser') enter({ ...state, concern: opened.failure });
    } catch (error) {
      log.error("couldn't open the browser", { error });
    }
  }

  /** The wall clock may have been set meanwhile: the limit is kept by the monotonic one. */
  function shown(): SignIn {
    if (state.step !== 'waiting-for-browser') return state;
    const until = clock.now() + endsAtMs - clock.monotonic();
    return Math.abs(until - state.until) < clockStepMs ? state : { ...state, until };
  }

  // It ends in any case: the next attempt waits for it.
  const ended = run().catch((error: unknown) => (isInProgress(state) ? finish(met(error)) : met(error)));

  return {
    state: shown,
    end,
    ended,
    async paste(text) {
      if (!request || state.step !== 'waiting-for-browser') return failed(failures.noSignInProgress());
      const given = readPastedRedirect(request, text);
      if (!given.ok) return given;
      addAnswer(given.value);
      const result = await ended;
      return result.ok ? ok(null) : result;
    },
  };
}

/**
 * Why no sign-in can begin: nothing answers at the service's address, and a browser would show its own error page. Null
 * for an answer with any status.
 */
export async function whyUnreachable(
  deps: { profile: ServiceProfile; clock: Clock; fetch: Fetch },
  owner?: AbortSignal,
): Promise<Failure | null> {
  const { address, name } = deps.profile;
  const answer = await askService(address, deps, { limitMs: reachLimitMs, ...(owner && { owner }) });
  if (answer.kind === 'answered' || owner?.aborted) return null;
  const { why, code } = answer;
  if (why === 'no-answer') return failures.nothingAnswers(address, code);
  return { ...connectionFailure(name, why, code), requiredAction: 'sign-in' };
}

/**
 * Why the exchange of a code brought no tokens, for the pilot. A code is never sent twice: the pilot signs in again.
 * `service` is its name.
 */
export function exchangeFailure(service: Name, outcome: Exclude<TokenOutcome, { kind: 'issued' }>): Failure {
  switch (outcome.kind) {
    case 'grant-refused':
      return failures.signInAnswerStale(service, outcome.code);
    case 'request-refused':
      return failures.signInRefused(service, outcome.code);
    case 'application-refused':
      return failures.applicationRefused(outcome.code, outcome.mode);
    case 'not-sent':
      return outcome.why === 'no-answer'
        ? failures.signInUnanswered(service, outcome.code)
        : { ...connectionFailure(service, outcome.why, outcome.code), requiredAction: 'sign-in' };
    case 'not-done':
    case 'outcome-unknown':
      switch (outcome.why) {
        case 'application':
          return failures.applicationRefused(outcome.code, outcome.mode);
        case 'captive-portal':
          return { ...failures.captivePortal(service, outcome.code), requiredAction: 'sign-in' };
        case 'not-understood':
          return failures.signInNotUnderstood(service, outcome.code);
        case 'token-unusable':
          return failures.signInTokenUnusable(service, outcome.code);
        case 'busy':
        case 'server-error':
          return failures.signInServiceError(service, outcome.code);
        case 'lost':
          return failures.signInUnanswered(service, outcome.code);
      }
  }
}
