import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createFilingQueue, type FilingQueue } from '../../../../main/core/storage/tables/filing-queue.ts';
import { freshStores, newJob, type FreshStores } from '../fresh-stores.ts';

const trash = { kind: 'trash' } as const;
const move = { kind: 'move', to: 'done' } as const;
const busy = failures.folderUnavailable('/shots');

let stores: FreshStores;
let queue: FilingQueue;
let folderId: string;
let jobs: number[];
beforeEach(() => {
  stores = freshStores();
  queue = createFilingQueue(stores.database, 'demo');
  folderId = stores.folders.add('demo', '/shots', 1).id;
  jobs = ['a.png', 'b.png', 'c.png'].map((name) => stores.jobs.add(newJob({ name, originalPath: `/shots/${name}` })));
  for (const job of jobs) stores.jobs.change(job, 5, { state: 'uploaded', evidence: 'answered' });
});
afterEach(() => stores.database.close());

describe('the files to be filed', () => {
  it('are not due while their reports only probably arrived, or are asked about', () => {
    queue.note(jobs[0]!, folderId, move, 5);
    const due = () => queue.due().length;
    stores.jobs.change(jobs[0]!, 6, { evidence: 'inferred' });
    expect(due()).toBe(0);
    stores.jobs.change(jobs[0]!, 7, { agreedAt: 7 });
    expect(due()).toBe(1);
    stores.jobs.change(jobs[0]!, 8, { state: 'held', evidence: null, agreedAt: null });
    expect(due()).toBe(0);
  });

  it('are those of this profile, in the order of their reports, with what is to be done', () => {
    queue.note(jobs[1]!, folderId, move, 20);
    queue.note(jobs[0]!, folderId, trash, 30);
    expect(queue.due()).toMatchObject([
      {
        jobId: jobs[0],
        folderPath: '/shots',
        afterUpload: trash,
        name: 'a.png',
        target: null,
        reason: null,
        since: 30,
      },
      { jobId: jobs[1], folderPath: '/shots', afterUpload: move, originalPath: '/shots/b.png', since: 20 },
    ]);
    expect(createFilingQueue(stores.database, 'other').due()).toEqual([]);
  });

  it('keep the rule with which they were noted first', () => {
    queue.note(jobs[0]!, folderId, trash, 20);
    queue.note(jobs[0]!, folderId, move, 30);
    expect(queue.due()).toMatchObject([{ afterUpload: trash, since: 20 }]);
  });

  it('stay where they are if the rule changes, unless they were begun', () => {
    for (const job of jobs) queue.note(job, folderId, move, 20);
    queue.setTarget(jobs[1]!, '/shots/done/b.png');
    queue.forgetDue(folderId);
    expect(queue.due()).toMatchObject([{ jobId: jobs[1], target: '/shots/done/b.png' }]);
  });

  it('that could not be moved are shown with the reason, newest first, those that stay for a time', () => {
    for (const job of jobs) queue.note(job, folderId, move, 20);
    queue.setReason(jobs[0]!, busy);
    queue.end(jobs[1]!, 'kept', busy, 40);
    queue.end(jobs[2]!, 'done', null, 50);
    expect(queue.due()).toMatchObject([{ jobId: jobs[0], reason: { kind: busy.kind } }]);
    const names = (since: number, limit = 5) => queue.notFiled(folderId, since, limit).map(({ name }) => name);
    expect(names(39)).toEqual(['b.png', 'a.png']);
    expect(names(40)).toEqual(['a.png']);
    expect(names(39, 1)).toEqual(['b.png']);
    expect(queue.notFiled(folderId, 0, 5)[0]!.failure).toMatchObject({ kind: busy.kind, message: busy.message });
    queue.setReason(jobs[0]!, null);
    expect(names(40)).toEqual([]);
  });
});
