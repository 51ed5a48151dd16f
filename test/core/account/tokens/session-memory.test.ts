// What the next process learns of a session from what is stored beside its tokens.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../../../main/contract/failure.ts';
import { createCurrentTokens, type CurrentTokens } from '../../../../main/core/account/tokens/current-tokens.ts';
import { createRetryBackoff } from '../../../../main/core/account/tokens/retry-backoff.ts';
import { createSessionMemory, type StoredSession } from '../../../../main/core/account/tokens/session-memory.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { storedTokens } from './stored-tokens.ts';

type Note = ReturnType<StoredSession['read']>;

let clock: VirtualClock;
let note: Note;
beforeEach(() => {
  clock = createVirtualClock();
  note = null;
});

/** A process whose notes are shared with the others of the test. */
function processOf() {
  const held = createCurrentTokens({ clock, onHold() {} });
  const retry = createRetryBackoff(clock);
  const stored: StoredSession = { read: () => note, write: (next) => (note = next) };
  return { held, retry, memory: createSessionMemory({ clock, held, retry, stored }) };
}

const keychain: Failure = failures.keychainUnavailable('LOCKED');
const hold = (held: CurrentTokens, more: Parameters<typeof storedTokens>[1] = {}) =>
  held.holdStored(storedTokens(clock, more));

describe('what is stored', () => {
  test('is nothing while the tokens work, or before anybody has signed in', () => {
    const { held, memory } = processOf();
    memory.keep();
    expect(note).toBeNull();
    hold(held);
    memory.keep();
    expect(note).toBeNull();
  });

  test('is that the access token was rejected', () => {
    const { held, memory } = processOf();
    hold(held);
    held.reject('access');
    memory.keep();
    expect(note).toEqual({ obtainedAt: clock.now(), isExpired: true, failure: null, ended: null });
  });

  test('is why the last refresh failed, without a time, which the tokens have', () => {
    const { held, retry, memory } = processOf();
    hold(held);
    retry.begin(keychain, null);
    memory.keep();
    expect(note).toEqual({ obtainedAt: clock.now(), isExpired: false, failure: keychain, ended: null });
  });

  test('is why the session ended, and whose it was', () => {
    const { held, memory } = processOf();
    hold(held, { identity: { subject: 'anna', name: 'Anna' } });
    held.holdNone(failures.signInEnded());
    memory.keep();
    const ended = { reason: failures.signInEnded(), name: 'Anna' };
    expect(note).toEqual({ obtainedAt: null, isExpired: false, failure: null, ended });
  });
});

describe('another process', () => {
  test('sees that something else was stored, until it has read it', () => {
    const [one, other] = [processOf(), processOf()];
    expect([one.memory.hasChanged(), other.memory.hasChanged()]).toEqual([false, false]);
    hold(one.held);
    one.held.reject('access');
    one.memory.keep();
    expect([one.memory.hasChanged(), other.memory.hasChanged()]).toEqual([false, true]);
    other.memory.recall();
    expect(other.memory.hasChanged()).toBe(false);
  });

  test('uses a rejection for the same tokens, and not for later ones', () => {
    const [one, same, later] = [processOf(), processOf(), processOf()];
    for (const { held } of [one, same]) hold(held);
    hold(later.held, { obtainedAt: clock.now() + 1 });
    one.held.reject('access');
    one.memory.keep();
    expect([same.memory.recall(), later.memory.recall()]).toEqual([false, false]);
    expect([same.held.isRejected('access'), later.held.isRejected('access')]).toEqual([true, false]);
  });

  test('does not take tokens for rejected whose refresh has only failed', () => {
    const [one, other] = [processOf(), processOf()];
    for (const { held } of [one, other]) hold(held);
    one.retry.begin(keychain, null);
    one.memory.keep();
    other.memory.recall();
    expect(other.held.isRejected('access')).toBe(false);
  });

  test.each([
    ['as long as the first one', 30_000, 30_000],
    ['no longer than the longest pause, after the clock was set back', 3_600_000, 120_000],
    ['not at all once the time has passed', -1_000, 0],
  ])('waits %s', (_, quietMs, leftMs) => {
    const [one, other] = [processOf(), processOf()];
    for (const { held } of [one, other]) hold(held, { quietUntil: clock.now() + quietMs });
    one.retry.begin(keychain, null);
    one.memory.keep();
    expect(other.memory.recall()).toBe(false);
    expect(other.retry.failure).toMatchObject({ kind: 'keychain-unavailable', retryAt: clock.now() + leftMs });
    expect(other.retry.leftMs()).toBe(leftMs);
  });

  test('stops waiting once nothing is wrong any more, or only with other tokens', () => {
    const [one, other] = [processOf(), processOf()];
    hold(one.held, { obtainedAt: clock.now() - 1 });
    hold(other.held);
    one.retry.begin(keychain, null);
    one.memory.keep();
    for (const next of [note, null]) {
      note = next;
      other.retry.begin(keychain, null);
      other.memory.recall();
      expect(other.retry.failure).toBeNull();
    }
  });

  test('shows the end of a session if it holds no tokens, and returns that it ended', () => {
    const [one, other] = [processOf(), processOf()];
    expect(other.memory.recall()).toBe(false);
    hold(one.held, { identity: { subject: 'anna', name: 'Anna' } });
    one.held.holdNone(failures.signInEnded());
    one.memory.keep();
    expect(other.memory.recall()).toBe(true);
    expect(other.held.ended()).toEqual({ reason: failures.signInEnded(), name: 'Anna' });
  });

  test('with tokens ignores the end of another session', () => {
    const [one, other] = [processOf(), processOf()];
    one.held.holdNone(failures.signInEnded());
    one.memory.keep();
    hold(other.held);
    expect(other.memory.recall()).toBe(false);
    expect(other.held.current()).not.toBeNull();
  });

  test('without tokens ends nothing because a refresh of others has failed', () => {
    const [one, other] = [processOf(), processOf()];
    hold(one.held);
    one.retry.begin(keychain, null);
    one.memory.keep();
    expect(other.memory.recall()).toBe(false);
    expect(other.held.ended()).toBeNull();
  });
});
