import { describe, expect, it } from 'vitest';
import { flightOf } from '../sample-flight.ts';
import { readAnswer, statusMeaning, type UploadOutcome } from '../../../main/core/service/outcomes.ts';
import {
  add,
  clock,
  historyOf,
  service,
  startUploader,
  stateOf,
  stores,
  untilAll,
  uploaderOf,
  withUploader,
} from './uploader-under-test.ts';
import { createSizeLimit } from '../../../main/core/uploads/size-limit.ts';

withUploader();

// What each possible answer leads to is a table of after-attempt.test.ts, and whose a record is one of match-record.test.ts.
describe('a lost answer', () => {
  it('is found in the listing, and the report is not sent twice', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    startUploader();
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

  it.each([
    ['at an unknown time', null],
    ['before this attempt', -3_600_000],
  ])('is one that names the flight of another report, made %s', async (_when, ageMs) => {
    const [first, second] = add(2);
    startUploader();
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
    startUploader();
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
    startUploader();
    await untilAll(ids, 'unconfirmed');
    clock.setWall(clock.now() + byMs);
    await untilAll(ids, 'uploaded', 30_000);
    const [lost, again] = service.uploads();
    expect(again!.at - lost!.at).toBeGreaterThanOrEqual(10_000);
  });

  it('is left to the pilot if reading is refused, and found once it is allowed again', async () => {
    const [first, unconfirmed, next] = add(3);
    const { uploader, world } = startUploader();
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
    service.whims.push({ kind: 'server-error', code: 'HTTP 503', retryAfterMs: null, means: statusMeaning(503)! });
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

  it('is retried at growing intervals if it repeats', async () => {
    for (const [whim, atMost] of [
      // Each attempt may end unconfirmed: less often.
      ['lose-report', 25],
      [{ kind: 'server-error', code: 'HTTP 500', retryAfterMs: null }, 25],
    ] as const) {
      service.always = whim;
      service.requests.length = 0;
      const ids = add();
      const { uploader } = startUploader();
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
    startUploader();
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

/** As nginx answers. */
const answerOf = (status: number) =>
  readAnswer({
    status,
    headers: { 'content-type': 'text/html' },
    text: `<html><title>${status}</title></html>`,
    json: undefined,
    retryAfterMs: null,
  }) as UploadOutcome;
const reasonOf = (id: number) => stores.jobs.byId(id)?.reason;

const statuses = [
  408, 411, 413, 414, 415, 421, 431, 451, 494, 495, 496, 497, 498, 499, 502, 503, 504, 520, 521, 522, 523, 524, 525,
  526,
];
const of = (...next: string[]) => statuses.filter((status) => next.includes(statusMeaning(status)?.next ?? ''));

it.each(statuses)('%i has a meaning and a sentence of its own', (status) => {
  expect(statusMeaning(status)).not.toBeNull();
  expect(['server-error', 'refused-by-gateway']).toContain(answerOf(status).kind);
});

describe.each([
  ['where flights can be read', true],
  ['where they cannot', false],
])('%s', (_where, canRead) => {
  it.each(of('reject'))('%i: one lookup at most, and never a second upload of the same bytes', async (status) => {
    service.always = answerOf(status);
    const [id] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = canRead;
    uploader.start();
    await clock.advance(24 * 3_600_000);
    expect(stateOf(id)).toBe('rejected');
    expect(reasonOf(id!)).toMatchObject({ requiredAction: 'other-file', code: `HTTP ${status}, text/html` });
    expect(service.uploads()).toHaveLength(1);
    expect(service.reads().length).toBeLessThanOrEqual(1);
  });
});

it.each(of('retry', 'hold'))('%i: looked up, then uploaded by itself, once', async (status) => {
  service.whims.push(answerOf(status));
  const ids = add(2);
  const { world } = startUploader();
  await untilAll(ids, 'uploaded', 1_800_000);
  expect(service.uploads()).toHaveLength(3);
  expect(service.records()).toHaveLength(2);
  const sentences = world.holds.map((hold) => hold?.failure.message.id);
  expect(sentences).not.toContain('failure.answerNotUnderstood');
});

it.each(of('hold'))('%i: the other reports wait, and are told why', async (status) => {
  service.always = answerOf(status);
  add(3);
  const { world } = startUploader();
  await clock.advance(4 * 60_000);
  expect(service.uploads()).toHaveLength(1);
  expect(world.holds.at(-1)?.failure.message.id).toMatch(/refused|Refused/);
});

it.each(statuses)('%i: a record that was made all the same is found', async (status) => {
  service.whims.push({ done: answerOf(status) });
  const ids = add();
  startUploader();
  await untilAll(ids, 'uploaded', 1_800_000);
  expect(service.uploads()).toHaveLength(1);
  expect(service.records()).toHaveLength(1);
});

describe('a size that was refused', () => {
  it.each([answerOf(413), { kind: 'file-too-large', code: 'file_too_large' } as const])(
    'is a bound for the files that wait and those that come, until a larger one is accepted: %j',
    async (refusal) => {
      service.whims.push(refusal);
      const [first, second] = add(2, { bytes: 400_000 });
      const { uploader } = startUploader();
      await clock.advance(60_000);
      expect(reasonOf(first!)).toMatchObject({ kind: 'file-too-large' });
      expect(stateOf(second)).toBe('held');
      expect(reasonOf(second!)).toMatchObject({ kind: 'file-too-large' });
      expect(service.uploads()).toHaveLength(1);

      // Durable: the next process knows it too.
      const { bytes } = stores.jobs.byId(first!)!;
      const later = createSizeLimit({ clock, facts: stores.facts, inSettings: () => 1_000_000 });
      expect(later.maxBytes()).toBe(bytes - 1);
      // The pilot uploads it all the same, and the service accepts it.
      stores.jobs.change(second!, clock.now(), { state: 'waiting', reason: null });
      uploader.wake();
      await untilAll([second!], 'uploaded');
      expect(later.maxBytes()).toBe(1_000_000);
    },
  );

  it('holds no waiting file that is smaller, if only by a byte', async () => {
    service.whims.push({ kind: 'file-too-large', code: 'file_too_large' });
    const [refused] = add(1, { bytes: 400_000 });
    const [within] = add(1, { bytes: 399_999 });
    startUploader();
    await untilAll([within!], 'uploaded');
    expect(stateOf(refused)).toBe('rejected');
    expect(service.uploads()).toHaveLength(2);
  });

  it('stays the smallest one, and is forgotten when the pilot sets another limit', () => {
    const limit = createSizeLimit({ clock, facts: stores.facts, inSettings: () => 1_000_000 });
    limit.note(500_000, 'too-large');
    limit.note(800_000, 'too-large');
    limit.note(400_000, 'accepted');
    expect(limit.maxBytes()).toBe(499_999);
    limit.forget();
    expect(limit.maxBytes()).toBe(1_000_000);
  });

  it('is not learned from a small file, which no server refuses for its size', () => {
    const limit = createSizeLimit({ clock, facts: stores.facts, inSettings: () => 1_000_000 });
    limit.note(60_000, 'too-large');
    expect(limit.maxBytes()).toBe(1_000_000);
  });
});
