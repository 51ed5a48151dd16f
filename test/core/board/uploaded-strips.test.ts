import { describe, expect, it } from 'vitest';
import { stripOf } from '../../../main/core/board/strips.ts';
import type { StoredFlight } from '../../../main/core/storage/tables/flights.ts';
import { flightOf } from '../sample-flight.ts';
import { context, jobOf, setUpStrips } from './strips-under-test.ts';

setUpStrips();

describe('a report that is uploaded', () => {
  const stored = (more: Partial<StoredFlight> = {}, record: Parameters<typeof flightOf>[0] = {}) =>
    ({ id: 7, record: flightOf({ id: 7, ...record }), stageSince: 40, firstSeenAt: 30, ...more }) as StoredFlight;

  it('has the stage of its flight, and its page', () => {
    const usual = { lowMs: 1, highMs: 2 };
    const usually = (stage: string) => (stage === 'automatic-check' ? usual : null);
    const flight = stored();
    expect(stripOf(jobOf({ state: 'uploaded', flightId: 7, uploadedAt: 9 }), flight, { ...context, usually })).toEqual({
      id: 'job-1',
      bay: 'under-review',
      stage: 'automatic-check',
      segments: ['done', 'done', 'now', 'open', 'open'],
      actor: 'service',
      since: 40,
      usually: usual,
      file: { name: 'a.png', bytes: 100, source: { kind: 'dropped' }, addedAt: 1_000 },
      hasImage: true,
      flight: flight.record,
      progress: null,
      uploadsAt: null,
      reason: null,
      actions: ['open-page', 'show-file'],
      order: flight.record.createdAt,
    });
  });

  it('is completed without its flight if the pilot confirmed it', () => {
    const confirmed = jobOf({ state: 'uploaded' });
    expect(stripOf(confirmed, null, context)).toMatchObject({
      bay: 'completed',
      stage: 'received',
      actor: 'nobody',
      segments: ['done', 'done', 'skipped', 'skipped', 'skipped'],
      since: 5,
      flight: null,
      actions: ['show-file'],
      order: 5,
    });
    expect(stripOf({ ...confirmed, uploadedAt: 9 }, null, context).order).toBe(9);
  });

  it('was uploaded elsewhere: a flight has no file, and its place by when it was first seen', () => {
    expect(stripOf(null, stored({}, { createdAt: null }), context)).toMatchObject({
      id: 'flight-7',
      file: null,
      hasImage: false,
      actions: ['open-page'],
      order: 30,
    });
    expect(stripOf(null, stored(), { ...context, hasFlightPages: false }).actions).toEqual([]);
  });

  it('is one or the other', () => {
    expect(() => stripOf(null, null, context)).toThrow('a job or a flight');
  });
});
