// What a process knows of a session: the age of its tokens, what is known about the refresh that was sent last, and what
// other processes learn from the note beside the tokens.
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../main/contract/failure.ts';
import { refreshLimitMs } from '../../../../main/core/account/oauth/token-endpoint.ts';
import {
  nextSession,
  noteOf,
  sessionAt,
  unknownSession,
  type SessionEvent,
  type SessionNote,
  type SessionState,
} from '../../../../main/core/account/tokens/session-state.ts';
import type { StoredTokens } from '../../../../main/core/account/tokens/token-store.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { storedTokens } from './session-under-test.ts';

const start = { wall: 1_700_000_000_000, monotonic: 1_000_000 };
const later = (ms: number, wallMs = ms) => ({ wall: start.wall + wallMs, monotonic: start.monotonic + ms });
const lifetimeMs = 900_000;
const anna = { subject: 'anna', name: 'Anna' };
const keychain: Failure = failures.keychainUnavailable('LOCKED');

const tokens = (more: Partial<StoredTokens> = {}) => storedTokens({ now: () => start.wall }, more);
const after = (events: readonly SessionEvent[], from: SessionState = unknownSession, now = start) =>
  events.reduce((state, event) => nextSession(state, event, now), from);
const stored = (
  held: StoredTokens | null,
  note: SessionNote | null = null,
  isNewNote = note !== null,
): SessionEvent => ({ type: 'stored', tokens: held, note, isNewNote, service: 'The service' });
const holding = (more: Partial<StoredTokens> = {}) => after([stored(tokens(more))]);
const paused: SessionEvent = { type: 'paused', failure: keychain, retryAfterMs: null };
const rejected = (accessToken: string): SessionEvent => ({ type: 'rejected', accessToken });
const ended = (reason: Failure | null): SessionEvent => ({ type: 'ended', reason });

describe('the age', () => {
  test.each([
    ['counts from the request of issued tokens', 0, 40_000],
    ['counts from the answer while a refresh is unconfirmed', 1, 10_000],
  ])('%s', (_, refreshesUnconfirmed, ageMs) => {
    const sentAtMs = start.monotonic - 30_000;
    const state = after([{ type: 'issued', tokens: tokens({ refreshesUnconfirmed }), sentAtMs }]);
    expect(sessionAt(state, later(10_000)).remainingMs).toBe(lifetimeMs - ageMs);
  });

  test.each([
    ['by the wall clock', -60_000, 60_000],
    ['as new after the clock was set back', 60_000, 0],
  ])('of stored tokens is read %s', (_, obtainedAfterMs, ageMs) => {
    const state = holding({ obtainedAt: start.wall + obtainedAfterMs });
    expect(sessionAt(state, start).remainingMs).toBe(lifetimeMs - ageMs);
  });
});

describe('a rejected token', () => {
  test('has expired, whatever its age', () => {
    expect(sessionAt(after([rejected('another')], holding()), start).isExpired).toBe(false);
    expect(sessionAt(after([rejected('access')], holding()), start)).toMatchObject({ isExpired: true, refreshInMs: 0 });
  });

  const next: SessionEvent = { type: 'refreshed', tokens: tokens({ accessToken: 'next' }), sentAtMs: start.monotonic };
  test.each<[string, SessionEvent[], number, boolean]>([
    ['that replaced a rejected one', [rejected('access'), next], 0, true],
    ['that the service has accepted', [rejected('access'), next, { type: 'accepted', accessToken: 'next' }], 0, false],
    ['beside which another was accepted', [rejected('access'), next, { type: 'accepted', accessToken: 'x' }], 0, true],
    ['that is due for a refresh', [rejected('access'), next], 600_000, false],
    ['that replaced one in time', [next], 0, false],
    ['that was stored', [], 0, false],
  ])('is the last hope where it is one %s: %#', (_, events, afterMs, isLastHope) => {
    expect(sessionAt(after(events, holding()), later(afterMs)).isLastHope).toBe(isLastHope);
  });
});

describe('a refresh whose outcome is unknown', () => {
  const sentBefore = (ms: number) => ({ refreshesUnconfirmed: 1, outcomeUnknownSince: start.wall - ms });

  test.each([
    ['counts from the stored time', sentBefore(1_000), refreshLimitMs - 1_000],
    ['has ended after the limit', sentBefore(refreshLimitMs + 1), 0],
    ['counts from now after the clock was set back', sentBefore(-60_000), refreshLimitMs],
    ['counts from now if its time is not known', { refreshesUnconfirmed: 1 }, refreshLimitMs],
    ['is none where all are settled', { outcomeUnknownSince: start.wall }, 0],
  ])('%s', (_, more, unsettledMs) => {
    expect(sessionAt(holding(more), start).unsettledMs).toBe(unsettledMs);
  });

  test.each<[string, Partial<StoredTokens>, Partial<StoredTokens>, number]>([
    [
      'counts from its own time once another one is sent',
      sentBefore(1_000),
      { refreshesUnconfirmed: 2, outcomeUnknownSince: later(2_000).wall },
      refreshLimitMs,
    ],
    [
      'counts from the time that becomes known for it',
      { refreshesUnconfirmed: 1 },
      { outcomeUnknownSince: later(1_500).wall },
      refreshLimitMs - 500,
    ],
    [
      'keeps its time when something else becomes known, even after the clock was set',
      sentBefore(1_000),
      { quietUntil: 5 },
      refreshLimitMs - 3_000,
    ],
  ])('%s', (_, before, change, unsettledMs) => {
    const now = 'quietUntil' in change ? later(2_000, -3_600_000) : later(2_000);
    const state = after([{ type: 'amended', change }], holding(before), now);
    expect(state.own?.tokens).toMatchObject({ refreshesUnconfirmed: 1, ...change });
    expect(sessionAt(state, now).unsettledMs).toBe(unsettledMs);
  });
});

test('without a refresh token, no refresh is due', () => {
  expect(sessionAt(holding({ refreshToken: null }), start).refreshInMs).toBeNull();
  expect(sessionAt(holding(), start).refreshInMs).toBe(600_000);
});

describe('the end', () => {
  const lost = failures.signInEnded();
  const timedOut = failures.signInTimedOut(10);

  test.each<[string, SessionEvent[], SessionState['ended']]>([
    ['names the pilot, and why', [ended(lost)], { reason: lost, name: 'Anna' }],
    ['with a later reason is of the same pilot', [ended(lost), ended(timedOut)], { reason: timedOut, name: 'Anna' }],
    ['stays without a new reason', [ended(lost), ended(null)], { reason: lost, name: 'Anna' }],
    ['by a sign-out has no reason', [{ type: 'let-go' }], { reason: null, name: 'Anna' }],
    ['stays', [{ type: 'let-go' }, { type: 'let-go' }], { reason: null, name: 'Anna' }],
    ['is over where somebody is signed in again', [ended(lost), stored(tokens())], null],
  ])('%s', (_, events, expected) => {
    expect(after(events, holding({ identity: anna })).ended).toEqual(expected);
  });

  test('is not reported where nobody was signed in', () => {
    expect(after([ended(null)]).ended).toBeNull();
    expect(after([ended(lost)])).toMatchObject({ own: null, ended: { reason: lost, name: null } });
  });

  test('leaves nothing to change', () => {
    const state = after([{ type: 'let-go' }, { type: 'amended', change: { quietUntil: 5 } }], holding());
    expect(state.own).toBeNull();
  });
});

describe('the note', () => {
  const none = { obtainedAt: start.wall, isExpired: false, failure: null, ended: null };
  test.each<[string, SessionState, SessionNote | null]>([
    ['is none before anybody has signed in', unknownSession, null],
    ['is none while the tokens work', holding(), null],
    ['has that the access token was rejected', after([rejected('access')], holding()), { ...none, isExpired: true }],
    [
      'has why the last refresh failed, without a time, which the tokens have',
      after([{ ...paused, failure: { ...keychain, retryAt: 5 } }], holding()),
      { ...none, failure: keychain },
    ],
    [
      'has why the session ended, and whose it was',
      after([ended(keychain)], holding({ identity: anna })),
      { ...none, obtainedAt: null, ended: { reason: keychain, name: 'Anna' } },
    ],
  ])('%s', (_, state, note) => {
    expect(noteOf(state, start)).toEqual(note);
  });
});

describe('another process', () => {
  const noteAfter = (events: SessionEvent[], more: Partial<StoredTokens> = {}) =>
    noteOf(after(events, holding(more)), start);
  const endOfAnna = noteAfter([ended(keychain)], { identity: anna });

  test('uses a rejection for the same tokens, and not for later ones', () => {
    const note = noteAfter([rejected('access')]);
    expect(after([stored(tokens(), note)], holding()).rejected).toBe('access');
    const other = tokens({ obtainedAt: start.wall + 1 });
    expect(after([stored(other, note)], after([stored(other)])).rejected).toBeNull();
  });

  test('does not take tokens for rejected whose refresh has only failed', () => {
    expect(after([stored(tokens(), noteAfter([paused]))], holding()).rejected).toBeNull();
  });

  test.each([
    ['as long as the first one', 30_000, 30_000],
    ['no longer than the longest pause, after the clock was set back', 3_600_000, 120_000],
    ['not at all once the time has passed', -1_000, 0],
  ])('waits %s', (_, quietMs, leftMs) => {
    const quiet = { quietUntil: start.wall + quietMs };
    const state = after([stored(tokens(quiet), noteAfter([paused], quiet))], holding(quiet));
    const retryAt = start.wall + leftMs;
    expect(sessionAt(state, start)).toMatchObject({
      failure: { kind: 'keychain-unavailable', retryAt },
      pauseLeftMs: leftMs,
    });
  });

  test.each([
    ['an error of the service', 0, 'service-error'],
    ['an answer that was lost', 1, 'service-unreachable'],
  ])('on another data folder waits as long after %s, without its reason', (_, refreshesUnconfirmed, kind) => {
    const theirs = stored(tokens({ refreshesUnconfirmed, quietUntil: start.wall + 30_000 }));
    const state = after([theirs], holding());
    expect(sessionAt(state, start)).toMatchObject({ pauseLeftMs: 30_000, failure: { kind } });
    // It is the same pause when it is read again.
    expect(sessionAt(after([{ type: 'pause-cut' }, theirs], state), start).pauseLeftMs).toBe(0);
  });

  test.each<[string, SessionNote | null]>([
    ['nothing is wrong any more', null],
    ['it is wrong with other tokens only', noteAfter([paused], { obtainedAt: start.wall - 1 })],
  ])('stops waiting once %s', (_, note) => {
    const state = after([paused, stored(tokens(), note, true)], holding());
    expect(sessionAt(state, start).failure).toBeNull();
    expect(state.triesInVain).toBe(0);
  });

  test('keeps waiting while the note is the one that it knows', () => {
    expect(sessionAt(after([paused, stored(tokens())], holding()), start).pauseLeftMs).toBe(5_000);
  });

  test.each<[string, SessionState, SessionState['ended']]>([
    ['without tokens', unknownSession, endOfAnna!.ended],
    ['with the tokens of that session', holding({ identity: anna }), endOfAnna!.ended],
  ])('%s shows the end of a session', (_, before, expected) => {
    expect(after([stored(null, endOfAnna)], before)).toMatchObject({ own: null, ended: expected });
  });

  test('with tokens ignores the end of another session', () => {
    const state = after([stored(tokens(), endOfAnna)]);
    expect([state.own?.tokens.accessToken, state.ended]).toEqual(['access', null]);
  });

  test('without tokens ends nothing because a refresh of others has failed', () => {
    expect(after([stored(null, noteAfter([paused]))]).ended).toBeNull();
  });
});
