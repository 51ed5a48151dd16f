// The strip of one report or flight, as the board draws it, by what is known of it.
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../main/contract/failure.ts';
import type { Strip } from '../../../main/contract/strip.ts';
import { holdsAll, type StripContext } from '../../../main/core/board/strips.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { JobChange } from '../../../main/core/storage/tables/jobs.ts';
import { attempt, drawn, tooLarge, offline, setUpStrips } from './strips-under-test.ts';

setUpStrips();

describe('a report that is not uploaded', () => {
  it.each<[string, JobChange, Partial<StripContext>, Partial<Strip>]>([
    [
      'that waits has the time of its upload',
      {},
      {},
      {
        bay: 'queue',
        stage: 'waiting',
        actor: 'companion',
        segments: ['done', 'open', 'open', 'open', 'open'],
        uploadsAt: 1_001,
        reason: null,
      },
    ],
    [
      'that waits while all are held has no time',
      {},
      { hold: failures.signInNeeded() },
      { bay: 'queue', stage: 'held', actor: 'you', uploadsAt: null, reason: failures.signInNeeded() },
    ],
    [
      'that waits for a connection has a time, and the reason',
      {},
      { hold: offline },
      { stage: 'waiting', actor: 'companion', uploadsAt: 1_001, reason: offline, actions: ['remove', 'show-file'] },
    ],
    ['has no longer a reason that is over', { reason: offline }, {}, { reason: null }],
    [
      'has no longer an error of the service that is over',
      { reason: failures.answerNotUnderstood('The service', 'html') },
      {},
      { reason: null },
    ],
    ['keeps a reason of its own', { reason: tooLarge }, {}, { reason: tooLarge }],
    [
      'that is being uploaded has its progress',
      { state: 'uploading', attempt },
      { progress: () => ({ sentBytes: 7, totalBytes: 100 }) },
      {
        bay: 'queue',
        stage: 'uploading',
        actor: 'companion',
        segments: ['done', 'now', 'open', 'open', 'open'],
        progress: { sentBytes: 7, totalBytes: 100 },
        uploadsAt: null,
        reason: null,
      },
    ],
    [
      'that is being uploaded by another process has none yet',
      { state: 'uploading', attempt },
      {},
      { progress: { sentBytes: 0, totalBytes: 100 } },
    ],
    [
      'that is looked up is the companion’s task',
      { state: 'unconfirmed', attempt, reason: failures.answerLost(9) },
      {},
      {
        bay: 'queue',
        stage: 'unconfirmed',
        actor: 'companion',
        segments: ['done', 'now', 'open', 'open', 'open'],
        reason: failures.answerLost(9),
        actions: ['show-file'],
      },
    ],
    [
      'that is looked up is not held by the connection',
      { state: 'unconfirmed', attempt, reason: failures.answerLost(9) },
      { hold: offline },
      { actor: 'companion', reason: failures.answerLost(9), actions: ['show-file'] },
    ],
    [
      'that cannot be looked up is the pilot’s decision',
      { state: 'unconfirmed', attempt, reason: failures.answerLost(9) },
      { canRead: false },
      {
        bay: 'needs-attention',
        stage: 'unconfirmed',
        actor: 'you',
        segments: ['done', 'now', 'open', 'open', 'open'],
        reason: failures.answerLostAndUnreadable(),
        actions: ['mark-received', 'upload-again', 'show-file'],
      },
    ],
    [
      'keeps the question that was asked',
      { state: 'unconfirmed', attempt, reason: failures.answerLostAmbiguous() },
      { canRead: false },
      { reason: failures.answerLostAmbiguous() },
    ],
    [
      'that was rejected has the reason',
      { state: 'rejected', reason: tooLarge },
      {},
      {
        bay: 'needs-attention',
        stage: 'rejected',
        actor: 'you',
        segments: ['done', 'open', 'open', 'open', 'open'],
        reason: tooLarge,
      },
    ],
    [
      'that needs approval asks for it',
      { state: 'held', reason: failures.approvalNeeded() },
      {},
      {
        bay: 'needs-attention',
        stage: 'approval',
        segments: ['done', 'open', 'open', 'open', 'open'],
        actions: ['approve', 'reject', 'show-file'],
      },
    ],
    [
      'that is held has the reason',
      { state: 'held', reason: tooLarge },
      {},
      { bay: 'needs-attention', stage: 'held', segments: ['done', 'open', 'open', 'open', 'open'], reason: tooLarge },
    ],
    [
      'that is held and may have arrived is unconfirmed',
      { state: 'held', attempt, reason: failures.answerLostUnclear() },
      {},
      {
        bay: 'needs-attention',
        stage: 'unconfirmed',
        evidence: 'unknown',
        segments: ['done', 'now', 'open', 'open', 'open'],
      },
    ],
    [
      'that was declined can still be approved',
      { state: 'declined', reason: null },
      {},
      {
        bay: 'not-uploaded',
        stage: 'not-uploaded',
        actor: 'nobody',
        segments: ['done', 'skipped', 'skipped', 'skipped', 'skipped'],
        actions: ['approve', 'remove', 'show-file'],
      },
    ],
  ])('%s', (_what, change, more, expected) => {
    const strip = drawn(change, more);
    expect(strip).toMatchObject({
      hasImage: true,
      flight: null,
      order: 1,
      usually: null,
      since: change.state ? 5 : 1_000,
      ...expected,
    });
    expect(strip).toMatchObject({
      id: 'job-1',
      file: { name: 'a.png', bytes: 100, source: { kind: 'dropped' }, addedAt: 1_000 },
    });
  });

  it('offers no file where none can be shown', () => {
    expect(drawn({}, { canShowFile: false }).actions).toEqual(['remove']);
  });

  it.each<[string, Failure, Strip['actions']]>([
    ['a sign-in', failures.signInNeeded(), ['sign-in', 'remove', 'show-file']],
    ['a subscription', failures.writeNotEnabled(), ['retry', 'remove', 'show-file']],
    ['other settings', failures.applicationRefused('CODE'), ['open-settings', 'retry', 'remove', 'show-file']],
    ['space on the disk', failures.disk('ENOSPC'), ['remove', 'show-file']],
  ])('offers what ends a hold that needs %s', (_what, hold, actions) => {
    expect(drawn({}, { hold }).actions).toEqual(actions);
    expect(holdsAll(hold)).toBe(true);
  });
});

describe('a report of a pilot who is signed out', () => {
  const ben = { pilot: { id: 7, name: 'ben', isSignedOut: true } };
  it.each<[string, JobChange, boolean]>([
    ['waits', {}, true],
    ['may have arrived', { state: 'unconfirmed', attempt }, true],
    ['is held', { state: 'held', reason: tooLarge }, false],
    ['is being uploaded', { state: 'uploading', attempt }, false],
    ['was declined', { state: 'declined' }, false],
    ['needs approval', { state: 'held', reason: failures.approvalNeeded() }, false],
  ])('that %s says so: %s', (_what, change, isSaid) => {
    const { reason, bay } = drawn(change, ben);
    const said = [failures.otherPilot('ben'), failures.answerLostOfOther('ben')].map((one) => JSON.stringify(one));
    expect(said.includes(JSON.stringify(reason)) && bay === 'queue').toBe(isSaid);
  });

  it('can be given to the shown pilot only while it has surely not arrived', () => {
    expect(drawn({}, ben).actions).toEqual(['upload-as-me', 'remove', 'show-file']);
    expect(drawn({ state: 'unconfirmed', attempt }, ben).actions).toEqual([
      'mark-received',
      'upload-again',
      'show-file',
    ]);
  });
});

it.each<[string, Failure | null, boolean]>([
  ['nothing', null, false],
  ['a connection that returns', offline, false],
  ['a sign-in', failures.signInEnded(), true],
  ['a disk', failures.disk('EIO'), true],
])('%s holds all reports until the pilot acts: %s', (_what, hold, isHeld) => {
  expect(holdsAll(hold)).toBe(isHeld);
});
