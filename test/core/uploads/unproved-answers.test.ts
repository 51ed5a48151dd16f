import { flightOf } from '../sample-flight.ts';
import { statusMeaning } from '../../../main/core/service/outcomes.ts';
import { describe, expect, it } from 'vitest';
import type { UploadOutcome } from '../../../main/core/service/outcomes.ts';
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

withUploader();

// What each possible answer leads to is a table of after-attempt.test.ts, and whose a record is one of match-record.test.ts.
describe('a lost answer', () => {
  it('is found in the listing, and the report is not sent twice', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
    expect(historyOf(ids[0])).toEqual(['answer-lost', 'inferred']);
    expect(stores.jobs.byId(ids[0]!)).toMatchObject({
      flightId: 1,
      evidence: 'inferred',
      agreedAt: null,
      reason: null,
    });
    expect(stores.jobs.byId(ids[1]!)).toMatchObject({ flightId: 2, evidence: 'answered', attempt: null });
  });

  it('leads to one more upload after the grace time if the report never arrived', async () => {
    service.whims.push('lose-report');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(3);
    expect(service.uploads()[1]!.at - service.uploads()[0]!.at).toBeGreaterThanOrEqual(10_000);
    expect(historyOf(ids[0])).toEqual(['answer-lost', 'not-arrived', 'uploaded']);
  });

  it('is the pilot’s decision if two records match, and the queue continues', async () => {
    service.whims.push('lose-answer');
    const [unconfirmed, next] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 1);
    service.put();
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({
      state: 'held',
      reason: { requiredAction: 'decision' },
      attempt: {},
    });
    expect(historyOf(unconfirmed)).toEqual(['answer-lost', 'ambiguous']);
    expect(service.uploads()).toHaveLength(2);
  });

  it('waits for the pilot if flights cannot be read, while the others upload', async () => {
    const [first, unconfirmed, next] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({
      state: 'unconfirmed',
      reason: { requiredAction: 'decision' },
    });
    await clock.advance(3_600_000);
    expect(service.uploads()).toHaveLength(3);
    world.canRead = true;
    uploader.wake();
    await untilAll([unconfirmed!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({ flightId: 2 });
  });

  it.each([
    ['at an unknown time', null],
    ['before this attempt', -3_600_000],
  ])('is one that names the flight of another report, made %s', async (_when, ageMs) => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    const createdAt = ageMs === null ? null : clock.now() + ageMs;
    service.whims.push({ kind: 'accepted', flight: flightOf({ id: 1, createdAt }) });
    await untilAll([second!], 'uploaded', 60_000);
    expect([first, second].map((id) => stores.jobs.byId(id!)!.flightId)).toEqual([1, 2]);
    expect(historyOf(second)).toEqual(['answer-lost', 'not-arrived', 'uploaded']);
  });

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
});

describe('an inconclusive answer', () => {
  it('believes a 503 once it is known that flights cannot be read', async () => {
    service.whims.push({
      kind: 'server-error',
      code: 'HTTP 503',
      retryAfterMs: null,
      means: statusMeaning(503)!,
    });
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
});
