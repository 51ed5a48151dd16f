// The rules of a session, as values: what a process knows of its tokens and their age, the pause before the next
// refresh, and why it ended. Pure: `nextSession` says what an event makes of it, `sessionAt` what it is at a time.
import type { Failure } from '../../../contract/failure.ts';
import type { Name } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import { refreshLimitMs } from '../oauth/token-endpoint.ts';
import { freshnessOf, maxBackoffMs, mayRefresh, refreshesAtMs, retryBackoffMs } from './refresh-policy.ts';
import { isSameTokens, type StoredTokens } from './token-store.ts';

/** Both clocks at one time, in ms: the wall clock may be set, the monotonic one may not. */
export type Now = { readonly wall: number; readonly monotonic: number };

/** Why nobody is signed in, and who was; both null if there is nothing to report. */
export type Ended = { readonly reason: Failure | null; readonly name: string | null };

/** What is stored of a session beside its tokens: the next process then waits as this one does, and shows the same. */
export type SessionNote = {
  /** Which tokens it belongs to, by the time they were obtained; null if none are held. */
  readonly obtainedAt: number | null;
  /** The access token was refused, or its lifetime has certainly passed. */
  readonly isExpired: boolean;
  /** Why the last refresh failed; until when the session pauses is stored with the tokens. */
  readonly failure: Failure | null;
  readonly ended: Ended | null;
};

type OwnTokens = {
  readonly tokens: StoredTokens;
  /** When this process got them, monotonic. */
  readonly receivedAtMs: number;
  /** Their age at that time; for stored ones by the wall clock, which may have been set since. */
  readonly ageWhenReceivedMs: number;
  /** When the refresh token was last sent without an answer, monotonic; meaningless where all are settled. */
  readonly refreshSentAtMs: number;
};

export type SessionState = {
  readonly own: OwnTokens | null;
  readonly ended: Ended | null;
  /** The access token that the service answered with 401: expired, whatever the clock says (rule 26). */
  readonly rejected: string | null;
  /** The access token that replaced a rejected one, until the service accepts it. */
  readonly unproven: string | null;
  /** Stays after its time, until a refresh succeeds. */
  readonly pause: { readonly failure: Failure; readonly untilMs: number } | null;
  readonly triesInVain: number;
};

export const unknownSession: SessionState = {
  own: null,
  ended: null,
  rejected: null,
  unproven: null,
  pause: null,
  triesInVain: 0,
};

export type SessionEvent =
  /** Tokens of a new sign-in. Their lifetime counts from the request (monotonic): the answer may have been slow. */
  | { readonly type: 'issued' | 'refreshed'; readonly tokens: StoredTokens; readonly sentAtMs: number }
  /** What is stored now, by whichever process. `service`: its name. */
  | {
      readonly type: 'stored';
      readonly tokens: StoredTokens | null;
      readonly note: SessionNote | null;
      /** Another process has written the note since. */
      readonly isNewNote: boolean;
      readonly service: Name;
    }
  /** Something is known about the same tokens. */
  | { readonly type: 'amended'; readonly change: Partial<StoredTokens> }
  /** A refresh failed. `mostMs`: when there is nothing left to wait for. */
  | {
      readonly type: 'paused';
      readonly failure: Failure;
      readonly retryAfterMs: number | null;
      readonly mostMs?: number;
    }
  /** The next refresh may be made now. */
  | { readonly type: 'pause-cut' }
  /** `reason`: null after a sign-out. */
  | { readonly type: 'ended'; readonly reason: Failure | null }
  /** Nothing is to be shown of it, and the stored tokens are removed afterwards. */
  | { readonly type: 'let-go' }
  /** The service answered 401 to this token, or accepted it. */
  | { readonly type: 'rejected' | 'accepted'; readonly accessToken: string };

export function nextSession(state: SessionState, event: SessionEvent, now: Now): SessionState {
  switch (event.type) {
    case 'issued':
      return withTokens(state, event.tokens, now.monotonic - event.sentAtMs, now);
    case 'refreshed': {
      const isReplacement = state.own?.tokens.accessToken === state.rejected;
      const unproven = isReplacement ? event.tokens.accessToken : state.unproven;
      return withTokens({ ...state, unproven }, event.tokens, now.monotonic - event.sentAtMs, now);
    }
    case 'stored':
      return withStored(state, event, now);
    case 'amended':
      return amend(state, event.change, now);
    case 'paused':
      return withPause(state, event.failure, event.retryAfterMs, now, event.mostMs);
    case 'pause-cut':
      return state.pause === null ? state : { ...state, pause: { ...state.pause, untilMs: now.monotonic } };
    case 'ended':
      return end(state, event.reason);
    case 'let-go':
      return { ...state, own: null, ended: { reason: null, name: nameOf(state) } };
    case 'rejected':
      return { ...state, rejected: event.accessToken };
    case 'accepted':
      return event.accessToken === state.unproven ? { ...state, unproven: null } : state;
  }
}

const withoutPause = { pause: null, triesInVain: 0 } as const;

function withTokens(state: SessionState, tokens: StoredTokens, ageWhenReceivedMs: number, now: Now): SessionState {
  const refreshSentAtMs = refreshSentAtMsOf(tokens, now);
  const own: OwnTokens = { tokens, receivedAtMs: now.monotonic, ageWhenReceivedMs, refreshSentAtMs };
  return { ...state, ...withoutPause, own, ended: null };
}

function end(state: SessionState, reason: Failure | null): SessionState {
  const ended = state.own || reason ? { reason, name: nameOf(state) } : state.ended;
  return { ...state, ...withoutPause, own: null, ended };
}

/** A later end is of the same pilot. */
const nameOf = ({ own, ended }: SessionState) => own?.tokens.identity?.name ?? ended?.name ?? null;

function withPause(
  state: SessionState,
  failure: Failure,
  retryAfterMs: number | null,
  now: Now,
  mostMs = Number.POSITIVE_INFINITY,
): SessionState {
  const triesInVain = state.triesInVain + 1;
  const pauseMs = Math.min(retryBackoffMs(triesInVain, retryAfterMs), mostMs);
  return { ...state, triesInVain, pause: { failure, untilMs: now.monotonic + pauseMs } };
}

function amend(state: SessionState, change: Partial<StoredTokens>, now: Now): SessionState {
  const { own } = state;
  if (!own) return state;
  const tokens = { ...own.tokens, ...change };
  const isOtherAttempt = tokens.outcomeUnknownSince !== own.tokens.outcomeUnknownSince;
  const refreshSentAtMs = isOtherAttempt ? refreshSentAtMsOf(tokens, now) : own.refreshSentAtMs;
  return { ...state, own: { ...own, tokens, refreshSentAtMs } };
}

/**
 * Counted from the stored time, so that short-lived processes get there as well. A time in the future (the clock was
 * set back) counts as now; a clock set forward cannot be distinguished from elapsed time.
 */
const refreshSentAtMsOf = ({ outcomeUnknownSince }: StoredTokens, now: Now) =>
  now.monotonic - (outcomeUnknownSince === null ? 0 : Math.max(0, now.wall - outcomeUnknownSince));

type Stored = Extract<SessionEvent, { type: 'stored' }>;

function withStored(state: SessionState, stored: Stored, now: Now): SessionState {
  const { tokens, note, isNewNote } = stored;
  if (tokens && state.own && isSameTokens(tokens, state.own.tokens)) {
    const followed = followAttempts(state, state.own.tokens, tokens, stored.service, now);
    return isNewNote ? followNote(followed, note, now) : followed;
  }
  // The age comes from the wall clock, unless it went backwards.
  if (tokens) return followNote(withTokens(state, tokens, Math.max(0, now.wall - tokens.obtainedAt), now), note, now);
  return followNote(state.own ? end(state, null) : state, note, now);
}

/**
 * The same tokens, used by another process. Its failed attempt delays ours as well: ten processes make one attempt, not
 * ten.
 */
function followAttempts(state: SessionState, before: StoredTokens, stored: StoredTokens, service: Name, now: Now) {
  const { refreshesUnconfirmed, outcomeUnknownSince, quietUntil } = stored;
  const amended = amend(state, { refreshesUnconfirmed, outcomeUnknownSince, quietUntil }, now);
  const pauseMs = storedPauseMs(stored, now);
  if (quietUntil === before.quietUntil || pauseMs === 0) return amended;
  // The reason is in a note, if the other process works in this data folder.
  const isLost = refreshesUnconfirmed > 0;
  const failure = isLost ? failures.serviceUnreachable(service) : failures.serviceError(service, 'PAUSE');
  return withPause(amended, failure, pauseMs, now);
}

/** Applies what is noted about the tokens held here, or about the session that ended. */
function followNote(state: SessionState, note: SessionNote | null, now: Now): SessionState {
  const { own } = state;
  if (own === null) return note?.ended ? { ...state, ended: note.ended } : state;
  const isOfThese = note?.obtainedAt === own.tokens.obtainedAt;
  const rejected = isOfThese && note.isExpired ? own.tokens.accessToken : state.rejected;
  if (!isOfThese || note.failure === null) return { ...state, ...withoutPause, rejected };
  const untilMs = now.monotonic + storedPauseMs(own.tokens, now);
  return { ...state, rejected, triesInVain: Math.max(1, state.triesInVain), pause: { failure: note.failure, untilMs } };
}

/** The pause that another process has stored. The wall clock may have been set since: no pause is longer than ours. */
const storedPauseMs = ({ quietUntil }: StoredTokens, now: Now) =>
  Math.max(0, Math.min(quietUntil - now.wall, maxBackoffMs));

/**
 * Milliseconds. While an outcome is unknown, only the certain age counts: after a late answer, or with a wall clock set
 * forward, a valid token would seem expired, and its refresh token would be sent too early (rule 25).
 */
const ageMsOf = ({ tokens, receivedAtMs, ageWhenReceivedMs }: OwnTokens, now: Now) =>
  now.monotonic - receivedAtMs + (tokens.refreshesUnconfirmed > 0 ? 0 : ageWhenReceivedMs);

/** What a session is at a time. */
export function sessionAt({ own, rejected, unproven, pause: current }: SessionState, now: Now) {
  const tokens = own && own.tokens;
  const refreshesUnconfirmed = tokens?.refreshesUnconfirmed ?? 0;
  const ageMs = own === null ? 0 : ageMsOf(own, now);
  const freshness =
    tokens === null ? null : tokens.accessToken === rejected ? 'expired' : freshnessOf(tokens.lifetimeMs, ageMs);
  const isExpired = freshness === 'expired';
  const unsettledMs =
    own === null || refreshesUnconfirmed === 0 ? 0 : Math.max(0, own.refreshSentAtMs + refreshLimitMs - now.monotonic);
  const pauseLeftMs = current === null ? 0 : Math.max(0, current.untilMs - now.monotonic);

  function refreshInMs(): number | null {
    if (tokens === null || tokens.refreshToken === null) return null;
    const leftMs = isExpired ? 0 : refreshesAtMs(tokens.lifetimeMs, refreshesUnconfirmed) - ageMs;
    return Math.max(leftMs, pauseLeftMs, unsettledMs);
  }

  return {
    isExpired,
    /** Whether the refresh token may be sent now; pauses aside. */
    mayRefresh: freshness === null ? ('later' as const) : mayRefresh(freshness, refreshesUnconfirmed),
    /** Milliseconds that the access token lives on; negative after its end. */
    remainingMs: tokens === null ? 0 : tokens.lifetimeMs - ageMs,
    /** Until an unanswered refresh has certainly ended at the service, so that the token may be sent again. */
    unsettledMs,
    pauseLeftMs,
    /** Milliseconds until the next refresh is due and allowed; null if there is nothing to refresh. */
    refreshInMs: refreshInMs(),
    /** Why the last refresh failed, with the time of the next one: by the wall clock as it is now. Null: it didn't. */
    failure: current && { ...current.failure, retryAt: Math.round(now.wall + current.untilMs - now.monotonic) },
    /** The access token just replaced a rejected one: after a 401 to it as well, a refresh would not help. */
    isLastHope: tokens?.accessToken === unproven && freshness === 'fresh',
  };
}

/** What other processes and the next start should know. Contains no secret. */
export function noteOf(state: SessionState, now: Now): SessionNote | null {
  const { own, ended } = state;
  if (!own) return ended && { obtainedAt: null, isExpired: false, failure: null, ended };
  const { isExpired } = sessionAt(state, now);
  const failure = state.pause && withoutTime(state.pause.failure);
  return isExpired || failure ? { obtainedAt: own.tokens.obtainedAt, isExpired, failure, ended: null } : null;
}

const withoutTime = ({ retryAt: _retryAt, ...failure }: Failure): Failure => failure;
