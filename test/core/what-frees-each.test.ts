// Field guide 19: an error must not need a click to continue. Every kind of failure, with what releases a report from
// it.
import { describe, expect, test } from 'vitest';
import { failureKinds, type Failure, type FailureKind } from '../../main/contract/failure.ts';
import { failures } from '../../main/core/messages/failures.ts';
import { holdWithoutToken } from '../../main/core/uploads/after-attempt.ts';
import { verbatim } from '../../main/messages/message.ts';

type Freed =
  /** Retried forever, without a message. */
  | 'automatic'
  /** Checked again every few minutes: a change outside the app is enough. */
  | 'by being asked again'
  | 'by a sign-in'
  /** The service, or the image itself, rejects this one report: it waits for manual action and holds up no other. */
  | 'by hand'
  /** The answer to a request of the pilot: no report waits for it. */
  | 'nothing waits';

/** Typed by the closed union: a new kind does not compile until its release is defined. */
const freedFrom: Readonly<Record<FailureKind, Freed>> = {
  offline: 'automatic',
  'service-unreachable': 'automatic',
  'name-not-found': 'automatic',
  'connection-not-trusted': 'automatic',
  'captive-portal': 'automatic',
  'proxy-error': 'automatic',
  'service-error': 'automatic',
  'answer-not-understood': 'automatic',
  'too-fast': 'automatic',
  'rate-limited': 'automatic',
  'sign-in-needed': 'by a sign-in',
  'sign-in-refused': 'by a sign-in',
  'consent-refused': 'by a sign-in',
  'sign-in-cancelled': 'by a sign-in',
  'sign-in-expired': 'by a sign-in',
  'sign-in-superseded': 'by a sign-in',
  'other-pilot': 'by a sign-in',
  'sign-in-broken': 'by a sign-in',
  'scope-missing': 'by a sign-in',
  'write-not-enabled': 'by being asked again',
  'application-refused': 'by being asked again',
  'not-permitted': 'by being asked again',
  'keychain-unavailable': 'by being asked again',
  'vault-locked': 'by being asked again',
  'file-not-a-report': 'by hand',
  'file-incomplete': 'by hand',
  'file-too-large': 'by hand',
  'file-unreadable': 'by hand',
  'file-gone': 'by hand',
  'file-changed': 'by hand',
  'approval-needed': 'by hand',
  'not-approved': 'by hand',
  'file-rejected-by-service': 'by hand',
  disk: 'automatic',
  'folder-unavailable': 'automatic',
  'data-unreadable': 'nothing waits',
  'not-found': 'nothing waits',
  'not-now': 'nothing waits',
  'wrong-input': 'nothing waits',
  'not-configured': 'nothing waits',
  'not-supported-here': 'nothing waits',
  cancelled: 'nothing waits',
  unexpected: 'nothing waits',
};

const context = { now: 1_000_000, monotonic: 5_000, consecutiveFailures: 40 };
const minutes = (ms: number) => ms / 60_000;

describe('field guide 19: what holds reports back', () => {
  test('field guide 19: every kind of failure has its row', () => {
    expect(Object.keys(freedFrom).toSorted()).toEqual(failureKinds.toSorted());
  });

  const kinds = failureKinds.filter((kind) => freedFrom[kind].startsWith('by') && freedFrom[kind] !== 'by hand');
  test.each(kinds)(
    '%s: however long it has lasted, the next try is minutes away, or waits for a sign-in alone',
    (kind) => {
      for (const requiredAction of [undefined, 'settings', 'subscription', 'new-consent'] as const) {
        const failure: Failure = { kind, message: verbatim('Words.'), ...(requiredAction && { requiredAction }) };
        const { until } = holdWithoutToken(failure, context);
        expect(minutes(until - context.monotonic)).toBeLessThanOrEqual(5);
      }
      const signIn = holdWithoutToken({ kind, message: verbatim('Words.'), requiredAction: 'sign-in' }, context);
      expect(signIn.until).toBe(Number.POSITIVE_INFINITY);
    },
  );

  test('no failure that ends automatically requires a sign-in, and none that requires one ends automatically', () => {
    const made = [
      failures.offline(),
      failures.serviceUnreachable('S'),
      failures.nameNotFound('S', 'C'),
      failures.connectionNotTrusted('S', 'C'),
      failures.captivePortal('S', 'C'),
      failures.proxyError('S', 'C'),
      failures.serviceError('S', 'C'),
      failures.answerNotUnderstood('S', 'C'),
      failures.tooFast(0),
      failures.rateLimited(0),
      failures.writeNotEnabled(),
      failures.applicationRefused('C'),
      failures.notPermitted('C'),
      failures.keychainUnavailable(),
      failures.vaultLocked(),
    ];
    for (const { kind, requiredAction } of made) {
      expect([kind, freedFrom[kind]]).not.toEqual([kind, 'by a sign-in']);
      expect(['sign-in', 'new-consent']).not.toContain(requiredAction);
    }
    for (const failure of [
      failures.signInNeeded(),
      failures.signInEnded(),
      failures.signInLost(),
      failures.scopeMissing('x'),
    ]) {
      expect(freedFrom[failure.kind]).toBe('by a sign-in');
    }
  });
});
