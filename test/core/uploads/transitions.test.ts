import { describe, expect, it } from 'vitest';
import { jobStates, type JobState } from '../../../main/contract/strip.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { Job } from '../../../main/core/storage/tables/job.ts';
import {
  attemptBegins,
  byPilot,
  notArrived,
  ownerChanged,
  pilotTransitions,
} from '../../../main/core/uploads/transitions.ts';
import { freshStores, newJob } from '../storage/fresh-stores.ts';

const stores = freshStores();
const stored = stores.jobs.byId(stores.jobs.add(newJob()))!;
const attempt = { startedAt: 1_000, endedAt: 2_000, baselineId: 40, lookups: 0 };
const inState = (state: JobState, more: Partial<Job> = {}): Job => ({ ...stored, state, ...more });

describe('a report whose answer was lost, and that is not there', () => {
  const failure = failures.answerNotUnderstood('Club', 'HTTP 418');
  it.each([
    ['after no answer', undefined, 0, 'waiting'],
    ['after no answer, however often', undefined, 9, 'waiting'],
    ['after an answer that rejects it', 'rejected', 0, 'waiting'],
    ['after the second such answer', 'rejected', 1, 'waiting'],
    ['after the third', 'rejected', 2, 'rejected'],
  ] as const)('%s', (_, outcome, rejections, state) => {
    const answered = outcome && { failure, outcome };
    expect(notArrived({ ...attempt, ...(answered && { answered }) }, null, rejections).change.state).toBe(state);
  });
});

describe('what the pilot can do', () => {
  const every = { ...pilotTransitions, changeOwner: ownerChanged(2) };
  const settled: Record<keyof typeof every, readonly JobState[]> = {
    retry: ['waiting', 'held', 'rejected'],
    remove: ['waiting', 'held', 'rejected', 'declined'],
    changeOwner: ['waiting', 'held', 'rejected'],
    approve: ['declined'],
    reject: [],
    askAgain: ['declined'],
    restore: jobStates,
    uploadAgain: [],
    markReceived: [],
    confirmFlight: [],
    releaseFlight: [],
  };
  const open: typeof settled = {
    retry: [],
    remove: [],
    changeOwner: [],
    approve: ['declined'],
    reject: [],
    askAgain: ['declined'],
    restore: jobStates,
    uploadAgain: ['unconfirmed', 'held'],
    markReceived: ['unconfirmed', 'held'],
    confirmFlight: ['uploaded'],
    releaseFlight: ['uploaded'],
  };
  const names = Object.keys(every) as (keyof typeof every)[];

  it.each(names)('%s: in these states, while no attempt is open', (name) => {
    const possible = jobStates.filter((state) => every[name].refusal(inState(state)) === null);
    expect(possible.toSorted()).toEqual([...settled[name]].toSorted());
  });

  it.each(names)('%s: in these states, while it is open whether the service has the report', (name) => {
    const possible = jobStates.filter((state) => every[name].refusal(inState(state, { attempt })) === null);
    expect(possible.toSorted()).toEqual([...open[name]].toSorted());
  });

  it('an image that waits for approval is approved or rejected', () => {
    const asked = inState('held', { reason: failures.approvalNeeded() });
    expect(names.filter((name) => every[name].refusal(asked) === null)).toEqual(
      expect.arrayContaining(['approve', 'reject']),
    );
  });

  it('is noted with the flight that the report has', () => {
    const notesOf = (job: Job) => byPilot(pilotTransitions.confirmFlight, job, 3_000).notes;
    expect(notesOf(inState('uploaded', { flightId: 7 }))).toEqual([{ what: 'confirmed-by-pilot', flightId: 7 }]);
    expect(notesOf(inState('uploaded'))).toEqual([{ what: 'confirmed-by-pilot' }]);
  });
});

describe('an attempt begins', () => {
  const whats = (copy: Parameters<typeof attemptBegins>[2]) => {
    const { change, notes = [] } = attemptBegins(inState('waiting', { attempts: 1 }), attempt, copy);
    return [change.state, change.reason?.kind ?? null, change.attempts, notes.map(({ what }) => what)];
  };
  it.each([
    [{ found: 'whole', now: 'whole' }, ['uploading', null, 2, ['uploading']]],
    [{ found: 'damaged', now: 'whole' }, ['uploading', null, 2, ['copy-damaged', 'copy-restored', 'uploading']]],
    [{ found: 'missing', now: 'missing' }, ['held', 'file-gone', undefined, ['file-gone']]],
    [{ found: 'damaged', now: 'damaged' }, ['held', failures.copyDamaged().kind, undefined, ['copy-damaged']]],
  ] as const)('with a copy that is %j', (copy, expected) => expect(whats(copy)).toEqual(expected));
});
