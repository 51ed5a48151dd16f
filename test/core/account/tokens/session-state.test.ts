// What a process knows of a session: the age of its tokens, what is known about the refresh that was sent last, and what
// other processes learn from the note beside the tokens.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../../../main/contract/failure.ts';
import { refreshLimitMs } from '../../../../main/core/account/oauth/token-endpoint.ts';
import {
  createSessionState,
  type SessionState,
  type StoredNote,
} from '../../../../main/core/account/tokens/session-state.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { storedTokens } from './session-under-test.ts';

let clock: VirtualClock;
let note: ReturnType<StoredNote['read']>;
let changes: number;
beforeEach(async () => {
  clock = createVirtualClock();
  await clock.advance(1_000_000);
  note = null;
  changes = 0;
});

/** A process whose notes are shared with the others of the test. */
const processOf = () =>
  createSessionState({
    profile: { name: 'The service' },
    clock,
    note: { read: () => note, write: (next) => (note = next) },
    onTokens: () => (changes += 1),
  });

const anna = { subject: 'anna', name: 'Anna' };
const lifetimeMs = 900_000;
const keychain: Failure = failures.keychainUnavailable('LOCKED');
const hold = (state: SessionState, more: Parameters<typeof storedTokens>[1] = {}) =>
  state.follow(storedTokens(clock, more));

describe('the age', () => {
  test.each([
    ['counts from the request of issued tokens', 0, 40_000],
    ['counts from the answer while a refresh is unconfirmed', 1, 10_000],
  ])('%s', async (_, refreshesUnconfirmed, ageMs) => {
    const state = processOf();
    state.holdIssued(storedTokens(clock, { refreshesUnconfirmed }), clock.monotonic() - 30_000);
    await clock.advance(10_000);
    expect(state.remainingMs()).toBe(lifetimeMs - ageMs);
  });

  test.each([
    ['by the wall clock', -60_000, 60_000],
    ['as new after the clock was set back', 60_000, 0],
  ])('of stored tokens is read %s', (_, obtainedAfterMs, ageMs) => {
    const state = processOf();
    hold(state, { obtainedAt: clock.now() + obtainedAfterMs });
    expect(state.remainingMs()).toBe(lifetimeMs - ageMs);
  });
});

describe('a rejected token', () => {
  test('has expired, whatever its age', () => {
    const state = processOf();
    hold(state);
    state.reject('another');
    expect([state.isExpired(), state.isRejected('access')]).toEqual([false, false]);
    state.reject('access');
    expect([state.isExpired(), state.isRejected('access'), state.refreshInMs()]).toEqual([true, true, 0]);
  });

  test.each([
    ['is hopeless if it replaced one that was rejected as well', false, 0, false],
    ['is worth a refresh once the service has accepted it', true, 0, true],
    ['is worth a refresh where it is due for one', false, 600_000, true],
  ])('%s', async (_, isAccepted, afterMs, isWorthIt) => {
    const state = processOf();
    hold(state);
    expect(state.reject('access')).toBe(true);
    state.holdRefreshed(storedTokens(clock, { accessToken: 'next' }), clock.monotonic());
    await clock.advance(afterMs);
    if (isAccepted) state.accept('next');
    expect(state.reject('next')).toBe(isWorthIt);
  });

  test('is worth a refresh where the one before was replaced in time', () => {
    const state = processOf();
    hold(state);
    state.holdRefreshed(storedTokens(clock, { accessToken: 'next' }), clock.monotonic());
    expect(state.reject('next')).toBe(true);
  });
});

describe('a refresh whose outcome is unknown', () => {
  const sentBefore = (ms: number) => ({ refreshesUnconfirmed: 1, outcomeUnknownSince: clock.now() - ms });

  test.each([
    ['counts from the stored time', 1_000, refreshLimitMs - 1_000],
    ['has ended after the limit', refreshLimitMs + 1, 0],
    ['counts from now after the clock was set back', -60_000, refreshLimitMs],
  ])('%s', (_, beforeMs, unsettledMs) => {
    const state = processOf();
    hold(state, sentBefore(beforeMs));
    expect(state.unsettledMs()).toBe(unsettledMs);
  });

  test('counts from now if its time is not known', () => {
    const state = processOf();
    hold(state, { refreshesUnconfirmed: 1 });
    expect(state.unsettledMs()).toBe(refreshLimitMs);
  });

  test('is none where all are settled', () => {
    const state = processOf();
    hold(state, { outcomeUnknownSince: clock.now() });
    expect(state.unsettledMs()).toBe(0);
  });

  test('counts from its own time once another one is sent', async () => {
    const state = processOf();
    hold(state, sentBefore(1_000));
    await clock.advance(2_000);
    state.amend({ refreshesUnconfirmed: 2, outcomeUnknownSince: clock.now() });
    expect(state.unsettledMs()).toBe(refreshLimitMs);
  });

  test('counts from the time that becomes known for it', async () => {
    const state = processOf();
    hold(state, { refreshesUnconfirmed: 1 });
    await clock.advance(2_000);
    state.amend({ outcomeUnknownSince: clock.now() - 500 });
    expect(state.unsettledMs()).toBe(refreshLimitMs - 500);
  });

  test('keeps its time when something else becomes known, even after the clock was set', async () => {
    const state = processOf();
    hold(state, sentBefore(1_000));
    await clock.advance(2_000);
    clock.setWall(clock.now() - 3_600_000);
    expect(state.amend({ quietUntil: 5 })).toMatchObject({ quietUntil: 5, refreshesUnconfirmed: 1 });
    expect(state.unsettledMs()).toBe(refreshLimitMs - 3_000);
  });
});

test('without a refresh token, no refresh is due', () => {
  const state = processOf();
  hold(state, { refreshToken: null });
  expect(state.refreshInMs()).toBeNull();
  hold(state);
  expect(state.refreshInMs()).toBe(600_000);
});

describe('the end', () => {
  test('names the pilot, and why', () => {
    const state = processOf();
    hold(state, { identity: anna });
    state.holdNone(failures.signInEnded());
    expect([state.tokens(), state.ended(), changes]).toEqual([
      null,
      { reason: failures.signInEnded(), name: 'Anna' },
      2,
    ]);
    // A later reason is of the same pilot.
    state.holdNone(failures.signInTimedOut(10));
    expect(state.ended()).toEqual({ reason: failures.signInTimedOut(10), name: 'Anna' });
    state.holdNone(null);
    expect(state.ended()).toEqual({ reason: failures.signInTimedOut(10), name: 'Anna' });
  });

  test('is not reported where nobody was signed in, or somebody is again', () => {
    const state = processOf();
    state.holdNone(null);
    expect(state.ended()).toBeNull();
    state.holdNone(failures.signInEnded());
    expect(state.ended()).toEqual({ reason: failures.signInEnded(), name: null });
    hold(state);
    expect(state.ended()).toBeNull();
  });

  test('by a sign-out is immediate, without an event, and changes nothing later', () => {
    const state = processOf();
    hold(state, { identity: anna });
    state.letGo();
    expect([state.tokens(), state.ended(), changes]).toEqual([null, { reason: null, name: 'Anna' }, 1]);
    expect(state.amend({ quietUntil: 5 })).toBeNull();
    state.letGo();
    expect(state.ended()).toEqual({ reason: null, name: 'Anna' });
  });
});

describe('the note', () => {
  test('is none while the tokens work, or before anybody has signed in', () => {
    const state = processOf();
    state.saveNote();
    expect(note).toBeNull();
    hold(state);
    state.saveNote();
    expect(note).toBeNull();
  });

  test('has that the access token was rejected', () => {
    const state = processOf();
    hold(state);
    state.reject('access');
    state.saveNote();
    expect(note).toEqual({ obtainedAt: clock.now(), isExpired: true, failure: null, ended: null });
  });

  test('has why the last refresh failed, without a time, which the tokens have', () => {
    const state = processOf();
    hold(state);
    state.beginPause(keychain, null);
    state.saveNote();
    expect(note).toEqual({ obtainedAt: clock.now(), isExpired: false, failure: keychain, ended: null });
  });

  test('has why the session ended, and whose it was', () => {
    const state = processOf();
    hold(state, { identity: anna });
    state.holdNone(failures.signInEnded());
    state.saveNote();
    const ended = { reason: failures.signInEnded(), name: 'Anna' };
    expect(note).toEqual({ obtainedAt: null, isExpired: false, failure: null, ended });
  });
});

describe('another process', () => {
  const stored = (more: Parameters<typeof storedTokens>[1] = {}) => storedTokens(clock, more);

  test('sees that something else was noted, until it has read it', () => {
    const [one, other] = [processOf(), processOf()];
    expect([one.hasNewNote(), other.hasNewNote()]).toEqual([false, false]);
    hold(one);
    one.reject('access');
    one.saveNote();
    expect([one.hasNewNote(), other.hasNewNote()]).toEqual([false, true]);
    other.follow(null);
    expect(other.hasNewNote()).toBe(false);
  });

  test('uses a rejection for the same tokens, and not for later ones', () => {
    const [one, same, later] = [processOf(), processOf(), processOf()];
    for (const state of [one, same]) hold(state);
    hold(later, { obtainedAt: clock.now() + 1 });
    one.reject('access');
    one.saveNote();
    same.follow(stored());
    later.follow(stored({ obtainedAt: clock.now() + 1 }));
    expect([same.isRejected('access'), later.isRejected('access')]).toEqual([true, false]);
  });

  test('does not take tokens for rejected whose refresh has only failed', () => {
    const [one, other] = [processOf(), processOf()];
    for (const state of [one, other]) hold(state);
    one.beginPause(keychain, null);
    one.saveNote();
    other.follow(stored());
    expect(other.isRejected('access')).toBe(false);
  });

  test.each([
    ['as long as the first one', 30_000, 30_000],
    ['no longer than the longest pause, after the clock was set back', 3_600_000, 120_000],
    ['not at all once the time has passed', -1_000, 0],
  ])('waits %s', (_, quietMs, leftMs) => {
    const [one, other] = [processOf(), processOf()];
    for (const state of [one, other]) hold(state, { quietUntil: clock.now() + quietMs });
    one.beginPause(keychain, null);
    one.saveNote();
    other.follow(stored({ quietUntil: clock.now() + quietMs }));
    expect(other.failure()).toMatchObject({ kind: 'keychain-unavailable', retryAt: clock.now() + leftMs });
    expect(other.pauseLeftMs()).toBe(leftMs);
  });

  test.each([
    ['an error of the service', 0, 'service-error'],
    ['an answer that was lost', 1, 'service-unreachable'],
  ])('on another data folder waits as long after %s, without its reason', (_, refreshesUnconfirmed, kind) => {
    const state = processOf();
    hold(state);
    state.follow(stored({ refreshesUnconfirmed, quietUntil: clock.now() + 30_000 }));
    expect([state.pauseLeftMs(), state.failure()?.kind]).toEqual([30_000, kind]);
    // It is the same pause when it is read again.
    state.cutPauseShort();
    state.follow(stored({ refreshesUnconfirmed, quietUntil: clock.now() + 30_000 }));
    expect(state.pauseLeftMs()).toBe(0);
  });

  test('stops waiting once nothing is wrong any more, or only with other tokens', () => {
    const [one, other] = [processOf(), processOf()];
    hold(one, { obtainedAt: clock.now() - 1 });
    hold(other);
    one.beginPause(keychain, null);
    one.saveNote();
    for (const next of [note, null]) {
      note = next;
      other.beginPause(keychain, null);
      other.follow(stored());
      expect(other.failure()).toBeNull();
    }
  });

  test('without tokens shows the end of a session', () => {
    const [one, other] = [processOf(), processOf()];
    other.follow(null);
    expect(other.ended()).toBeNull();
    hold(one, { identity: anna });
    one.holdNone(failures.signInEnded());
    one.saveNote();
    other.follow(null);
    expect(other.ended()).toEqual({ reason: failures.signInEnded(), name: 'Anna' });
  });

  test('shows the end of its session as the one that ended it', () => {
    const [one, other] = [processOf(), processOf()];
    for (const state of [one, other]) hold(state, { identity: anna });
    one.holdNone(failures.signInEnded());
    one.saveNote();
    other.follow(null);
    expect([other.tokens(), other.ended()]).toEqual([null, { reason: failures.signInEnded(), name: 'Anna' }]);
  });

  test('with tokens ignores the end of another session', () => {
    const [one, other] = [processOf(), processOf()];
    one.holdNone(failures.signInEnded());
    one.saveNote();
    hold(other);
    expect(other.tokens()).not.toBeNull();
    expect(other.ended()).toBeNull();
  });

  test('without tokens ends nothing because a refresh of others has failed', () => {
    const [one, other] = [processOf(), processOf()];
    hold(one);
    one.beginPause(keychain, null);
    one.saveNote();
    other.follow(null);
    expect(other.ended()).toBeNull();
  });
});
