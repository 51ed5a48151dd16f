// What becomes of the pilot's own file after the upload, with a real queue, ledger and folder, in virtual time.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failed, ok, type Result } from '../../../main/contract/failure.ts';
import type { AfterUpload } from '../../../main/contract/folder-rules.ts';
import { createFileAfterUpload, targetFolder } from '../../../main/core/filing/file-after-upload.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

const MINUTE_MS = 60_000;
const toSent: AfterUpload = { kind: 'move', to: 'sent' };
const toTrash: AfterUpload = { kind: 'trash' };
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

let shots: string;
let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
let folderId: string;
let trashed: string[];
let changed: number[];
let errors: string[];
let filing: ReturnType<typeof createFileAfterUpload> | undefined;
let trash: ((path: string) => Promise<Result<null>>) | undefined;

beforeEach(() => {
  shots = mkdtempSync(join(tmpdir(), 'filing-'));
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
  [trashed, changed, errors] = [[], [], []];
  trash = async (path) => {
    trashed.push(path);
    rmSync(path);
    return ok(null);
  };
  folderId = stores.folders.add('demo', shots, clock.now()).id;
});
afterEach(async () => {
  await filing?.stop();
  filing = undefined;
  stores.database.close();
  rmSync(shots, { recursive: true, force: true });
});

function start(change: Partial<Parameters<typeof createFileAfterUpload>[0]> = {}) {
  filing = createFileAfterUpload({
    clock,
    log: { debug() {}, info() {}, warn() {}, error: (message) => void errors.push(message) },
    store: stores.filing,
    folders: stores.folders,
    history: stores.history,
    inTransaction: stores.inTransaction,
    trash,
    onChange: (jobId) => void changed.push(jobId),
    ...change,
  });
}

/** A file on disk; in the ledger where it was added. */
function put(name: string, content = name, isAdded = true) {
  const path = join(shots, name);
  writeFileSync(path, content);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  if (isAdded) enter(path, content);
  return path;
}
function enter(path: string, content: string) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  const marks = { size, mtimeMs, ctimeMs, ino };
  stores.folders.ledger.put(folderId, { path, ...marks, verdict: 'added', message: null, sha256: hashOf(content) });
}
/** An uploaded report of this file, to be filed. */
function due(path: string, after: AfterUpload, content = path.slice(shots.length + 1)) {
  const name = path.slice(shots.length + 1);
  const jobId = stores.jobs.add(
    newJob({ accountId, name, originalPath: path, sha256: hashOf(content), state: 'uploaded' }),
  );
  stores.filing.note(jobId, folderId, after, clock.now());
  return jobId;
}
const historyOf = (jobId: number) => stores.history.of({ jobId }).map(({ what, details }) => ({ what, ...details }));
const reasonOf = () => stores.filing.due().map(({ reason }) => reason);
const kept = () => stores.filing.notFiled(folderId, 0, 9).map(({ failure }) => failure);
const settled = () => clock.advance(0);
async function wake() {
  filing?.wake();
  await settled();
}

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
    await clock.advance(60 * MINUTE_MS);
    expect(changed).toEqual([jobId]);
    expect(errors).toEqual([]);
  });

  it('is put in the trash', async () => {
    const jobId = due(put('a.png'), toTrash);
    start();
    await wake();
    expect(trashed).toEqual([join(shots, 'a.png')]);
    expect(historyOf(jobId)).toEqual([{ what: 'trashed' }]);
    expect(stores.filing.due()).toEqual([]);
  });

  it('is filed under the name it has by now', async () => {
    const [renamed] = [put('renamed.png', 'content')];
    due(join(shots, 'a.png'), toSent, 'content');
    start();
    await wake();
    expect(existsSync(renamed)).toBe(false);
    expect(existsSync(join(shots, 'sent', 'renamed.png'))).toBe(true);
  });

  it('waits while two files have its content and neither its name', async () => {
    put('b.png', 'content');
    put('c.png', 'content');
    due(join(shots, 'a.png'), toSent, 'content');
    start();
    await wake();
    expect(existsSync(join(shots, 'sent'))).toBe(false);
    expect(reasonOf()).toEqual([null]);
    expect(changed).toEqual([]);
  });

  it('is the one at its own path where another has the same content', async () => {
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
    await clock.advance(5 * MINUTE_MS - 1);
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
    await clock.advance(5 * MINUTE_MS);
    expect(stores.filing.due()).toHaveLength(1);
    await clock.advance(5 * MINUTE_MS);
    expect(stores.filing.due()).toEqual([]);
    expect(kept()).toEqual([failures.sentFileGone('a.png')]);
  });

  it('counts as gone for good after a clock that was set back by ten minutes', async () => {
    const path = put('a.png');
    due(path, toTrash);
    rmSync(path);
    clock.setWall(clock.now() - 10 * MINUTE_MS);
    start();
    await wake();
    expect(kept()).toEqual([failures.sentFileGone('a.png')]);
  });

  it('is tried again every five minutes where it cannot be moved, and says why once', async () => {
    writeFileSync(join(shots, 'sent'), 'a file in the way');
    const jobId = due(put('a.png'), toSent);
    start();
    await wake();
    const [reason] = reasonOf();
    expect(reason?.message.id).toBe(failures.notMoved('a.png', '', 'x').message.id);
    await clock.advance(20 * MINUTE_MS);
    expect(changed).toEqual([jobId]);
    expect(historyOf(jobId)).toHaveLength(1);
    rmSync(join(shots, 'sent'));
    await clock.advance(5 * MINUTE_MS);
    expect(existsSync(join(shots, 'sent', 'a.png'))).toBe(true);
    expect(changed).toEqual([jobId, jobId]);
  });

  it.each<[string, typeof trash, () => unknown]>([
    ['there is no trash', undefined, () => failures.noTrashHere()],
    ['the trash is not supported', async () => failed(failures.noTrashHere()), () => failures.noTrashHere()],
    [
      'the trash fails',
      async () => failed(failures.disk('EIO')),
      () => failures.notTrashed('a.png', failures.disk('EIO').code ?? 'unknown'),
    ],
  ])('waits with the reason where %s', async (_what, given, expected) => {
    trash = given;
    const path = put('a.png');
    due(path, toTrash);
    start();
    await wake();
    expect(existsSync(path)).toBe(true);
    expect(reasonOf()).toEqual([expected()]);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'waits with the reason where it is unreadable',
    async () => {
      const path = put('a.png');
      due(path, toTrash);
      chmodSync(path, 0);
      start();
      await wake();
      expect(reasonOf()).toEqual([failures.notTrashed('a.png', 'EACCES')]);
    },
  );

  it('does not keep the others from being filed, whatever happens to it', async () => {
    const [first, second] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = trash!;
    trash = async (path) => {
      if (path.endsWith('a.png') && errors.length === 0) throw new Error('a bug');
      return working(path);
    };
    start();
    await wake();
    expect(errors).toEqual(['an uploaded file could not be moved']);
    expect(changed).toEqual([second]);
    await clock.advance(5 * MINUTE_MS);
    expect(changed).toEqual([second, first]);
  });

  it('is filed after a queue that could not be read', async () => {
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

  it('is filed when it is noted while another is filed', async () => {
    const first = due(put('a.png'), toTrash);
    const working = trash!;
    let second = 0;
    trash = async (path) => {
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

  it('stays after a stop', async () => {
    const [first] = [due(put('a.png'), toTrash), due(put('b.png'), toTrash)];
    const working = trash!;
    let stopped: Promise<void> | undefined;
    trash = async (path) => {
      stopped = filing?.stop();
      return working(path);
    };
    start();
    await wake();
    await stopped;
    expect(changed).toEqual([first]);
    await wake();
    await clock.advance(10 * MINUTE_MS);
    expect(changed).toEqual([first]);
  });

  it('is not tried again after a stop', async () => {
    const path = put('a.png', 'a.png', false);
    due(path, toTrash);
    start();
    await wake();
    await filing?.stop();
    enter(path, 'a.png');
    await clock.advance(10 * MINUTE_MS);
    expect(trashed).toEqual([]);
  });
});

it.each([
  ['/shots', 'sent', '/shots/sent'],
  ['/shots', '/archive', '/archive'],
])('files of %s by the rule %s go to %s', (watched, to, folder) => {
  expect(targetFolder(watched, to)).toBe(join(folder));
});
