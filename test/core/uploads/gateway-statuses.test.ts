// Statuses that a server in front of the service sends: each has one meaning, its own sentence, and what follows.
import { describe, expect, it } from 'vitest';
import { readAnswer, statusMeaning, type UploadOutcome } from '../../../main/core/service/outcomes.ts';
import { createSizeLimit } from '../../../main/core/uploads/size-limit.ts';
import { add, clock, service, stateOf, stores, untilAll, uploaderOf, withUploader } from './uploader-under-test.ts';

withUploader();

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
  const { uploader, world } = uploaderOf();
  uploader.start();
  await untilAll(ids, 'uploaded', 1_800_000);
  expect(service.uploads()).toHaveLength(3);
  expect(service.records()).toHaveLength(2);
  const sentences = world.holds.map((hold) => hold?.failure.message.id);
  expect(sentences).not.toContain('failure.answerNotUnderstood');
});

it.each(of('hold'))('%i: the other reports wait, and are told why', async (status) => {
  service.always = answerOf(status);
  add(3);
  const { uploader, world } = uploaderOf();
  uploader.start();
  await clock.advance(4 * 60_000);
  expect(service.uploads()).toHaveLength(1);
  expect(world.holds.at(-1)?.failure.message.id).toMatch(/refused|Refused/);
});

it.each(statuses)('%i: a record that was made all the same is found', async (status) => {
  service.whims.push({ done: answerOf(status) });
  const ids = add();
  uploaderOf().uploader.start();
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
      const { uploader } = uploaderOf();
      uploader.start();
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
    uploaderOf().uploader.start();
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
