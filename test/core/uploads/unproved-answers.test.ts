import { statusMeaning } from '../../../main/core/service/outcomes.ts';
import { describe, expect, it } from 'vitest';
import type { UploadOutcome } from '../../../main/core/service/outcomes.ts';
import { flightOf } from '../sample-flight.ts';
import {
  add,
  clock,
  historyOf,
  service,
  stateOf,
  stores,
  untilAll,
  uploaderOf,
  withUploader,
} from './uploader-under-test.ts';

const unavailable = statusMeaning(503)!;

withUploader();

describe('a lost answer', () => {
  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('is found after this computer’s clock was set %s by a day between two reports', async (_way, byMs) => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    clock.setWall(clock.now() + byMs);
    service.aheadMs = -byMs;
    service.whims.push('lose-answer');
    await untilAll([second!], 'uploaded');
    expect(service.uploads()).toHaveLength(2);
    expect(historyOf(second)).toEqual(['answer-lost', 'inferred']);
  });

  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('keeps its grace time where this computer’s clock is set %s meanwhile', async (_way, byMs) => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'unconfirmed');
    clock.setWall(clock.now() + byMs);
    await untilAll(ids, 'uploaded', 30_000);
    const [lost, again] = service.uploads();
    expect(again!.at - lost!.at).toBeGreaterThanOrEqual(10_000);
  });

  it('is left to the pilot if reading is refused, and found once it is allowed again', async () => {
    const [first, unconfirmed, next] = add(3);
    const { uploader, world } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    service.reading = { kind: 'scope-missing', code: 'insufficient_scope' };
    await clock.advanceUntil(() => world.refusedLookups > 0);
    expect(stateOf(next)).toBe('waiting');
    // The tracker was woken, and found the same.
    world.canRead = false;
    uploader.wake();
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({
      state: 'unconfirmed',
      reason: { requiredAction: 'decision' },
    });
    service.reading = null;
    world.canRead = true;
    uploader.wake();
    await untilAll([unconfirmed!], 'uploaded', 600_000);
    expect(service.uploads()).toHaveLength(3);
  });

  it('keeps the pilot’s decision made during the lookup', async () => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    const looks = service.reads().length;
    await clock.advanceUntil(() => service.reads().length > looks);
    stores.jobs.change(ids[0]!, clock.now(), { state: 'uploaded', attempt: null, reason: null });
    await clock.advance(60_000);
    expect(stores.jobs.byId(ids[0]!)).toMatchObject({ state: 'uploaded', flightId: null });
    expect(service.uploads()).toHaveLength(1);
  });
});

describe('an inconclusive answer', () => {
  it('leaves few reports unconfirmed if every answer is lost and flights cannot be read', async () => {
    service.always = 'lose-answer';
    const ids = add(30);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(10 * 60_000);
    expect(ids.filter((id) => stateOf(id) === 'unconfirmed').length).toBeLessThanOrEqual(8);
  });

  /** Every inconclusive answer. */
  const unproved: readonly UploadOutcome[] = [
    { kind: 'accepted-unread', code: 'HTTP 200, not a flight record' },
    { kind: 'captive-portal', code: 'HTTP 200, text/html' },
    { kind: 'not-understood', code: 'HTTP 303' },
    { kind: 'not-understood', code: 'HTTP 307' },
    { kind: 'not-understood', code: 'HTTP 422: no', isAboutRequest: true },
    { kind: 'absent', code: 'HTTP 404' },
    { kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: unavailable },
    { kind: 'server-error', code: 'HTTP 500', retryAfterMs: null },
    { kind: 'not-permitted', code: 'HTTP 403' },
    { kind: 'unauthorized', code: 'HTTP 401', outcomeUnknown: true },
  ];

  it.each(unproved)('finds the record of a report that was stored and then answered with $code', async (done) => {
    service.whims.push({ done });
    const ids = add(2);
    uploaderOf().uploader.start();
    await untilAll(ids, 'uploaded', 900_000);
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
  });

  it.each(unproved)('retries a report that the service does not have after $code', async (whim) => {
    service.whims.push(whim);
    const ids = add();
    uploaderOf().uploader.start();
    await untilAll(ids, 'uploaded', 900_000);
    expect(service.records()).toHaveLength(1);
    expect(service.uploads()).toHaveLength(2);
  });

  it.each(unproved)('asks the pilot after $code if flights cannot be read, except after a 503', async (done) => {
    service.whims.push({ done });
    const [id] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(3_600_000);
    const isUnavailable = done.kind === 'server-error' && done.means?.done === 'nothing';
    expect(stateOf(id)).toBe(isUnavailable ? 'uploaded' : 'unconfirmed');
    expect(service.uploads()).toHaveLength(isUnavailable ? 2 : 1);
    expect(stores.jobs.byId(id!)?.reason?.requiredAction).toBe(isUnavailable ? undefined : 'decision');
  });

  it('believes a 503 once it is known that flights cannot be read', async () => {
    service.whims.push({ kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: unavailable });
    const [id] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = null;
    uploader.start();
    await clock.advance(300_000);
    expect([stateOf(id), service.uploads().length]).toEqual(['unconfirmed', 1]);
    world.canRead = false;
    uploader.wake();
    await untilAll([id!], 'uploaded');
    expect(service.uploads()).toHaveLength(2);
  });

  it('rejects a report after three undocumented rejections, each looked up', async () => {
    const refusal: UploadOutcome = { kind: 'not-understood', code: 'HTTP 422: no tail number', isAboutRequest: true };
    service.always = refusal;
    const [rejected] = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([rejected!], 'rejected', 3_600_000);
    expect(stores.jobs.byId(rejected!)!.reason).toMatchObject({
      kind: 'file-rejected-by-service',
      requiredAction: 'decision',
      code: 'HTTP 422: no tail number',
    });
    await clock.advance(24 * 3_600_000);
    expect(service.uploads()).toHaveLength(3);
    expect(service.reads().length).toBeGreaterThanOrEqual(9);
    // A manual retry adds one attempt.
    stores.jobs.change(rejected!, clock.now(), { state: 'waiting', reason: null });
    uploader.wake();
    await clock.advance(3_600_000);
    expect([stateOf(rejected), service.uploads().length]).toEqual(['rejected', 4]);
  });

  it('is retried at growing intervals if it repeats', async () => {
    for (const [whim, atMost] of [
      // Each attempt may end unconfirmed: less often.
      ['lose-report', 25],
      [{ kind: 'server-error', code: 'HTTP 500', retryAfterMs: null }, 25],
    ] as const) {
      service.always = whim;
      service.requests.length = 0;
      const ids = add();
      const { uploader } = uploaderOf();
      uploader.start();
      await clock.advance(3_600_000);
      expect(service.uploads().length).toBeLessThanOrEqual(atMost);
      expect(service.uploads().length).toBeGreaterThan(8);
      service.always = 'accept';
      await untilAll(ids, 'uploaded', 400_000);
      await uploader.stop();
    }
  });

  it('is retried no later if the clock is set back before it is looked up', async () => {
    service.always = 'lose-report';
    const [id] = add();
    uploaderOf().uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 3 && stateOf(id) === 'unconfirmed');
    clock.setWall(clock.now() - 3 * 3_600_000);
    await clock.advance(3_600_000);
    expect(service.uploads().length).toBeGreaterThan(3);
  });

  it('is looked up again if the listing fails, and nothing is sent meanwhile', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    const { uploader } = uploaderOf();
    service.reading = { kind: 'unreachable', code: 'ECONNREFUSED' };
    uploader.start();
    await clock.advance(10 * 60_000);
    expect(service.uploads()).toHaveLength(1);
    expect(service.reads().length).toBeLessThan(15);
    // All reports wait for it, and the queue shows that.
    expect(uploader.hold()?.failure).toMatchObject({
      kind: 'service-unreachable',
      retryAt: expect.any(Number) as number,
    });
    service.reading = null;
    await clock.advanceUntil(() => stateOf(ids[0]) === 'uploaded', 400_000);
    expect(uploader.hold()).toBeNull();
    await untilAll(ids, 'uploaded', 400_000);
    expect(service.records()).toHaveLength(2);
  });

  it('ends its lookup in a listing that loops', async () => {
    service.whims.push('lose-answer');
    const ids = add();
    const { uploader } = uploaderOf();
    service.reading = { kind: 'page', flights: [flightOf({ id: 9 }), flightOf({ id: 8 })], nextBeforeId: 9 };
    uploader.start();
    await clock.advanceUntil(() => stateOf(ids[0]) === 'held');
    expect(service.reads().length).toBeLessThanOrEqual(4);
  });
});
