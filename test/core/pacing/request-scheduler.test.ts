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
let changes: number;
let tokenTakesMs: number;
beforeEach(() => {
  clock = createVirtualClock();
  service = createServiceFake(clock);
  service.latencyMs = 100;
  stores = freshStores();
  accountId = stores.accountOf('anna');
  [rejected, acceptedTokens, refreshes] = [[], [], []];
  [waiting, changes, tokenTakesMs] = [1, 0, 0];
});

function schedulerOf(first: Result<{ value: string }> = ok({ value: 'first' })) {
  return createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: {
      async accessToken() {
        if (tokenTakesMs > 0) await clock.sleep(tokenTakesMs);
        return first;
      },
      async rejected(value) {
        rejected.push(value);
        return refreshes.shift() ?? ok({ value: `renewed-${rejected.length}` });
      },
      accepted: (value) => acceptedTokens.push(value),
    },
    waiting: () => waiting,
    onChange: () => (changes += 1),
  });
}
const file = { path: '/shot.png', name: 'shot.png', bytes: 100, mediaType: 'image/png', sha256: 'ab' };
const never = new AbortController().signal;
const after = <T>(call: Promise<T>, limitMs?: number) => clock.advanceUntilSettled(call, limitMs);
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

it('an upload in progress takes a slot, and is shown once it has ended', async () => {
  const scheduler = schedulerOf();
  const sent = scheduler.upload(file, () => {}, never);
  await clock.advance(50);
  expect(scheduler.limits()).toMatchObject({ past: [], requestsLeft: 59 });
  await clock.advanceUntilSettled(sent);
  expect(scheduler.limits().past).toEqual([{ at: clock.now(), outcome: 'accepted' }]);
});

it.each<[UploadOutcome, string]>([
  [{ kind: 'too-fast', retryAfterMs: null }, 'too-fast'],
  [{ kind: 'rate-limited', retryAfterMs: null, code: 'c' }, 'rate-limited'],
  [{ kind: 'server-error', code: 'c', retryAfterMs: null }, 'other'],
  [{ kind: 'lost', code: 'c' }, 'other'],
])('shows %j as %s', async (outcome, shown) => {
  service.whims.push(outcome);
  const scheduler = schedulerOf();
  await upload(scheduler);
  expect(scheduler.limits().past.map((one) => one.outcome)).toEqual([shown]);
});

it('without the subscription ten requests a minute are shown as the limit, until an upload is accepted', async () => {
  service.whims.push({ kind: 'write-not-enabled' });
  const scheduler = schedulerOf();
  expect(scheduler.limits()).toMatchObject({ requestsPerMinute: 60, requestsLeft: 60, pausedUntil: null });
  await upload(scheduler);
  // So it is for the next start.
  for (const one of [scheduler, schedulerOf()])
    expect(one.limits()).toMatchObject({ requestsPerMinute: 10, requestsLeft: 9 });
  await upload(scheduler);
  expect(scheduler.limits()).toMatchObject({ requestsPerMinute: 60, requestsLeft: 58 });
});

it('low-priority reads are spread over the minute: every six seconds, then every second beside no report', async () => {
  waiting = 0;
  const scheduler = schedulerOf();
  expect(scheduler.readEveryMs()).toBe(6_000);
  await upload(scheduler);
  expect(scheduler.readEveryMs()).toBe(1_000);
  // One of eleven waiting reports each five seconds: at most eleven of the sixty requests.
  waiting = 11;
  expect(scheduler.readEveryMs()).toBeCloseTo(60_000 / 49);
});

it('each request is a change to show, whether it is an upload or a read', async () => {
  const scheduler = schedulerOf();
  await upload(scheduler);
  expect(changes).toBe(1);
  await clock.advanceUntilSettled(scheduler.list({}));
  await clock.advanceUntilSettled(scheduler.read({ id: 1 }));
  expect(changes).toBe(3);
});

it('a call that throws has ended: its slot is free a minute later', async () => {
  const scheduler = schedulerOf();
  service.client.upload = () => Promise.reject(new TypeError('a bug'));
  await expect(scheduler.upload(file, () => {}, never)).rejects.toThrow('a bug');
  expect(clock.pending).toBe(0);
  expect(scheduler.limits().requestsLeft).toBe(59);
  await clock.advance(60_000);
  expect(scheduler.limits().requestsLeft).toBe(60);
});

const forFiveMinutes = { kind: 'rate-limited', retryAfterMs: 300_000, code: 'rate_limit_exceeded' } as const;

it('an upload that waits for its token is not sent during a pause requested meanwhile', async () => {
  const scheduler = schedulerOf();
  await upload(scheduler);
  await clock.advance(20_000);
  tokenTakesMs = 5_000;
  const second = scheduler.upload(file, () => {}, never);
  await clock.advance(100);
  tokenTakesMs = 0;
  service.reading = forFiveMinutes;
  await after(scheduler.list({}));
  const allowedAt = clock.monotonic() + 300_000;
  await after(second, 400_000);
  expect(service.uploads().at(-1)!.at).toBeGreaterThanOrEqual(allowedAt);
});

it('an upload that waits for a slot is not sent during a pause requested meanwhile', async () => {
  const scheduler = schedulerOf();
  await upload(scheduler);
  for (let read = 0; read < 58; read += 1) await after(scheduler.list({}));
  service.reading = forFiveMinutes;
  const list = scheduler.list({});
  const second = scheduler.upload(file, () => {}, never);
  await after(list);
  const allowedAt = clock.monotonic() + 300_000;
  await after(second, 400_000);
  expect(service.uploads().at(-1)!.at).toBeGreaterThanOrEqual(allowedAt);
});

it.each(['{"version":5,', '"text"', '{"keptAt":0,"waitMs":-1}'])(
  'stored state that can’t be read (%#) counts as nothing known',
  (text) => {
    stores.requests.storedState = () => text;
    expect(schedulerOf().nextUploadAt()).toBe(clock.monotonic());
  },
);
