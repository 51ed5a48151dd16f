// The tokens that one process holds: their age, and what is known about the refresh that was sent last.
import { beforeEach, describe, expect, test } from 'vitest';
import { refreshLimitMs } from '../../../../main/core/account/oauth/token-endpoint.ts';
import {
  asStored,
  createCurrentTokens,
  type CurrentTokens,
} from '../../../../main/core/account/tokens/current-tokens.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { storedTokens } from './stored-tokens.ts';

let clock: VirtualClock;
let held: CurrentTokens;
let holds: number;
beforeEach(async () => {
  clock = createVirtualClock();
  await clock.advance(1_000_000);
  holds = 0;
  held = createCurrentTokens({ clock, onHold: () => (holds += 1) });
});

const present = () => held.current()!;

describe('the age', () => {
  test.each([
    ['counts from the request of issued tokens', 0, 40_000],
    ['counts from the answer while a refresh is unconfirmed', 1, 10_000],
  ])('%s', async (_, refreshesUnconfirmed, ageMs) => {
    const askedAt = clock.monotonic() - 30_000;
    held.holdIssued(storedTokens(clock, { refreshesUnconfirmed }), askedAt, true);
    await clock.advance(10_000);
    expect(held.ageMs(present())).toBe(ageMs);
    expect(present().bornOfRejection).toBe(true);
  });

  test.each([
    ['by the wall clock', -60_000, 60_000],
    ['as new after the clock was set back', 60_000, 0],
  ])('of stored tokens is read %s', (_, obtainedAfterMs, ageMs) => {
    held.holdStored(storedTokens(clock, { obtainedAt: clock.now() + obtainedAfterMs }));
    expect(held.ageMs(present())).toBe(ageMs);
    expect(present().bornOfRejection).toBe(false);
  });
});

test('a rejected token has expired, whatever its age', () => {
  held.holdStored(storedTokens(clock));
  held.reject('another');
  expect([held.freshness(present()), held.isRejected('access')]).toEqual(['fresh', false]);
  held.reject('access');
  expect([held.freshness(present()), held.isRejected('access')]).toEqual(['expired', true]);
});

describe('a refresh whose outcome is unknown', () => {
  const sentBefore = (ms: number) => ({ refreshesUnconfirmed: 1, outcomeUnknownSince: clock.now() - ms });

  test.each([
    ['counts from the stored time', 1_000, refreshLimitMs - 1_000],
    ['has ended after the limit', refreshLimitMs + 1, 0],
    ['counts from now after the clock was set back', -60_000, refreshLimitMs],
  ])('%s', (_, beforeMs, unsettledMs) => {
    held.holdStored(storedTokens(clock, sentBefore(beforeMs)));
    expect(held.unsettledMs(present())).toBe(unsettledMs);
  });

  test('counts from now if its time is not known', () => {
    held.holdStored(storedTokens(clock, { refreshesUnconfirmed: 1 }));
    expect(held.unsettledMs(present())).toBe(refreshLimitMs);
  });

  test('is none where all are settled', () => {
    held.holdStored(storedTokens(clock, { outcomeUnknownSince: clock.now() }));
    expect(held.unsettledMs(present())).toBe(0);
  });

  test('counts from its own time once another one is sent', async () => {
    held.holdStored(storedTokens(clock, sentBefore(1_000)));
    await clock.advance(2_000);
    held.amend({ refreshesUnconfirmed: 2, outcomeUnknownSince: clock.now() });
    expect(held.unsettledMs(present())).toBe(refreshLimitMs);
  });

  test('counts from the time that becomes known for it', async () => {
    held.holdStored(storedTokens(clock, { refreshesUnconfirmed: 1 }));
    await clock.advance(2_000);
    held.amend({ outcomeUnknownSince: clock.now() - 500 });
    expect(held.unsettledMs(present())).toBe(refreshLimitMs - 500);
  });

  test('counts from now if one more is sent without a time', async () => {
    held.holdStored(storedTokens(clock, { refreshesUnconfirmed: 1 }));
    await clock.advance(2_000);
    held.amend({ refreshesUnconfirmed: 2 });
    expect(held.unsettledMs(present())).toBe(refreshLimitMs);
  });

  test('keeps its time when something else becomes known, even after the clock was set', async () => {
    held.holdStored(storedTokens(clock, sentBefore(1_000)));
    await clock.advance(2_000);
    clock.setWall(clock.now() - 3_600_000);
    expect(held.amend({ quietUntil: 5 })).toMatchObject({ quietUntil: 5, refreshesUnconfirmed: 1 });
    expect(held.unsettledMs(present())).toBe(refreshLimitMs - 3_000);
  });
});

describe('the end', () => {
  const anna = { subject: 'anna', name: 'Anna' };

  test('names the pilot, and why', () => {
    held.holdStored(storedTokens(clock, { identity: anna }));
    held.holdNone(failures.signInEnded());
    expect([held.current(), held.ended(), holds]).toEqual([null, { reason: failures.signInEnded(), name: 'Anna' }, 2]);
    // A later reason is of the same pilot.
    held.holdNone(failures.signInTimedOut(10));
    expect(held.ended()).toEqual({ reason: failures.signInTimedOut(10), name: 'Anna' });
    held.holdNone(null);
    expect(held.ended()).toEqual({ reason: failures.signInTimedOut(10), name: 'Anna' });
  });

  test('is not reported where nobody was signed in, or somebody is again', () => {
    held.holdNone(null);
    expect(held.ended()).toBeNull();
    held.holdNone(failures.signInEnded());
    expect(held.ended()).toEqual({ reason: failures.signInEnded(), name: null });
    held.holdStored(storedTokens(clock));
    expect(held.ended()).toBeNull();
  });

  test('of another process is shown as that one stored it', () => {
    held.holdStored(storedTokens(clock, { identity: anna }));
    held.holdEnded({ reason: null, name: 'Berta' });
    expect([held.current(), held.ended()]).toEqual([null, { reason: null, name: 'Berta' }]);
  });

  test('by a sign-out is immediate, without an event, and changes nothing later', () => {
    held.holdStored(storedTokens(clock, { identity: anna }));
    held.letGo();
    expect([held.current(), held.ended(), holds]).toEqual([null, { reason: null, name: 'Anna' }, 1]);
    expect(held.amend({ quietUntil: 5 })).toBeNull();
    held.letGo();
    expect(held.ended()).toEqual({ reason: null, name: 'Anna' });
  });
});

test('only what belongs into the secret store is stored', () => {
  const tokens = storedTokens(clock);
  held.holdIssued(tokens, clock.monotonic(), true);
  expect(asStored(present())).toEqual(tokens);
});
