// What this process knows about a session: its tokens and their age, the pause before the next refresh, why it ended. A
// note of it, without secrets, is stored for other processes and the next start. Does no other I/O and sets no timers.
import type { Failure } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { refreshLimitMs } from '../oauth/token-endpoint.ts';
import { freshnessOf, maxBackoffMs, mayRefresh, refreshesAtMs, retryBackoffMs } from './refresh-policy.ts';
import { isSameTokens, type StoredTokens } from './token-store.ts';

/** Why nobody is signed in, and who was; both null if there is nothing to report. */
export type Ended = { readonly reason: Failure | null; readonly name: string | null };

/** What is stored of a session beside its tokens: the next process then waits as this one does, and shows the same. */
type SessionNote = {
  /** Which tokens it belongs to, by the time they were obtained; null if none are held. */
  readonly obtainedAt: number | null;
  /** The access token was refused, or its lifetime has certainly passed. */
  readonly isExpired: boolean;
  /** Why the last refresh failed; until when the session pauses is stored with the tokens. */
  readonly failure: Failure | null;
  readonly ended: Ended | null;
};

/** Neither throws: a write error must not stop a refresh. */
export type StoredNote = { read(): SessionNote | null; write(note: SessionNote | null): void };

type Held = {
  readonly tokens: StoredTokens;
  /** When this process got them, monotonic. */
  readonly receivedAtMs: number;
  /** Their age at that time; for stored ones by the wall clock, which may have been set since. */
  readonly ageWhenReceivedMs: number;
  /** When the refresh token was last sent without an answer, monotonic; meaningless where all are settled. */
  readonly refreshSentAtMs: number;
};

export type SessionState = ReturnType<typeof createSessionState>;

/** @param deps.onTokens other tokens are held now, or none. */
export function createSessionState(deps: {
  profile: Pick<ServiceProfile, 'name'>;
  clock: Clock;
  note: StoredNote;
  onTokens(): void;
}) {
  const { profile, clock, note } = deps;
  let held: Held | null = null;
  let ended: Ended | null = null;
  /** The access token that the service answered with 401: expired, whatever the clock says (26). */
  let rejected: string | null = null;
  /** The access token that replaced a rejected one, until the service accepts it. */
  let unproven: string | null = null;
  /** Stays after its time, until a refresh succeeds. */
  let pause: { failure: Failure; untilMs: number } | null = null;
  let triesInVain = 0;
  let knownNote = 'null';

  function hold(tokens: StoredTokens, ageMs: number) {
    held = {
      tokens,
      receivedAtMs: clock.monotonic(),
      ageWhenReceivedMs: ageMs,
      refreshSentAtMs: refreshSentAtMsOf(tokens),
    };
    ended = null;
    endPause();
    deps.onTokens();
  }

  function holdNone(reason: Failure | null) {
    const before = held;
    held = null;
    if (before || reason) ended = { reason, name: nameOf(before) };
    endPause();
    deps.onTokens();
  }

  /** A later end is of the same pilot. */
  const nameOf = (before: Held | null) => before?.tokens.identity?.name ?? ended?.name ?? null;

  /** For stored tokens the age comes from the wall clock, unless it went backwards. */
  const holdStored = (tokens: StoredTokens) => hold(tokens, Math.max(0, clock.now() - tokens.obtainedAt));

  /**
   * Counted from the stored time, so that short-lived processes get there as well. A time in the future (the clock was
   * set back) counts as now; a clock set forward cannot be distinguished from elapsed time.
   */
  const refreshSentAtMsOf = ({ outcomeUnknownSince }: StoredTokens) =>
    clock.monotonic() - (outcomeUnknownSince === null ? 0 : Math.max(0, clock.now() - outcomeUnknownSince));

  /**
   * Milliseconds. While an outcome is unknown, only the certain age counts: after a late answer, or with a wall clock
   * set forward, a valid token would seem expired, and its refresh token would be sent too early (25).
   */
  const ageMsOf = ({ tokens, receivedAtMs, ageWhenReceivedMs }: Held) =>
    clock.monotonic() - receivedAtMs + (tokens.refreshesUnconfirmed > 0 ? 0 : ageWhenReceivedMs);

  const freshnessNow = (of: Held) =>
    of.tokens.accessToken === rejected ? 'expired' : freshnessOf(of.tokens.lifetimeMs, ageMsOf(of));

  const isExpired = () => held !== null && freshnessNow(held) === 'expired';

  /** Until an unanswered refresh has certainly ended at the service, so that the token may be sent again. */
  const unsettledMs = () =>
    held === null || held.tokens.refreshesUnconfirmed === 0
      ? 0
      : Math.max(0, held.refreshSentAtMs + refreshLimitMs - clock.monotonic());

  const pauseLeftMs = () => (pause === null ? 0 : Math.max(0, pause.untilMs - clock.monotonic()));

  function beginPause(failure: Failure, retryAfterMs: number | null, mostMs = Number.POSITIVE_INFINITY) {
    triesInVain += 1;
    pause = { failure, untilMs: clock.monotonic() + Math.min(retryBackoffMs(triesInVain, retryAfterMs), mostMs) };
  }

  function endPause() {
    pause = null;
    triesInVain = 0;
  }

  /** The pause that another process has stored. The wall clock may have been set since: no pause is longer than ours. */
  const storedPauseMs = ({ quietUntil }: StoredTokens) => Math.max(0, Math.min(quietUntil - clock.now(), maxBackoffMs));

  function amend(change: Partial<StoredTokens>): StoredTokens | null {
    if (!held) return null;
    const tokens = { ...held.tokens, ...change };
    const isOtherAttempt = tokens.outcomeUnknownSince !== held.tokens.outcomeUnknownSince;
    held = { ...held, tokens, ...(isOtherAttempt && { refreshSentAtMs: refreshSentAtMsOf(tokens) }) };
    return tokens;
  }

  function presentNote(): SessionNote | null {
    if (!held) return ended && { obtainedAt: null, isExpired: false, failure: null, ended };
    const failure = pause && withoutTime(pause.failure);
    if (!isExpired() && !failure) return null;
    return { obtainedAt: held.tokens.obtainedAt, isExpired: isExpired(), failure, ended: null };
  }

  const hasNewNote = () => JSON.stringify(note.read()) !== knownNote;

  /** Applies what is noted about the tokens held here, or about the session that ended. */
  function followNote() {
    const found = note.read();
    knownNote = JSON.stringify(found);
    if (held === null) {
      if (!found?.ended) return;
      ended = found.ended;
      deps.onTokens();
      return;
    }
    const isOfThese = found !== null && found.obtainedAt === held.tokens.obtainedAt;
    if (isOfThese && found.isExpired) rejected = held.tokens.accessToken;
    if (isOfThese && found.failure) {
      triesInVain = Math.max(1, triesInVain);
      pause = { failure: found.failure, untilMs: clock.monotonic() + storedPauseMs(held.tokens) };
    } else endPause();
  }

  /**
   * The same tokens, used by another process. Its failed attempt delays ours as well: ten processes make one attempt,
   * not ten.
   */
  function followAttempts(before: StoredTokens, stored: StoredTokens) {
    const { refreshesUnconfirmed, outcomeUnknownSince, quietUntil } = stored;
    amend({ refreshesUnconfirmed, outcomeUnknownSince, quietUntil });
    const pauseMs = storedPauseMs(stored);
    if (quietUntil !== before.quietUntil && pauseMs > 0) {
      // The reason is in a note, if the other process works in this data folder.
      const { serviceUnreachable, serviceError } = failures;
      const isLost = refreshesUnconfirmed > 0;
      beginPause(isLost ? serviceUnreachable(profile.name) : serviceError(profile.name, 'PAUSE'), pauseMs);
    }
    if (hasNewNote()) followNote();
  }

  return {
    tokens: () => held && held.tokens,
    ended: () => ended,

    isExpired,
    /** Whether the refresh token may be sent now; pauses aside. */
    mayRefresh: () => (held === null ? 'later' : mayRefresh(freshnessNow(held), held.tokens.refreshesUnconfirmed)),
    /** Milliseconds that the access token lives on; negative after its end. */
    remainingMs: () => (held === null ? 0 : held.tokens.lifetimeMs - ageMsOf(held)),
    unsettledMs,
    /** Milliseconds until the next refresh is due and allowed; null if there is nothing to refresh. */
    refreshInMs(): number | null {
      if (!held || held.tokens.refreshToken === null) return null;
      const atMs = refreshesAtMs(held.tokens.lifetimeMs, held.tokens.refreshesUnconfirmed);
      const leftMs = isExpired() ? 0 : atMs - ageMsOf(held);
      return Math.max(leftMs, pauseLeftMs(), unsettledMs());
    },

    /** Why the last refresh failed, with the time of the next one; null while nothing is wrong. */
    failure(): Failure | null {
      // By the wall clock as it is now: it may have been set since.
      return pause && { ...pause.failure, retryAt: Math.round(clock.now() + pause.untilMs - clock.monotonic()) };
    },
    pauseLeftMs,
    /** A refresh failed. `mostMs`: when there is nothing left to wait for. */
    beginPause,
    /** Allows the next refresh now. */
    cutPauseShort() {
      if (pause) pause.untilMs = clock.monotonic();
    },

    /** Tokens of a new sign-in. Their lifetime counts from the request: the answer may have been slow. */
    holdIssued: (tokens: StoredTokens, sentAtMs: number) => hold(tokens, clock.monotonic() - sentAtMs),
    /** Tokens of a refresh. */
    holdRefreshed(tokens: StoredTokens, sentAtMs: number) {
      if (held?.tokens.accessToken === rejected) unproven = tokens.accessToken;
      hold(tokens, clock.monotonic() - sentAtMs);
    },
    /** @param reason null after a sign-out. */
    holdNone,
    /** Forgets them immediately, without an event; the stored ones are removed afterwards. */
    letGo() {
      ended = { reason: null, name: nameOf(held) };
      held = null;
    },
    /** What is stored now, by whichever process. */
    follow(stored: StoredTokens | null) {
      const before = held && held.tokens;
      if (stored && before && isSameTokens(stored, before)) return followAttempts(before, stored);
      if (stored) holdStored(stored);
      else if (before) holdNone(null);
      return followNote();
    },
    /** Changes what is known about the same tokens. Returns them. */
    amend,

    isRejected: (accessToken: string) => accessToken === rejected,
    /** The service answered 401 to it. False if a refresh would not help: it replaced one that got 401 as well. */
    reject(accessToken: string): boolean {
      const isHopeless = accessToken === unproven && held !== null && freshnessNow(held) === 'fresh';
      rejected = accessToken;
      return !isHopeless;
    },
    accept(accessToken: string) {
      if (accessToken === unproven) unproven = null;
    },

    /** Stores the note of the present state. */
    saveNote() {
      note.write(presentNote());
      knownNote = JSON.stringify(note.read());
    },
    /** Whether another process has written one since. */
    hasNewNote,
  };
}

const withoutTime = ({ retryAt: _retryAt, ...failure }: Failure): Failure => failure;
