import { beforeEach, describe, expect, it } from 'vitest';
import { failed, ok, type Result } from '../../../main/contract/failure.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import type { UploadOutcome } from '../../../main/core/service/outcomes.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, fullestMinute, type ServiceFake } from '../flight-service-fake.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let clock: VirtualClock;
let service: ServiceFake;
let stores: FreshStores;
let accountId: number;
let rejected: string[];
let acceptedTokens: string[];
let refreshes: Result<{ value: string }>[];
let waiting: number;
beforeEach(() => {
  clock = createVirtualClock();
  service = createServiceFake(clock);
  service.latencyMs = 100;
  stores = freshStores();
  accountId = stores.accountOf('anna');
  [rejected, acceptedTokens, refreshes] = [[], [], []];
  waiting = 1;
});

function schedulerOf(first: Result<{ value: string }> = ok({ value: 'first' })) {
  return createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: {
      accessToken: async () => first,
      async rejected(value) {
        rejected.push(value);
        return refreshes.shift() ?? ok({ value: `renewed-${rejected.length}` });
      },
      accepted: (value) => acceptedTokens.push(value),
    },
    waiting: () => waiting,
    onChange() {},
  });
}
const file = { path: '/shot.png', name: 'shot.png', bytes: 100, mediaType: 'image/png', sha256: 'ab' };
const never = new AbortController().signal;
const after = <T>(call: Promise<T>) => clock.advanceUntilSettled(call);
const upload = (scheduler: ReturnType<typeof schedulerOf>) => after(scheduler.upload(file, () => {}, never));

describe('the token', () => {
  const unauthorized = { kind: 'unauthorized', code: 'unauthorized' } as const;

  it('that is rejected is refreshed, and the report is sent once more', async () => {
    service.whims.push(unauthorized);
    expect(await upload(schedulerOf())).toMatchObject({ kind: 'accepted' });
    expect(service.uploads().map((one) => one.token)).toEqual(['first', 'renewed-1']);
    expect(rejected).toEqual(['first']);
  });

  it('that is rejected twice is not tried a third time', async () => {
    service.whims.push(unauthorized, unauthorized);
    expect(await upload(schedulerOf())).toEqual(unauthorized);
    expect(service.uploads()).toHaveLength(2);
    expect(rejected).toEqual(['first', 'renewed-1']);
  });

  it('that is unavailable means that nothing is sent', async () => {
    const ended = failed(failures.signInEnded());
    expect(await upload(schedulerOf(ended))).toEqual({ kind: 'no-token', failure: ended.failure });
    expect(service.requests).toEqual([]);
    service.whims.push(unauthorized);
    refreshes.push(ended);
    expect(await upload(schedulerOf())).toEqual({ kind: 'no-token', failure: ended.failure });
    expect(service.uploads()).toHaveLength(1);
  });
});

it.each<[UploadOutcome, string[]]>([
  [{ kind: 'too-fast', retryAfterMs: null }, ['first']],
  [{ kind: 'rate-limited', retryAfterMs: null, code: 'c' }, ['first']],
  [{ kind: 'lost', code: 'c' }, []],
  [{ kind: 'server-error', code: 'c', retryAfterMs: null }, []],
])('a token is known to be good where the service itself answers: %j', async (outcome, good) => {
  service.whims.push(outcome);
  await upload(schedulerOf());
  expect(acceptedTokens).toEqual(good);
});

describe('the rate limit', () => {
  it('is ten reads a minute until an upload was accepted, sixty after', async () => {
    const scheduler = schedulerOf();
    for (let count = 0; count < 10; count += 1) await after(scheduler.list({}));
    expect(scheduler.nextReadAt(false) - clock.monotonic()).toBeGreaterThan(55_000);
    await upload(scheduler);
    expect(scheduler.nextReadAt(false)).toBe(clock.monotonic());
    expect(scheduler.limits()).toMatchObject({ requestsLeft: 49, requestsPerMinute: 60 });
  });

  it('is kept across a restart, and so is the wait after the last upload', async () => {
    const first = schedulerOf();
    await upload(first);
    for (let count = 0; count < 10; count += 1) await after(first.list({}));
    const again = schedulerOf();
    expect(again.limits().requestsLeft).toBe(49);
    expect(again.limits().past).toHaveLength(1);
    expect(again.nextUploadAt()).toBeCloseTo(first.nextUploadAt(), -1);
    await clock.advance(60_000);
    expect(schedulerOf().limits().requestsLeft).toBe(60);
  });

  it('is not treated as empty when the wall clock was set back', async () => {
    await upload(schedulerOf());
    clock.setWall(clock.now() - 3_600_000);
    const again = schedulerOf();
    expect(again.nextUploadAt() - clock.monotonic()).toBeCloseTo(5_000, -3);
    expect(again.limits().requestsLeft).toBe(59);
  });

  it('leaves room for uploads while some are waiting', async () => {
    const scheduler = schedulerOf();
    await upload(scheduler);
    // However many wait, no more than one every five seconds is sent.
    waiting = 1_000;
    for (let count = 0; count < 40; count += 1) await after(scheduler.list({ lowPriority: true }));
    expect(scheduler.nextReadAt(true)).toBe(clock.monotonic());
    // All of them within the minute.
    waiting = 11;
    for (let count = 0; count < 8; count += 1) await after(scheduler.list({ lowPriority: true }));
    expect(scheduler.nextReadAt(true)).toBeGreaterThan(clock.monotonic());
    expect(scheduler.nextReadAt(false)).toBe(clock.monotonic());
    await clock.advance(1_000);
    expect(scheduler.nextUploadAt()).toBe(clock.monotonic());
    waiting = 0;
    expect(scheduler.nextReadAt(true)).toBe(clock.monotonic());
  });

  it('is waited for only as long as a caller needs it', async () => {
    const scheduler = schedulerOf();
    for (let count = 0; count < 10; count += 1) await after(scheduler.list({}));
    const aborted = new AbortController();
    const waiting = scheduler.list({ signal: aborted.signal });
    await clock.advance(1_000);
    aborted.abort();
    expect(await waiting).toEqual({ kind: 'stopped', mayHaveArrived: false });
    expect(service.reads()).toHaveLength(10);
  });

  it('pauses everything if the service reports the minute as full', async () => {
    service.whims.push({ kind: 'rate-limited', retryAfterMs: 30_000, code: 'rate_limit_exceeded' });
    const scheduler = schedulerOf();
    await upload(scheduler);
    for (const next of [scheduler.nextUploadAt(), scheduler.nextReadAt(false)]) {
      expect(next - clock.monotonic()).toBe(30_000);
    }
    expect(scheduler.limits().pausedUntil).toBe(clock.now() + 30_000);
    expect(scheduler.limits().past.map((one) => one.outcome)).toEqual(['rate-limited']);
  });

  it('obeys a pause that could not be stored', async () => {
    service.whims.push({ kind: 'rate-limited', retryAfterMs: 30_000, code: 'rate_limit_exceeded' });
    const { inTransaction } = stores.requests;
    stores.requests.inTransaction = (work) => {
      if (service.uploads().length === 0) return inTransaction(work);
      throw new Error('database is locked');
    };
    const scheduler = schedulerOf();
    await upload(scheduler);
    expect(scheduler.nextUploadAt() - clock.monotonic()).toBe(30_000);
  });

  it('keeps a requested pause across a restart', async () => {
    service.whims.push({ kind: 'rate-limited', retryAfterMs: 30_000, code: 'rate_limit_exceeded' });
    await upload(schedulerOf());
    await clock.advance(10_000);
    const again = schedulerOf();
    expect(again.nextUploadAt() - clock.monotonic()).toBe(20_000);
    expect(again.limits().pausedUntil).toBe(clock.now() + 20_000);
  });

  it('does not count what was never sent', async () => {
    service.whims.push({ kind: 'unreachable', code: 'ECONNREFUSED' });
    const scheduler = schedulerOf();
    await upload(scheduler);
    expect(scheduler.limits().requestsLeft).toBe(60);
  });

  it('keeps the wait after a report that may have arrived', async () => {
    service.whims.push('lose-answer');
    const scheduler = schedulerOf();
    await upload(scheduler);
    expect(scheduler.nextUploadAt() - clock.monotonic()).toBeCloseTo(5_000, -3);
  });
});

describe('two processes', () => {
  it('share the pauses that the service requested, the learned wait, and the subscription', async () => {
    waiting = 50;
    const [one, other] = [schedulerOf(), schedulerOf()];
    await upload(one);
    expect(other.nextReadAt(false)).toBe(clock.monotonic());
    expect(other.limits()).toMatchObject({ requestsLeft: 59, past: [{ outcome: 'accepted' }] });
    await clock.advance(2_000);
    await upload(one);
    expect(other.nextUploadAt() - clock.monotonic()).toBe(one.nextUploadAt() - clock.monotonic());
    service.whims.push({ kind: 'rate-limited', retryAfterMs: 30_000, code: 'rate_limit_exceeded' });
    await upload(other);
    for (const scheduler of [one, other]) expect(scheduler.nextUploadAt() - clock.monotonic()).toBe(30_000);
    expect(one.limits().pausedUntil).toBe(clock.now() + 30_000);
  });

  it('never take the same slot, in any interleaving', async () => {
    const processes = [schedulerOf(), schedulerOf(), schedulerOf()];
    service.latencyMs = 3_000;
    await after(Promise.all(Array.from({ length: 36 }, (_, index) => processes[index % 3]!.list({}))));
    expect(service.reads()).toHaveLength(36);
    expect(fullestMinute(service.reads().map((read) => read.at))).toBeLessThanOrEqual(10);
  });

  it('learn from a report that was in progress when the other died that it may have arrived', async () => {
    service.latencyMs = 60_000;
    void schedulerOf().upload(file, () => {}, never);
    await clock.advance(1_000);
    const again = schedulerOf();
    expect(again.nextUploadAt() - clock.monotonic()).toBeCloseTo(4_000, -3);
  });
});

describe('field guide 14: a 429', () => {
  const tooFast = (retryAfterMs: number | null) => ({ kind: 'too-fast', retryAfterMs, code: 'too_fast' }) as const;

  it('field guide 14: is obeyed to the second if it has Retry-After', async () => {
    service.whims.push(tooFast(17_000));
    const scheduler = schedulerOf();
    await upload(scheduler);
    expect(scheduler.nextUploadAt() - clock.monotonic()).toBe(17_000);
  });

  it('field guide 14: without Retry-After means a pause that is long enough to be safe, longer each time', async () => {
    service.whims.push({ kind: 'rate-limited', retryAfterMs: null, code: 'rate_limit_exceeded' });
    service.whims.push({ kind: 'rate-limited', retryAfterMs: null, code: 'rate_limit_exceeded' });
    const scheduler = schedulerOf();
    await upload(scheduler);
    expect(scheduler.nextUploadAt() - clock.monotonic()).toBe(15_000);
    await clock.advance(15_000);
    await upload(scheduler);
    expect(scheduler.nextUploadAt() - clock.monotonic()).toBe(30_000);
  });

  it('field guide 14: is not waited for: requests keep to the limit before the service has to refuse one', async () => {
    waiting = 0;
    const scheduler = schedulerOf();
    await upload(scheduler);
    for (let count = 0; count < 70; count += 1) await after(scheduler.list({}));
    expect(fullestMinute(service.requests.map((one) => one.at))).toBe(60);
  });
});

describe('the upload plan', () => {
  it('begins with the next upload, and continues with the wait and the time that uploads take', async () => {
    service.latencyMs = 900;
    const scheduler = schedulerOf();
    expect(scheduler.plan(0)).toEqual({ nextAt: clock.now(), everyMs: 5_000 });
    expect(scheduler.plan(clock.monotonic() + 9_000).nextAt).toBe(clock.now() + 9_000);
    await upload(scheduler);
    const planned = { nextAt: clock.now() + 5_000, everyMs: 5_900 };
    expect(scheduler.plan(0)).toEqual(planned);
    expect(schedulerOf().plan(0)).toEqual(planned);
  });

  it('counts an upload in progress, of any process, as one that takes as long as usual', async () => {
    const [one, other] = [schedulerOf(), schedulerOf()];
    await upload(one);
    await clock.advance(5_000);
    const begunAt = clock.now();
    service.latencyMs = 30_000;
    const sent = upload(one);
    await clock.advance(50);
    for (const scheduler of [one, other]) expect(scheduler.plan(0).nextAt).toBe(begunAt + 100 + 5_000);
    await clock.advance(20_000);
    for (const scheduler of [one, other]) expect(scheduler.plan(0).nextAt).toBe(clock.now() + 5_000);
    await sent;
    expect(one.plan(0).nextAt).toBe(clock.now() + 5_000);
  });
});
