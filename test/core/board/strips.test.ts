// The strip of one report or flight, as the board draws it, by what is known of it.
import { beforeEach, describe, expect, it } from 'vitest';
import { stripOf, type StripContext, holdsAll } from '../../../main/core/board/strips.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { JobChange, Job } from '../../../main/core/storage/tables/job.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';
import { emptyEntry } from '../../../main/contract/own-entry.ts';
import type { Failure } from '../../../main/contract/failure.ts';
import type { Strip } from '../../../main/contract/strip.ts';
import type { StoredFlight } from '../../../main/core/storage/tables/flights.ts';
import { flightOf } from '../sample-flight.ts';

let stores: FreshStores;
let anna: number;
let context: StripContext;

const attempt = { startedAt: 1, endedAt: 2, baselineId: 0, lookups: 0 };

function jobOf(change: JobChange = {}, accountId: number | null = anna, canRead = true) {
  const id = stores.jobs.add(newJob({ accountId, name: 'a.png', bytes: 100 }));
  stores.jobs.change(id, 5, change);
  const seen = { hidden: [], unreadable: canRead ? [] : [anna], shown: anna, signedIn: [], isSending: true };
  return stores.jobs.onBoard(id, seen)!;
}

const drawn = (change: JobChange = {}, more: Partial<StripContext> = {}, accountId: number | null = anna) =>
  stripOf(jobOf(change, accountId, more.canRead !== false), null, { ...context, ...more });

const tooLarge = failures.fileTooLarge(11, 10);
const offline = failures.offline();

beforeEach(() => {
  stores = freshStores();
  anna = stores.accountOf('anna');
  context = {
    canRead: true,
    canShowFile: true,
    hasFlightPages: true,
    hasPilot: true,
    hold: null,
    whose: { pilot: null, isShown: true },
    uploadsAt: (id) => 1_000 + id,
    progress: () => null,
    usually: () => null,
  };
  return () => stores.database.close();
});

describe('a report that is not uploaded', () => {
  const before: Strip['segments'] = ['done', 'open', 'open', 'open', 'open'];
  const during: Strip['segments'] = ['done', 'now', 'open', 'open', 'open'];
  /** `at`: bay, stage and actor. */
  type Drawn = Partial<Strip> & { at?: string };
  it.each<[string, JobChange, Partial<StripContext>, Drawn]>([
    [
      'that waits has the time of its upload',
      {},
      {},
      { at: 'queue waiting companion', segments: before, uploadsAt: 1_001, reason: null },
    ],
    [
      'that waits while all are held has no time',
      {},
      { hold: failures.signInNeeded() },
      { at: 'queue held you', uploadsAt: null, reason: failures.signInNeeded() },
    ],
    [
      'that waits for a connection has a time, and the reason',
      {},
      { hold: offline },
      { at: 'queue waiting companion', uploadsAt: 1_001, reason: offline, actions: ['remove', 'show-file'] },
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
        at: 'queue uploading companion',
        segments: during,
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
      { at: 'queue unconfirmed companion', segments: during, reason: failures.answerLost(9), actions: ['show-file'] },
    ],
    [
      'that is looked up is not held by the connection',
      { state: 'unconfirmed', attempt, reason: failures.answerLost(9) },
      { hold: offline },
      { at: 'queue unconfirmed companion', reason: failures.answerLost(9), actions: ['show-file'] },
    ],
    [
      'that cannot be looked up without a sign-in waits for one',
      { state: 'unconfirmed', attempt },
      { hold: failures.signInNeeded() },
      { at: 'queue unconfirmed you', reason: failures.signInNeeded(), actions: ['sign-in', 'show-file'] },
    ],
    [
      'that cannot be looked up is the pilot’s decision',
      { state: 'unconfirmed', attempt, reason: failures.answerLost(9) },
      { canRead: false },
      {
        at: 'needs-attention unconfirmed you',
        segments: during,
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
      { at: 'needs-attention rejected you', segments: before, reason: tooLarge },
    ],
    [
      'that needs approval asks for it',
      { state: 'held', reason: failures.approvalNeeded() },
      {},
      { at: 'needs-attention approval you', segments: before, actions: ['approve', 'reject', 'show-file'] },
    ],
    [
      'that is held has the reason',
      { state: 'held', reason: tooLarge },
      {},
      { at: 'needs-attention held you', segments: before, reason: tooLarge },
    ],
    [
      'that is held and may have arrived is unconfirmed',
      { state: 'held', attempt, reason: failures.answerLostUnclear() },
      {},
      { at: 'needs-attention unconfirmed you', evidence: 'unknown', segments: during },
    ],
    [
      'that was declined can still be approved',
      { state: 'declined', reason: null },
      {},
      {
        at: 'not-uploaded not-uploaded nobody',
        segments: ['done', 'skipped', 'skipped', 'skipped', 'skipped'],
        actions: ['approve', 'remove', 'show-file'],
      },
    ],
  ])('%s', (_what, change, more, expected) => {
    const strip = drawn(change, more);
    expect({ ...strip, at: `${strip.bay} ${strip.stage} ${strip.actor}` }).toMatchObject({
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
  const ben = { whose: { pilot: { id: 7, name: 'ben', isSignedOut: true }, isShown: true } };
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

describe('a report that is uploaded', () => {
  const stored = (more: Partial<StoredFlight> = {}, record: Parameters<typeof flightOf>[0] = {}) =>
    ({ id: 7, record: flightOf({ id: 7, ...record }), stageSince: 40, firstSeenAt: 30, ...more }) as StoredFlight;

  it.each([
    ['tells none', { icaoOut: '', icaoIn: '' }, null, true],
    [
      'tells none, and the pilot does',
      { icaoOut: '', icaoIn: '' },
      { ...emptyEntry, icaoOut: 'EDDM', icaoIn: 'LOWG' },
      false,
    ],
    ['tells the same', { icaoOut: 'EDDM', icaoIn: 'LOWG' }, null, false],
    ['tells another one', { icaoOut: 'EDDM', icaoIn: 'LOWW' }, null, true],
  ])('has the route on its image where the service %s', (_what, record, own, hasHint) => {
    const place = { x: 0, y: 0, width: 1, height: 1 };
    const looksLike: Job['looksLike'] = { from: 'EDDM', to: 'LOWG', places: [place, place], by: 'labels' };
    const job = jobOf({ state: 'uploaded', evidence: 'answered', flightId: 7, uploadedAt: 9, looksLike });
    expect(stripOf(job, stored({ own }, record), context).looksLike).toEqual(hasHint ? looksLike : null);
  });

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
      looksLike: null,
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
      isAgreed: false,
      actions: ['confirm-flight', 'release-flight', 'open-page', 'show-file'],
    });
    const [{ id }] = stores.jobs.inStates('uploaded') as [Job];
    stores.jobs.change(id, 8, { agreedAt: 8 });
    expect(stripOf({ ...stores.jobs.byId(id)!, bay: null, place: id }, completed, context)).toMatchObject({
      stage: 'archived',
      isAgreed: true,
      actions: ['open-page', 'show-file'],
    });
  });

  it('is completed without its flight if the pilot confirmed it', () => {
    const confirmed = jobOf({ state: 'uploaded', evidence: 'unknown', agreedAt: 5 });
    expect(stripOf(confirmed, null, context)).toMatchObject({
      evidence: 'unknown',
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
