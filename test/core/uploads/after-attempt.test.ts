import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { UploadOutcome } from '../../../main/core/service/outcomes.ts';
import { statusMeaning } from '../../../main/core/service/outcomes.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  afterAttempt,
  holdWithoutToken,
  isServiceFailure,
  retryDelayMs,
  type AttemptContext,
} from '../../../main/core/uploads/after-attempt.ts';
import { flightOf } from '../sample-flight.ts';

const unavailable = statusMeaning(503)!;

const job = {
  name: 'shot.png',
  bytes: 12_000_000,
  attempt: { startedAt: 900, endedAt: null, baselineId: 40, lookups: 0 },
};
const context: AttemptContext = {
  now: 1_000_000,
  monotonic: 5_000,
  service: 'The service',
  consecutiveFailures: 2,
  nextAt: 1_007_000,
  canRead: true,
  hasEverRead: false,
  maxFileBytes: 10 * 1024 * 1024,
};
const after = (outcome: UploadOutcome | { kind: 'no-token'; failure: never }, more: Partial<AttemptContext> = {}) =>
  afterAttempt(job, outcome, { ...context, ...more });

const noToken = (failure: ReturnType<typeof failures.signInNeeded>) =>
  ({ kind: 'no-token', failure }) as { kind: 'no-token'; failure: never };

const everyOutcome: readonly (UploadOutcome | { kind: 'no-token'; failure: never })[] = [
  { kind: 'accepted', flight: flightOf({ id: 41 }) },
  { kind: 'accepted-unread', code: 'x' },
  { kind: 'too-fast', retryAfterMs: null },
  { kind: 'rate-limited', retryAfterMs: null, code: 'x' },
  { kind: 'unauthorized', code: 'x' },
  { kind: 'unauthorized', code: 'HTTP 401', outcomeUnknown: true },
  { kind: 'scope-missing', code: 'x' },
  { kind: 'write-not-enabled' },
  { kind: 'not-permitted', code: 'x' },
  { kind: 'file-rejected', code: 'x' },
  { kind: 'file-too-large', code: 'x' },
  { kind: 'absent', code: 'x' },
  { kind: 'server-error', code: 'x', retryAfterMs: null, means: unavailable },
  { kind: 'server-error', code: 'x', retryAfterMs: null },
  { kind: 'not-understood', code: 'x' },
  { kind: 'unreachable', code: 'x' },
  { kind: 'captive-portal', code: 'x' },
  { kind: 'lost', code: 'x' },
  { kind: 'stopped', mayHaveArrived: true },
  { kind: 'stopped', mayHaveArrived: false },
  noToken(failures.signInNeeded()),
  noToken(failures.serviceUnreachable('The service')),
];

describe('after an attempt', () => {
  it('an accepted report is uploaded, with its flight', () => {
    expect(after({ kind: 'accepted', flight: flightOf({ id: 41 }) })).toMatchObject({
      change: {
        state: 'uploaded',
        evidence: 'answered',
        flightId: 41,
        uploadedAt: context.now,
        reason: null,
        attempt: null,
      },
      hold: null,
      notes: [{ what: 'uploaded' }],
    });
  });

  it.each<[UploadOutcome, string, string | null]>([
    [{ kind: 'file-rejected', code: 'invalid_file' }, 'file-rejected-by-service', 'invalid_file'],
    [{ kind: 'file-too-large', code: 'file_too_large' }, 'file-too-large', 'file_too_large'],
  ])('%j ends the report with the reason of the service', (outcome, kind, code) => {
    expect(after(outcome)).toMatchObject({
      change: { state: 'rejected', attempt: null, reason: { kind, code } },
      hold: null,
      notes: [{ what: 'rejected' }],
    });
  });

  it.each<[UploadOutcome, string, number]>([
    [{ kind: 'unauthorized', code: 'unauthorized' }, 'sign-in-needed', 300_000],
    [{ kind: 'scope-missing', code: 'insufficient_scope' }, 'scope-missing', 300_000],
    [{ kind: 'write-not-enabled' }, 'write-not-enabled', 300_000],
  ])('%j holds the whole queue, and no report is dropped', (outcome, kind, forMs) => {
    expect(after(outcome)).toMatchObject({
      change: { state: 'waiting', attempt: null, reason: { kind } },
      hold: { failure: { kind }, until: context.monotonic + forMs },
      notes: [{ what: 'held-back', kind }],
    });
  });

  it('returns when it checks again for a missing subscription', () => {
    const { hold } = after({ kind: 'write-not-enabled' });
    expect(hold?.failure.retryAt).toBe(context.now + 300_000);
  });

  it.each<[string, UploadOutcome]>([
    ['too-fast', { kind: 'too-fast', retryAfterMs: null }],
    ['rate-limited', { kind: 'rate-limited', retryAfterMs: null, code: 'rate_limit_exceeded' }],
  ])('a report that is %s waits until the pacer plans its next upload, and holds no others', (kind, outcome) => {
    expect(after(outcome)).toMatchObject({
      change: { state: 'waiting', attempt: null, reason: { kind, retryAt: context.nextAt } },
      hold: null,
      notes: [{ what: kind }],
    });
  });

  it.each<[UploadOutcome, string, string]>([
    [{ kind: 'unreachable', code: 'ECONNREFUSED' }, 'service-unreachable', 'unreachable'],
    [{ kind: 'unreachable', code: 'ENOTFOUND', why: 'name-not-found' }, 'name-not-found', 'unreachable'],
    [{ kind: 'unreachable', code: 'CERT_HAS_EXPIRED', why: 'not-trusted' }, 'connection-not-trusted', 'unreachable'],
    [{ kind: 'unreachable', code: 'proxy: HTTP 407', why: 'proxy' }, 'proxy-error', 'unreachable'],
  ])('%j is tried again, slower each time', (outcome, kind, what) => {
    for (const [consecutiveFailures, delayMs] of [
      [1, 5_000],
      [2, 10_000],
      [20, 120_000],
    ] as const) {
      expect(after(outcome, { consecutiveFailures, canRead: null })).toMatchObject({
        change: { state: 'waiting', attempt: null, reason: { kind, retryAt: context.now + delayMs } },
        hold: { failure: { kind }, until: context.monotonic + delayMs },
        notes: [{ what, code: expect.any(String) }],
      });
    }
  });

  it.each<[UploadOutcome]>([
    [{ kind: 'lost', code: 'ECONNRESET' }],
    [{ kind: 'accepted-unread', code: 'HTTP 200' }],
    [{ kind: 'stopped', mayHaveArrived: true }],
    [{ kind: 'server-error', code: 'HTTP 504', retryAfterMs: null }],
    [{ kind: 'captive-portal', code: 'HTTP 302' }],
    [{ kind: 'absent', code: 'HTTP 404' }],
    [{ kind: 'not-understood', code: 'HTTP 303' }],
    [{ kind: 'not-understood', code: 'HTTP 422', isAboutRequest: true }],
    [{ kind: 'not-permitted', code: 'HTTP 403' }],
    [{ kind: 'unauthorized', code: 'HTTP 401', outcomeUnknown: true }],
  ])('%j may have made a record: the job is unconfirmed and keeps its attempt', (outcome) => {
    for (const canRead of [true, false, null]) {
      expect(after(outcome, { canRead })).toMatchObject({
        change: {
          state: 'unconfirmed',
          attempt: { ...job.attempt, endedAt: context.now, lookups: 0 },
          reason: canRead === false ? { requiredAction: 'decision' } : { kind: 'service-unreachable' },
        },
        notes: [{ what: 'answer-lost' }],
      });
    }
  });

  it('if a lost answer cannot be looked up, the others wait a little, so that not all become unconfirmed', () => {
    for (const canRead of [false, null]) {
      expect(after({ kind: 'lost', code: 'ECONNRESET' }, { canRead }).hold).toMatchObject({
        failure: { kind: 'service-error', retryAt: context.now + 10_000 },
        until: context.monotonic + 10_000,
      });
    }
    expect(after({ kind: 'lost', code: 'ECONNRESET' }, { canRead: true }).hold).toBeNull();
    expect(after({ kind: 'stopped', mayHaveArrived: true }, { canRead: false }).hold).toBeNull();
  });

  it('a 503 is believed if flights cannot be read, and looked up if they can or may be (0020)', () => {
    const closed: UploadOutcome = { kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: unavailable };
    expect(after(closed, { canRead: false })).toMatchObject({ change: { state: 'waiting', attempt: null } });
    for (const canRead of [true, null]) {
      expect(after(closed, { canRead })).toMatchObject({
        change: { state: 'unconfirmed', attempt: { answered: { outcome: 'unavailable' } } },
      });
    }
    // Reading worked before: what blocks it now may be what answered 503.
    expect(after(closed, { canRead: false, hasEverRead: true })).toMatchObject({
      change: { state: 'unconfirmed', reason: { requiredAction: 'decision' } },
    });
  });

  it.each<[UploadOutcome, string, number]>([
    [{ kind: 'captive-portal', code: 'HTTP 302' }, 'captive-portal', 10_000],
    [{ kind: 'absent', code: 'HTTP 404' }, 'answer-not-understood', 10_000],
    [{ kind: 'server-error', code: 'HTTP 500', retryAfterMs: null }, 'service-error', 10_000],
    [{ kind: 'server-error', code: 'HTTP 500', retryAfterMs: 60_000 }, 'service-error', 60_000],
    [{ kind: 'not-permitted', code: 'HTTP 403' }, 'not-permitted', 300_000],
    [{ kind: 'unauthorized', code: 'HTTP 401', outcomeUnknown: true }, 'not-permitted', 300_000],
  ])('%j where nobody can look is asked, with what was answered, and the others wait', (outcome, kind, delayMs) => {
    const { change, hold } = after(outcome, { canRead: false });
    const { code } = outcome as { code: string };
    expect(change.reason).toMatchObject({ requiredAction: 'decision', code, message: { params: { lost: 'unclear' } } });
    expect(hold).toMatchObject({ failure: { kind, code }, until: context.monotonic + delayMs });
  });

  it('a file that is too large for the service, but within the known limit, is not reported as larger than it', () => {
    const outcome = { kind: 'file-too-large', code: 'HTTP 413' } as const;
    expect(after(outcome).change.reason?.message.id).toBe('failure.fileTooLarge');
    expect(after(outcome, { maxFileBytes: 20_000_000 }).change.reason?.message.id).toBe(
      'failure.fileTooLargeForService',
    );
  });

  it('a service failure is looked up if possible, else retried, no sooner than the service requests', () => {
    const closed: UploadOutcome = { kind: 'server-error', code: 'HTTP 503', retryAfterMs: 60_000, means: unavailable };
    expect(after(closed, { canRead: true })).toMatchObject({
      change: { state: 'unconfirmed' },
      hold: { until: context.monotonic + 60_000 },
    });
    expect(after(closed, { canRead: false })).toMatchObject({
      change: { state: 'waiting', reason: { kind: 'service-error', retryAt: context.now + 60_000 } },
      hold: { until: context.monotonic + 60_000 },
    });
  });

  it('an attempt that was aborted before a byte was sent does not count', () => {
    expect(after({ kind: 'stopped', mayHaveArrived: false })).toEqual({
      change: { state: 'waiting', reason: null, attempt: null },
      hold: null,
    });
  });

  it('without a token, the queue waits for the pilot if only the pilot can help, else for the next attempt', () => {
    expect(after(noToken(failures.signInNeeded()))).toMatchObject({
      change: { state: 'waiting', attempt: null },
      hold: { until: Number.POSITIVE_INFINITY, failure: { requiredAction: 'sign-in' } },
    });
    expect(holdWithoutToken(failures.serviceUnreachable('The service'), context)).toMatchObject({
      until: context.monotonic + 10_000,
      failure: { retryAt: context.now + 10_000 },
    });
  });

  it.each(['settings', 'subscription', 'new-consent', 'passphrase'] as const)(
    'field guide 19: without a token for want of %s, it is tried again after five minutes, without a click',
    (requiredAction) => {
      const hold = holdWithoutToken({ ...failures.offline(), requiredAction }, context);
      expect(hold.until).toBe(context.monotonic + 300_000);
    },
  );
});

describe('retrying', () => {
  it('continues indefinitely, never faster, never more than two minutes apart', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (count) => {
        expect(retryDelayMs(count + 1)).toBeGreaterThanOrEqual(retryDelayMs(count));
        expect(retryDelayMs(count)).toBeLessThanOrEqual(120_000);
        expect(retryDelayMs(count)).toBeGreaterThanOrEqual(5_000);
      }),
    );
  });

  it('grows with failures of the connection or the service, not with limits, refusals or local causes', () => {
    expect(everyOutcome.filter(isServiceFailure).map((outcome) => outcome.kind)).toEqual([
      'accepted-unread',
      'unauthorized',
      'not-permitted',
      'absent',
      'server-error',
      'server-error',
      'not-understood',
      'unreachable',
      'captive-portal',
      'lost',
      'no-token',
    ]);
  });
});
