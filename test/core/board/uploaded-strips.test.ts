import { describe, expect, it } from 'vitest';
import { stripOf } from '../../../main/core/board/strips.ts';
import type { StoredFlight } from '../../../main/core/storage/tables/flights.ts';
import { flightOf } from '../sample-flight.ts';
import type { Job } from '../../../main/core/storage/tables/jobs.ts';
import { context, jobOf, setUpStrips, stores } from './strips-under-test.ts';

setUpStrips();

describe('a report that is uploaded', () => {
  const stored = (more: Partial<StoredFlight> = {}, record: Parameters<typeof flightOf>[0] = {}) =>
    ({ id: 7, record: flightOf({ id: 7, ...record }), stageSince: 40, firstSeenAt: 30, ...more }) as StoredFlight;

  it('has the stage of its flight, and its page', () => {
    const usual = { lowMs: 1, highMs: 2 };
    const usually = (stage: string) => (stage === 'automatic-check' ? usual : null);
    const flight = stored();
    expect(
      stripOf(jobOf({ state: 'uploaded', evidence: 'answered', flightId: 7, uploadedAt: 9 }), flight, {
        ...context,
        usually,
      }),
    ).toEqual({
      evidence: 'answered',
      pilot: null,
      isShown: true,
      isAgreed: false,
      id: 'job-1',
      bay: 'under-review',
      stage: 'automatic-check',
      segments: ['done', 'done', 'now', 'open', 'open'],
      actor: 'service',
      since: 40,
      usually: usual,
      file: { name: 'a.png', bytes: 100, source: { kind: 'dropped' }, addedAt: 1_000 },
      hasImage: true,
      lacksText: false,
      flight: flight.record,
      own: null,
      progress: null,
      uploadsAt: null,
      reason: null,
      actions: ['open-page', 'show-file'],
      order: flight.record.createdAt,
    });
  });

  it('says that hardly any text was found on its image until its flight is completed', () => {
    const uploaded = { state: 'uploaded', evidence: 'answered', flightId: 7, uploadedAt: 9, lacksText: true } as const;
    const job = jobOf(uploaded);
    const completed = stored({}, { automatedChecked: true, moderatorChecked: true });
    expect(stripOf(job, stored(), context).lacksText).toBe(true);
    expect(stripOf(job, completed, context)).toMatchObject({ stage: 'completed', lacksText: false });
  });

  it('only probably is as its flight, except for its stage and what the pilot can say to it', () => {
    const inferred = { state: 'uploaded', evidence: 'inferred', flightId: 7, uploadedAt: 9 } as const;
    const completed = stored({}, { isArchived: true });
    expect(stripOf(jobOf(inferred), completed, context)).toMatchObject({
      bay: 'completed',
      stage: 'inferred',
      evidence: 'inferred',
      pilot: null,
      isShown: true,
      isAgreed: false,
      actions: ['confirm-flight', 'release-flight', 'open-page', 'show-file'],
    });
    const [{ id }] = stores.jobs.inStates('uploaded') as [Job];
    stores.jobs.change(id, 8, { agreedAt: 8 });
    expect(stripOf({ ...stores.jobs.byId(id)!, bay: null }, completed, context)).toMatchObject({
      stage: 'archived',
      pilot: null,
      isShown: true,
      isAgreed: true,
      actions: ['open-page', 'show-file'],
    });
  });

  it('is completed without its flight if the pilot confirmed it', () => {
    const confirmed = jobOf({ state: 'uploaded', evidence: 'unknown', agreedAt: 5 });
    expect(stripOf(confirmed, null, context)).toMatchObject({
      evidence: 'unknown',
      pilot: null,
      isShown: true,
      isAgreed: true,
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
