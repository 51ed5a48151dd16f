// What the scheduler shows of its uploads.
import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { createRequestScheduler } from '../../../main/core/pacing/request-scheduler.ts';
import type { UploadOutcome } from '../../../main/core/service/outcomes.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { createServiceFake, type ServiceFake } from '../flight-service-fake.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

let clock: VirtualClock;
let service: ServiceFake;
let stores: FreshStores;
let accountId: number;
let changes: number;
beforeEach(() => {
  clock = createVirtualClock();
  service = createServiceFake(clock);
  service.latencyMs = 100;
  stores = freshStores();
  accountId = stores.accountOf('anna');
  changes = 0;
});

const open = (waiting = 1) =>
  createRequestScheduler({
    clock,
    accountId,
    requests: stores.requests,
    client: service.client,
    tokens: {
      accessToken: async () => ok({ value: 'first' }),
      rejected: async () => ok({ value: 'second' }),
      accepted() {},
    },
    waiting: () => waiting,
    onChange: () => (changes += 1),
  });
type Scheduler = ReturnType<typeof open>;

const file = { path: '/shot.png', name: 'shot.png', bytes: 100, mediaType: 'image/png', sha256: 'ab' };
const send = (scheduler: Scheduler) => scheduler.upload(file, () => {}, new AbortController().signal);
const upload = (scheduler: Scheduler) => clock.advanceUntilSettled(send(scheduler));

test('an upload in progress takes a slot, and is shown once it has ended', async () => {
  const scheduler = open();
  const sent = send(scheduler);
  await clock.advance(50);
  expect(scheduler.limits()).toMatchObject({ past: [], requestsLeft: 59 });
  await clock.advanceUntilSettled(sent);
  expect(scheduler.limits().past).toEqual([{ at: clock.now(), outcome: 'accepted' }]);
});

test.each<[UploadOutcome, string]>([
  [{ kind: 'too-fast', retryAfterMs: null }, 'too-fast'],
  [{ kind: 'rate-limited', retryAfterMs: null, code: 'c' }, 'rate-limited'],
  [{ kind: 'server-error', code: 'c', retryAfterMs: null }, 'other'],
  [{ kind: 'lost', code: 'c' }, 'other'],
])('shows %j as %s', async (outcome, shown) => {
  service.whims.push(outcome);
  const scheduler = open();
  await upload(scheduler);
  expect(scheduler.limits().past.map((one) => one.outcome)).toEqual([shown]);
});

test('without the subscription ten requests a minute are shown as the limit, until an upload is accepted', async () => {
  service.whims.push({ kind: 'write-not-enabled' });
  const scheduler = open();
  expect(scheduler.limits()).toMatchObject({ requestsPerMinute: 60, requestsLeft: 60, pausedUntil: null });
  await upload(scheduler);
  expect(scheduler.limits()).toMatchObject({ requestsPerMinute: 10, requestsLeft: 9 });
  await upload(scheduler);
  expect(scheduler.limits()).toMatchObject({ requestsPerMinute: 60, requestsLeft: 58 });
});

test('low-priority reads are spread over the minute: every six seconds, then every second beside no report', async () => {
  const scheduler = open(0);
  expect(scheduler.readEveryMs()).toBe(6_000);
  await upload(scheduler);
  expect(scheduler.readEveryMs()).toBe(1_000);
  // One of eleven waiting reports each five seconds: at most eleven of the sixty requests.
  expect(open(11).readEveryMs()).toBeCloseTo(60_000 / 49);
});

test('each request is a change to show, whether it is an upload or a read', async () => {
  const scheduler = open();
  await upload(scheduler);
  expect(changes).toBe(1);
  await clock.advanceUntilSettled(scheduler.list({}));
  await clock.advanceUntilSettled(scheduler.read({ id: 1 }));
  expect(changes).toBe(3);
});

test('a call that throws has ended: its slot is free a minute later', async () => {
  const scheduler = open();
  service.client.upload = () => Promise.reject(new TypeError('a bug'));
  await expect(send(scheduler)).rejects.toThrow('a bug');
  expect(clock.pending).toBe(0);
  expect(scheduler.limits().requestsLeft).toBe(59);
  await clock.advance(60_000);
  expect(scheduler.limits().requestsLeft).toBe(60);
});
