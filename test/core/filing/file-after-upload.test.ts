// What happens to the pilot's own file after the upload.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../main/contract/failure.ts';
import { targetFolder } from '../../../main/core/filing/file-after-upload.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import {
  changed,
  clock,
  due,
  enter,
  errors,
  filing,
  historyOf,
  kept,
  put,
  reasonOf,
  shots,
  start,
  stores,
  system,
  toSent,
  toTrash,
  trashed,
  wake,
  withFiling,
} from './filing-under-test.ts';

const minuteMs = 60_000;

withFiling();

describe('a file whose report is uploaded', () => {
  it('is moved once, to a folder inside the watched one, with an entry in the history', async () => {
    const jobId = due(put('a.png'), toSent);
    start();
    await wake();
    const to = join(shots, 'sent', 'a.png');
    expect(existsSync(to)).toBe(true);
    expect(historyOf(jobId)).toEqual([{ what: 'moved', to }]);
    expect(changed).toEqual([jobId]);
    expect(stores.filing.due()).toEqual([]);
    expect(kept()).toEqual([]);
    await wake();
    await clock.advance(60 * minuteMs);
    expect(changed).toEqual([jobId]);
    expect(errors).toEqual([]);
  });

  it('stays where it is if the upload could not be written down', async () => {
    const path = put('a.png');
    start();
    const write = () =>
      stores.inTransaction(() => {
        due(path, toSent);
        filing?.wake();
        throw new Error('database or disk is full');
      });
    expect(write).toThrow('full');
    await wake();
    expect(existsSync(path)).toBe(true);
  });

  it('is filed under the name it has by now', async () => {
    const [renamed] = [put('renamed.png', 'content')];
    due(join(shots, 'a.png'), toSent, 'content');
    start();
    await wake();
    expect(existsSync(renamed)).toBe(false);
    expect(existsSync(join(shots, 'sent', 'renamed.png'))).toBe(true);
  });

  it('waits while two files have its content and neither has its name', async () => {
    put('b.png', 'content');
    put('c.png', 'content');
    due(join(shots, 'a.png'), toSent, 'content');
    start();
    await wake();
    expect(existsSync(join(shots, 'sent'))).toBe(false);
    expect(reasonOf()).toEqual([null]);
    expect(changed).toEqual([]);
  });

  it('is the one at its own path if another has the same content', async () => {
    put('b.png', 'content');
    const path = put('a.png', 'content');
    due(path, toTrash, 'content');
    start();
    await wake();
    expect(trashed).toEqual([path]);
  });

  it('waits for the watcher to enter it in the ledger', async () => {
    const path = put('a.png', 'a.png', false);
    due(path, toTrash);
    start();
    await wake();
    expect(reasonOf()).toEqual([null]);
    enter(path, 'a.png');
    await clock.advance(5 * minuteMs - 1);
    expect(trashed).toEqual([]);
    await clock.advance(1);
    expect(trashed).toEqual([path]);
  });

  it('stays where another image has its name', async () => {
    put('copy.png', 'content');
    const jobId = due(put('a.png', 'another'), toTrash, 'content');
    start();
    await wake();
    expect(trashed).toEqual([]);
    expect(kept()).toEqual([failures.sentFileChanged('a.png')]);
    expect(historyOf(jobId)).toMatchObject([{ what: 'not-filed' }]);
  });

  it.each([
    ['leave', { kind: 'leave' } as const, false],
    ['move, but it changed', toSent, true],
    ['trash, but it changed', toTrash, true],
  ])('stays with a message by the rule: %s', async (_what, after, isChanged) => {
    const path = put('a.png');
    const jobId = due(path, after);
    if (isChanged) writeFileSync(path, 'something else');
    start();
    await wake();
    expect(existsSync(path)).toBe(true);
    const failure = failures.sentFileChanged('a.png');
    expect(kept()).toEqual([failure]);
    expect(historyOf(jobId)).toEqual([expect.objectContaining({ what: 'not-filed', message: failure.message })]);
    expect(changed).toEqual([jobId]);
  });

  it.each([
    ['move', toSent],
    ['trash', toTrash],
  ])('that is gone is looked for during ten minutes (%s)', async (_what, after) => {
    const path = put('a.png');
    due(path, after);
    rmSync(path);
    start();
    await wake();
    expect(kept()).toEqual([]);
    await clock.advance(5 * minuteMs);
    expect(stores.filing.due()).toHaveLength(1);
    await clock.advance(5 * minuteMs);
    expect(stores.filing.due()).toEqual([]);
    expect(kept()).toEqual([failures.sentFileGone('a.png')]);
  });

  it('counts as gone for good despite a clock that was set back by ten minutes', async () => {
    const path = put('a.png');
    due(path, toTrash);
    rmSync(path);
    clock.setWall(clock.now() - 10 * minuteMs);
    start();
    await wake();
    expect(kept()).toEqual([failures.sentFileGone('a.png')]);
  });

  it('is retried every five minutes if it cannot be moved, and the reason is recorded once', async () => {
    writeFileSync(join(shots, 'sent'), 'a file in the way');
    const jobId = due(put('a.png'), toSent);
    start();
    await wake();
    const [reason] = reasonOf();
    expect(reason?.message.id).toBe(failures.notMoved('a.png', '', 'x').message.id);
    await clock.advance(20 * minuteMs);
    expect(changed).toEqual([jobId]);
    expect(historyOf(jobId)).toHaveLength(1);
    rmSync(join(shots, 'sent'));
    await clock.advance(5 * minuteMs);
    expect(existsSync(join(shots, 'sent', 'a.png'))).toBe(true);
    expect(changed).toEqual([jobId, jobId]);
  });

  it.each<[string, typeof system.trash, () => unknown]>([
    ['there is no trash', undefined, () => failures.noTrashHere()],
    ['the trash is not supported', async () => failed(failures.noTrashHere()), () => failures.noTrashHere()],
    [
      'the trash fails',
      async () => failed(failures.disk('EIO')),
      () => failures.notTrashed('a.png', failures.disk('EIO').code ?? 'unknown'),
    ],
  ])('waits with the reason where %s', async (_what, given, expected) => {
    system.trash = given;
    const path = put('a.png');
    due(path, toTrash);
    start();
    await wake();
    expect(existsSync(path)).toBe(true);
    expect(reasonOf()).toEqual([expected()]);
  });

  it.skipIf(process.platform === 'win32')('waits with the reason if it is unreadable', async () => {
    const name = `${'x'.repeat(300)}.png`;
    enter(join(shots, name), 'content', put('a.png', 'content', false));
    due(join(shots, name), toTrash, 'content');
    start();
    await wake();
    expect(reasonOf()).toEqual([failures.notTrashed(name, 'ENAMETOOLONG')]);
  });
});

it.each([
  ['/shots', 'sent', '/shots/sent'],
  ['/shots', '/archive', '/archive'],
])('files of %s by the rule %s go to %s', (watched, to, folder) => {
  expect(targetFolder(watched, to)).toBe(join(folder));
});

describe('the filing queue', () => {
  it('files the others when one throws', async () => {
    const [first, second] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = system.trash!;
    system.trash = async (path) => {
      if (path.endsWith('a.png') && errors.length === 0) throw new Error('a bug');
      return working(path);
    };
    start();
    await wake();
    expect(errors).toEqual(['an uploaded file could not be moved']);
    expect(changed).toEqual([second]);
    await clock.advance(5 * minuteMs);
    expect(changed).toEqual([second, first]);
  });

  it('is read again after a failure', async () => {
    const jobId = due(put('a.png'), toTrash);
    let isBroken = true;
    const dueFiles = () => {
      if (isBroken) throw new Error('the database is busy');
      return stores.filing.due();
    };
    start({ store: { ...stores.filing, due: dueFiles } });
    await wake();
    expect(errors).toEqual(['the filing queue could not be read']);
    isBroken = false;
    await wake();
    expect(changed).toEqual([jobId]);
  });

  it('includes a file that is added while another is filed', async () => {
    const first = due(put('a.png'), toTrash);
    const working = system.trash!;
    let second = 0;
    system.trash = async (path) => {
      if (second === 0) {
        second = due(put('b.png'), toTrash);
        filing?.wake();
      }
      return working(path);
    };
    start();
    await wake();
    expect(changed).toEqual([first, second]);
  });

  it('finishes the current file on stop()', async () => {
    const [first] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = system.trash!;
    let stopped: Promise<void> | undefined;
    system.trash = async (path) => {
      stopped = filing?.stop();
      return working(path);
    };
    start();
    await wake();
    await stopped;
    expect(changed).toEqual([first]);
    await wake();
    await clock.advance(10 * minuteMs);
    expect(changed).toEqual([first]);
  });
});
