import { describe, expect, it } from 'vitest';
import type { Strip } from '../../../../main/contract/strip.ts';
import { ofReport, stateOfJob } from '../../../../main/core/app/diagnostics/report-status.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Job } from '../../../../main/core/storage/tables/jobs.ts';
import { freshStores, newJob } from '../../storage/fresh-stores.ts';
import { wholeStrip } from '../../../support/fake-companion/fake-strips.ts';

function jobWith(more: Partial<Job>): Job {
  const { jobs, database } = freshStores();
  const job = jobs.byId(jobs.add(newJob()))!;
  database.close();
  return { ...job, ...more };
}
const stripWith = (more: Partial<Strip>) => wholeStrip('job-1', 'waiting', { reason: null, ...more });
const held = failures.notApproved();

describe('the state of a file that is a report', () => {
  it.each([
    ['waiting', true, 'waiting'],
    ['uploading', true, 'waiting'],
    ['unconfirmed', true, 'waiting'],
    ['unconfirmed', false, 'needs-attention'],
    ['held', true, 'needs-attention'],
    ['rejected', true, 'needs-attention'],
    ['uploaded', false, 'uploaded'],
    ['declined', true, 'not-added'],
  ] as const)('%s, lost answers looked up: %s, is %s', (state, isLookedUp, expected) => {
    expect(stateOfJob(jobWith({ state }), isLookedUp)).toBe(expected);
  });
});

describe('the explanation of a report', () => {
  it.each<[string, Partial<Job>, Partial<Strip>, string, string | null]>([
    ['uploaded', { state: 'uploaded', flightId: null, uploadedAt: null }, {}, 'explain.uploaded', null],
    ['uploaded at a time', { state: 'uploaded', flightId: null, uploadedAt: 5 }, {}, 'explain.uploadedAt', null],
    ['a flight', { state: 'uploaded', flightId: 7, uploadedAt: null }, {}, 'explain.uploadedAsFlight', null],
    ['a flight at a time', { state: 'uploaded', flightId: 7, uploadedAt: 5 }, {}, 'explain.uploadedAsFlightAt', null],
    ['in the queue', { state: 'waiting' }, { uploadsAt: null }, 'explain.queued', null],
    ['in the queue with a time', { state: 'waiting' }, { uploadsAt: 9 }, 'explain.queuedUntil', null],
    ['waiting for a reason', { state: 'waiting' }, { reason: held }, 'explain.waiting', held.message.id],
    ['uploading', { state: 'uploading' }, { stage: 'uploading' }, 'explain.uploading', null],
    ['about to upload', { state: 'uploading' }, { stage: 'waiting' }, 'explain.held', null],
    ['uploading again', { state: 'uploading' }, { stage: 'waiting', reason: held }, held.message.id, null],
    ['held', { state: 'held' }, {}, 'explain.held', null],
    ['held for a reason', { state: 'held' }, { reason: held }, held.message.id, null],
    ['rejected', { state: 'rejected' }, { reason: held }, held.message.id, null],
    ['declined', { state: 'declined' }, { reason: held }, 'explain.declined', held.message.id],
  ])('%s', (_what, job, strip, headline, advice) => {
    const explained = ofReport(jobWith(job), stripWith(strip));
    expect([explained.headline.id, explained.advice?.id ?? null]).toEqual([headline, advice]);
  });
});
