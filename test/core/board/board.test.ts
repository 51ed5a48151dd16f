import { beforeEach, describe, expect, it } from 'vitest';
import { stripSchema, bays, type Bay, type Strip } from '../../../main/contract/strip.ts';
import type { Runway } from '../../../main/contract/state.ts';
import { plannedAt } from '../../../main/contract/upload-plan.ts';
import { createBoard, type Board } from '../../../main/core/board/board.ts';
import type { AccountWorkers } from '../../../main/core/profile/account-workers.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { stageOf } from '../../../main/core/flights/stages.ts';
import type { Failure } from '../../../main/contract/failure.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';
import { message } from '../../../main/messages/message.ts';

let stores: FreshStores;
let anna: number;
let hasFlightPages: boolean;
let hold: Failure | null;
let canRead: boolean | null;
let isSending: boolean;
let others: Map<number, AccountWorkers>;
let isPlanned: boolean;
let signedIn: number | null;
let board: Board;
beforeEach(() => {
  const clock = createVirtualClock();
  stores = freshStores();
  anna = stores.accountOf('anna');
  signedIn = anna;
  hold = null;
  hasFlightPages = false;
  canRead = true;
  isSending = true;
  isPlanned = true;
  others = new Map();
  const workers = {
    accountId: anna,
    canRead: () => canRead,
    tracker: { canRead: () => canRead },
    uploader: { hold: () => null },
    book: { usually: () => null },
    scheduler: { plan: () => ({ nextAt: clock.now(), everyMs: 5_000 }) },
  } as unknown as AccountWorkers;
  board = createBoard({
    clock,
    stores,
    profile: {
      key: 'demo',
      name: 'Service',
      get flightPage() {
        return hasFlightPages ? 'https://service.example/flights/{id}' : '';
      },
    },
    pilots: {
      workersOf: (id) => (id === null || id === anna ? workers : (others.get(id) ?? null)),
      accountId: () => signedIn,
      holdOf: () => hold,
    },
    progress: () => null,
    canShowFile: true,
    isPlanned: () => isPlanned,
    isSending: () => isSending,
  });
});

const attempt = { startedAt: 1, endedAt: 2, baselineId: 0, lookups: 0 };
function job(change: Parameters<FreshStores['jobs']['change']>[2] = {}, accountId: number | null = anna) {
  const id = stores.jobs.add(newJob({ accountId }));
  stores.jobs.change(id, 5, change);
  return id;
}
function flight(id: number, more: Parameters<typeof flightOf>[0] = {}, account = anna) {
  const record = flightOf({ id, ...more });
  const { stage, isCompleted } = stageOf(record, canRead);
  stores.flights.put(account, record, { stage, stageSince: 1, completedAt: isCompleted ? 1 : null, polledAt: 1 });
}
function complete(id: number, at: number, stage: 'completed' | 'archived' = 'completed') {
  stores.flights.put(anna, flightOf({ id }), { stage, stageSince: at, completedAt: at, polledAt: at });
}
describe('a page whose last strip has left its bay meanwhile', () => {
  it('continues where that strip was', () => {
    const [, second, third, fourth] = [job(), job(), job(), job()];
    expect(board.page('queue', null, 2).next).toBe(`job-${second}`);
    stores.jobs.change(second, 6, { state: 'rejected', reason: failures.fileRejectedByService('invalid_file') });
    expect(board.page('queue', `job-${second}`, 2).strips.map(({ id }) => id)).toEqual([
      `job-${third}`,
      `job-${fourth}`,
    ]);
  });

  it('continues below it among flights', () => {
    for (const id of [11, 12, 13, 14]) flight(id);
    const first = board.page('under-review', null, 2);
    expect(first.next).toBe('flight-13');
    flight(13, { seasonPoints: 4 });
    expect(board.page('under-review', 'flight-13', 2).strips.map(({ id }) => id)).toEqual(['flight-12', 'flight-11']);
  });
});

function fill() {
  for (let count = 0; count < 7; count += 1) job();
  job({ state: 'uploading', attempt });
  job({ state: 'unconfirmed', attempt });
  job({ state: 'rejected', reason: failures.fileRejectedByService('invalid_file') });
  job({ state: 'held', reason: failures.fileGone() });
  job({ state: 'held', reason: failures.answerLostAmbiguous(), attempt });
  job({}, stores.accountOf('ben'));
  job({ state: 'uploaded', evidence: 'answered', uploadedAt: 9 });
  for (let id = 1; id <= 5; id += 1) flight(id);
  for (let id = 6; id <= 14; id += 1) flight(id, { seasonPoints: id });
  job({ state: 'uploaded', evidence: 'answered', flightId: 2 });
  job({ state: 'uploaded', evidence: 'answered', flightId: 8 });
}
function whole(bay: Bay, limit: number): Strip[] {
  const strips: Strip[] = [];
  for (let after: string | null = null, pages = 0; pages < 50; pages += 1) {
    const page = board.page(bay, after, limit);
    strips.push(...page.strips);
    after = page.next;
    if (after === null) return strips;
  }
  throw new Error('the pages have no end');
}

describe('the board', () => {
  it('counts as completed today what was completed since midnight UTC, and not what was archived', () => {
    const midnight = Math.floor(createVirtualClock().now() / 86_400_000) * 86_400_000;
    complete(1, midnight - 1);
    complete(2, midnight);
    complete(3, midnight + 1);
    complete(4, midnight + 1, 'archived');
    expect(board.counts().outcomes).toMatchObject({ completed: 3, completedToday: 2, archived: 1 });
    // The window sums up the first page, from the pilot's midnight on.
    expect(board.page('completed', null, 1).strips.map(({ id }) => id)).toHaveLength(4);
  });

  it('begins with what was completed last, though flights with higher numbers were completed earlier', () => {
    complete(1, 5000);
    for (let id = 2; id <= 9; id += 1) complete(id, 1000 * (id % 3));
    const ids = whole('completed', 3).map(({ id }) => id);
    expect(ids).toEqual([1, 8, 5, 2, 7, 4, 9, 6, 3].map((id) => `flight-${id}`));
  });

  it.each([true, false, null])('counts the strips of its pages, with reading %s', (reading) => {
    canRead = reading;
    fill();
    const { bays: counts } = board.counts();
    for (const bay of bays) {
      for (const limit of [1, 3, 200]) {
        const strips = whole(bay, limit);
        expect([bay, strips.length]).toEqual([bay, counts[bay]]);
        expect(new Set(strips.map((strip) => strip.id)).size).toBe(strips.length);
        expect(strips.every((strip) => strip.bay === bay)).toBe(true);
      }
    }
  });

  it('draws every strip as the contract defines', () => {
    fill();
    for (const bay of bays) for (const strip of whole(bay, 200)) expect(stripSchema.parse(strip)).toEqual(strip);
  });

  it('draws a flight that was uploaded here once, as its report', () => {
    fill();
    const ids = bays.flatMap((bay) => whole(bay, 200).map((strip) => strip.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(board.find('flight-2')).toBeNull();
    expect(board.find('flight-3')).toMatchObject({ id: 'flight-3', file: null });
    expect(board.findAll(['job-1', 'job-999', 'flight-2'])).toMatchObject({
      strips: [{ id: 'job-1' }],
      removed: ['job-999', 'flight-2'],
    });
  });

  it('requires a sign-in, not a decision, while no one is signed in', () => {
    job();
    const ben = stores.accountOf('ben');
    stores.accounts.signedOut(ben, 9);
    job({}, ben);
    signedIn = null;
    hold = failures.signInNeeded();
    expect(board.counts().bays).toMatchObject({ 'needs-attention': 0, queue: 2 });
    expect(whole('needs-attention', 10)).toEqual([]);
    for (const strip of whole('queue', 10))
      expect(strip).toMatchObject({ actions: ['sign-in', 'remove', 'show-file'], reason: { kind: 'sign-in-needed' } });
  });

  it('of everyone begins with the first and ends with the last of any pilot', () => {
    stores.accounts.signedIn('demo', { subject: 'anna', name: 'anna' }, 1);
    const ben = stores.accounts.signedIn('demo', { subject: 'ben', name: 'ben' }, 1, 'ab12').id;
    job();
    const { nextAt } = board.plan()!;
    const scheduler = { plan: () => ({ nextAt: nextAt + 2_000, everyMs: 20_000 }) };
    const uploader = { hold: () => null };
    others.set(ben, { accountId: ben, canRead: () => true, uploader, scheduler } as unknown as AccountWorkers);
    for (const owner of [anna, ben, ben]) job({}, owner);
    expect(board.plan()).toEqual({ waiting: 2, nextAt, everyMs: 5_000 });
    stores.switches.setShowsEveryone(true);
    // Anna's in 0 and 5 s, Ben's in 2 and 22 s.
    const runway = board.plan() as unknown as Runway;
    const pilots = [{ nextAt }, { everyMs: 20_000 }];
    expect(runway).toMatchObject({ waiting: 4, nextAt, everyMs: 22_000 / 3, pilots });
    expect(plannedAt({ runway, queue: { uploading: 1 } }, nextAt, 1, ben)! - nextAt).toBe(22_000);
  });

  it('shows when each report uploads, unless something has to be done first', () => {
    const ids = [job(), job()];
    const [first, second] = whole('queue', 10);
    expect(second!.uploadsAt! - first!.uploadsAt!).toBe(5_000);
    expect([first!.id, second!.id]).toEqual(ids.map((id) => `job-${id}`));
    expect(board.plan()).toMatchObject({ waiting: 2, everyMs: 5_000 });
    hold = failures.signInEnded();
    expect(whole('queue', 10)[0]).toMatchObject({
      stage: 'held',
      actor: 'you',
      uploadsAt: null,
      actions: ['sign-in', 'remove', 'show-file'],
    });
    expect(board.plan()).toBeNull();
    hold = null;
    stores.switches.setPaused(true);
    expect(board.plan()).toBeNull();
  });

  it('shows no time during the lookup of a lost answer: all reports wait for it', () => {
    const waiting = job();
    expect(board.find(`job-${waiting}`)?.uploadsAt).not.toBeNull();
    const lost = job({ state: 'unconfirmed', attempt });
    expect(board.find(`job-${waiting}`)?.uploadsAt).toBeNull();
    expect(board.plan()).toBeNull();
    // Without reading, the pilot is asked, and the others continue.
    canRead = false;
    expect(board.plan()).toMatchObject({ waiting: 1 });
    canRead = true;
    stores.jobs.change(lost, 6, { state: 'waiting', attempt: null });
    expect(board.plan()).toMatchObject({ waiting: 2 });
    job({ state: 'unconfirmed', attempt }, stores.accountOf('ben'));
    expect(board.plan()).toMatchObject({ waiting: 2 });
  });

  it('has the reports of the shown pilot, or of everyone, each with its pilot', () => {
    stores.accounts.signedIn('demo', { subject: 'anna', name: 'anna' }, 1);
    const ben = stores.accounts.signedIn('demo', { subject: 'ben', name: 'ben' }, 1, 'ab12').id;
    const [own, others] = [job(), job({}, ben)];
    const asked = job({ state: 'held', reason: failures.approvalNeeded() }, ben);
    const ids = () => bays.flatMap((bay) => whole(bay, 10).map(({ id }) => id));
    expect(ids()).toEqual([`job-${own}`]);
    expect(board.find(`job-${others}`)).toMatchObject({ isShown: false, pilot: { id: ben, name: 'ben' } });
    expect(board.counts().bays).toMatchObject({ 'needs-attention': 0, queue: 1 });
    stores.switches.setShowsEveryone(true);
    expect(ids()).toEqual([`job-${asked}`, `job-${own}`, `job-${others}`]);
    expect(board.counts().bays).toMatchObject({ 'needs-attention': 1, queue: 2 });
    expect(board.find(`job-${asked}`)).toMatchObject({
      pilot: { name: 'ben' },
      actions: ['approve', 'reject', 'show-file'],
    });
  });

  it('has a report of a pilot who is signed out in the queue, and says for whom it waits', () => {
    const ben = stores.accountOf('ben');
    stores.accounts.signedOut(ben, 9);
    expect(board.find(`job-${job({}, ben)}`)).toMatchObject({
      bay: 'queue',
      stage: 'held',
      pilot: { id: ben, name: 'ben' },
      actions: ['upload-as-me', 'remove', 'show-file'],
      reason: { message: message('failure.otherPilot', { known: true, name: 'ben' }) },
    });
    job({ state: 'held', reason: failures.approvalNeeded() }, ben);
    expect(board.signedOut()).toEqual([{ id: ben, name: 'ben', reports: 2 }]);
    expect(board.counts().bays).toMatchObject({ 'needs-attention': 0, queue: 2 });
    expect(stores.jobs.awaitingApproval(board.seen())).toEqual([]);
    signedIn = null;
    expect(board.signedOut()).toEqual([]);
  });

  it('opens a flight of a pilot who is signed out, which the logbook shows', () => {
    const ben = stores.accountOf('ben');
    flight(77, {}, ben);
    stores.accounts.signedOut(ben, 9);
    expect(board.find('flight-77')).toMatchObject({ id: 'flight-77' });
  });

  it('returns the history of a strip, and nothing for a missing one', () => {
    const id = job();
    stores.history.add({ jobId: id }, 1, { what: 'added', source: { kind: 'dropped' } });
    expect(board.detail(`job-${id}`)?.history).toEqual([
      { at: 1, message: message('history.added', { source: 'dropped', folder: '' }) },
    ]);
    const ben = stores.accountOf('ben');
    const twin = stores.jobs.add(newJob({ accountId: ben, sha256: stores.jobs.byId(id)!.sha256 }));
    stores.jobs.change(twin, 5, { state: 'uploaded', uploadedAt: 3 });
    expect(board.detail(`job-${id}`)?.history[1]).toEqual({
      at: 3,
      message: message('history.sameImage', { name: 'ben' }),
    });
    expect(board.detail('job-999')).toBeNull();
    expect(board.detail('flight-999')).toBeNull();
  });

  it('shows an upload of a process that has died as unconfirmed, in the bay of its pilot', () => {
    const ben = stores.accountOf('ben');
    stores.accounts.signedOut(ben, 9);
    const [own, others] = [job({ state: 'uploading', attempt }), job({ state: 'uploading', attempt }, ben)];
    const ids = (bay: Bay) => whole(bay, 10).map((strip) => strip.id);
    expect(ids('queue')).toEqual([`job-${own}`, `job-${others}`]);
    isSending = false;
    expect(board.find(`job-${own}`)).toMatchObject({ stage: 'unconfirmed', file: { name: expect.any(String) } });
    expect(ids('queue')).toEqual([`job-${own}`, `job-${others}`]);
    canRead = false;
    expect([ids('queue'), ids('needs-attention')]).toEqual([[`job-${others}`], [`job-${own}`]]);
    expect(board.counts().bays).toMatchObject({ queue: 1, 'needs-attention': 1 });
    signedIn = null;
    canRead = true;
    expect(ids('needs-attention')).toEqual([]);
  });

  it('lists waiting reports in the order in which they upload, with their times, over all pages', () => {
    const ids = Array.from({ length: 9 }, () => job());
    const reason = failures.serviceError('the service', 'c');
    stores.jobs.change(ids[0]!, 6, { reason, attempts: 3 });
    stores.jobs.change(ids[2]!, 6, { reason, attempts: 1 });
    const order = [1, 3, 4, 5, 6, 7, 8, 2, 0].map((index) => ids[index]);
    expect(order.map((id) => stores.jobs.waitingAhead(anna, id!))).toEqual([...order.keys()]);
    for (const limit of [2, 3, 20]) {
      const strips = whole('queue', limit);
      expect(strips.map(({ id }) => id)).toEqual(order.map((id) => `job-${id}`));
      expect(strips.map(({ uploadsAt }) => uploadsAt! - strips[0]!.uploadsAt!)).toEqual(order.map((_, n) => n * 5_000));
      expect(strips.toSorted((one, other) => one.order - other.order)).toEqual(strips);
    }
  });
});
