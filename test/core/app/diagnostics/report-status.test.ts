import { expect, it } from 'vitest';
import type { Strip } from '../../../../main/contract/strip.ts';
import { ofReport, stateOfJob } from '../../../../main/core/app/diagnostics/decision-pages.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Job } from '../../../../main/core/storage/tables/job.ts';
import { message, type Message } from '../../../../main/messages/message.ts';
import { wholeStrip } from '../../../support/fake-companion/fake-strips.ts';
import { newJob } from '../../storage/fresh-stores.ts';

const jobWith = (more: Partial<Job>): Job => ({
  ...newJob(),
  id: 1,
  since: 0,
  attempts: 0,
  attempt: null,
  flightId: null,
  uploadedAt: null,
  evidence: more.state === 'uploaded' ? 'answered' : null,
  agreedAt: null,
  lacksText: null,
  looksLike: null,
  ...more,
});
const stripWith = (more: Partial<Strip>) => wholeStrip('job-1', 'waiting', { reason: null, ...more });
const held = failures.notApproved();

it.each([
  ['waiting', true, 'waiting'],
  ['uploading', true, 'waiting'],
  ['unconfirmed', true, 'waiting'],
  ['unconfirmed', false, 'needs-attention'],
  ['held', true, 'needs-attention'],
  ['rejected', true, 'needs-attention'],
  ['uploaded', false, 'uploaded'],
  ['declined', true, 'not-added'],
] as const)(
  'the state of a file that is a report %s, lost answers looked up: %s, is %s',
  (state, isLookedUp, expected) => {
    expect(stateOfJob(jobWith({ state }), isLookedUp)).toBe(expected);
  },
);

const uploaded = 'uploaded' as const;
const flight = 7;
const at = 5;

it.each<[string, Partial<Job>, Partial<Strip>, Message, Message | null]>([
  ['uploaded', { state: uploaded }, { reason: held }, message('explain.uploaded'), null],
  ['uploaded at a time', { state: uploaded, uploadedAt: at }, {}, message('explain.uploadedAt', { at }), null],
  ['a flight', { state: uploaded, flightId: flight }, {}, message('explain.uploadedAsFlight', { flight }), null],
  [
    'a flight at a time',
    { state: uploaded, flightId: flight, uploadedAt: at },
    {},
    message('explain.uploadedAsFlightAt', { flight, at }),
    null,
  ],
  ['in the queue', { state: 'waiting' }, { uploadsAt: null }, message('explain.queued'), null],
  ['in the queue with a time', { state: 'waiting' }, { uploadsAt: at }, message('explain.queuedUntil', { at }), null],
  [
    'waiting for a reason, whatever its time',
    { state: 'waiting' },
    { reason: held, uploadsAt: at },
    message('explain.waiting'),
    held.message,
  ],
  ['uploading', { state: 'uploading' }, { stage: 'uploading', reason: held }, message('explain.uploading'), null],
  ['about to upload', { state: 'uploading' }, { stage: 'waiting' }, message('explain.held'), null],
  ['uploading again', { state: 'uploading' }, { stage: 'waiting', reason: held }, held.message, null],
  ['held', { state: 'held' }, {}, message('explain.held'), null],
  ['held for a reason', { state: 'held' }, { reason: held }, held.message, null],
  ['rejected', { state: 'rejected' }, { reason: held }, held.message, null],
  ['rejected without a reason', { state: 'rejected' }, {}, message('explain.held'), null],
  ['unconfirmed', { state: 'unconfirmed' }, {}, message('explain.held'), null],
  ['unconfirmed for a reason', { state: 'unconfirmed' }, { reason: held }, held.message, null],
  ['declined', { state: 'declined' }, { reason: held }, message('explain.declined'), held.message],
  ['declined without a reason', { state: 'declined' }, {}, message('explain.declined'), null],
])('the explanation of a report %s', (_what, job, strip, headline, advice) => {
  expect(ofReport(jobWith(job), stripWith(strip))).toEqual({ headline, advice });
});
