import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountState, FolderState } from '../../../main/contract/state.ts';
import {
  accountPath,
  createAccountAuditor,
  createFolderAuditor,
  intakeDecision,
  scanDecision,
} from '../../../main/core/decisions/decision-entries.ts';
import type { DecisionEntry } from '../../../main/core/decisions/decision-log.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { ListedFile } from '../../../main/core/watch/folder-listing.ts';
import type { Decision } from '../../../main/core/watch/reconcile.ts';
import { freshStores, newJob } from '../storage/fresh-stores.ts';

const path = '/shots/a.png';
const marks = { size: 10, mtimeMs: 1, ctimeMs: 1, ino: 7 };
const file: ListedFile = { ...marks, name: 'a.png', path, kind: 'file', birthtimeMs: 0, blocks: null };
const known = (from: string) => ({ ...marks, path: from, verdict: 'existing' as const, message: null, sha256: null });
const { message } = failures.fileIsLink('a.png');

let recorded: DecisionEntry[];
const log = { record: (...entries: readonly DecisionEntry[]) => void recorded.push(...entries) };
beforeEach(() => {
  recorded = [];
});

it.each<[string, Decision, DecisionEntry | null]>([
  ['a file being written', { kind: 'read', file, again: false }, { path, rule: 'growing', figures: { bytes: 10 } }],
  [
    'a file that has to wait for a reason',
    { kind: 'wait', file, againInMs: null, message },
    { path, rule: 'waiting', figures: { message, bytes: 10 } },
  ],
  ['nothing of one that only has to stay unchanged', { kind: 'wait', file, againInMs: 100, message: null }, null],
  ['a file that is no report', { kind: 'skip', file, message }, { path, rule: 'skipped', figures: { message } }],
  ['an existing file', { kind: 'existing', file }, { path, rule: 'existing', figures: { bytes: 10 } }],
  ['another name', { kind: 'other-name', file }, { path, rule: 'other-name', figures: { bytes: 10 } }],
  [
    'a renamed file',
    { kind: 'carry-over', file, from: known('/shots/old.png') },
    {
      path,
      rule: 'carried-over',
      figures: { from: 'old.png', verdict: 'existing' },
      from: '/shots/old.png',
    },
  ],
  [
    'a touched file that was read',
    { kind: 'carry-over', file, from: known(path), wasRead: true },
    { path, rule: 'carried-over', figures: { verdict: 'existing' } },
  ],
  ['nothing of a touched file', { kind: 'carry-over', file, from: known(path) }, null],
  ['a file that is gone', { kind: 'forget', path }, { path, rule: 'gone' }],
  ['nothing of a file that intake records', { kind: 'add', file }, null],
  ['nothing of a comparison before its result', { kind: 'compare', file, from: known(path) }, null],
])('a scan records %s', (_what, decision, entry) => {
  expect(scanDecision(decision)).toEqual(entry);
});

describe('intake', () => {
  const sha256 = 'ab';
  const taken = { path, name: 'a.png' };

  it('records why a new report is held', () => {
    const held = failures.fileTooLarge(11, 10);
    expect(intakeDecision(taken, { kind: 'added', jobId: 3, sha256, held }, null).figures).toEqual({
      jobId: 3,
      held: 'file-too-large',
    });
  });

  it('records a file that came as bytes under its name', () => {
    const bytes = { path: '/data/incoming/17', name: 'a.png' };
    expect(intakeDecision(bytes, { kind: 'added', jobId: 3, sha256, held: null }, null).path).toBe('a.png');
  });

  it('records of which report a file has the content, as that was then', () => {
    const stores = freshStores();
    const jobId = stores.jobs.add(newJob({ name: 'b.png', originalPath: '/shots/b.png' }));
    const outcome = { kind: 'duplicate', jobId, sha256 } as const;
    const entryOf = (of: typeof taken = taken) => intakeDecision(of, outcome, stores.jobs.byId(jobId));
    expect(entryOf()).toEqual({
      path,
      rule: 'same-content',
      sha256,
      jobId,
      figures: { jobId, name: 'b.png', state: 'waiting', flightId: null, uploadedAt: null },
    });
    stores.jobs.change(jobId, 5, { state: 'uploaded', evidence: 'answered', flightId: 4711, uploadedAt: 5 });
    expect(entryOf().figures).toMatchObject({ state: 'uploaded', flightId: 4711, uploadedAt: 5 });
    // The report's own file, scanned again.
    expect(entryOf({ path: '/shots/b.png', name: 'b.png' })).toEqual({
      path: '/shots/b.png',
      rule: 'added',
      sha256,
      jobId,
      figures: { jobId },
    });
    expect(intakeDecision(taken, outcome, null).figures).toEqual({
      jobId,
      name: '',
      state: '',
      flightId: null,
      uploadedAt: null,
    });
    stores.database.close();
  });

  it('records why a file was rejected or has to wait', () => {
    const failure = failures.notAReport('a.png', { reason: 'empty' });
    expect(intakeDecision(taken, { kind: 'rejected', failure, sha256 }, null)).toStrictEqual({
      path,
      rule: 'rejected',
      sha256,
      figures: { kind: failure.kind, message: failure.message },
    });
    const full = { ...failure, code: 'ENOSPC' };
    expect(intakeDecision(taken, { kind: 'later', failure: full }, null)).toEqual({
      path,
      rule: 'later',
      sha256: null,
      figures: { kind: failure.kind, message: failure.message, code: 'ENOSPC' },
    });
  });
});

describe('the folders', () => {
  const folder = (status: FolderState['status'], concern: FolderState['concern'] = null, id = 'f') =>
    ({ id, path: `/${id}`, status, concern }) as FolderState;
  const away = failures.folderMissing('/f');
  const rules = () => recorded.map((entry) => entry.rule);

  it('are recorded once each when they are watched, away, back and no longer watched', () => {
    const { note } = createFolderAuditor(log);
    const ids = new Set(['f']);
    note([folder('starting')], ids);
    expect(recorded).toEqual([]);
    note([folder('watching')], ids);
    note([folder('watching')], ids);
    expect(recorded).toEqual([{ path: '/f', subject: 'folder', rule: 'watched' }]);
    note([folder('unavailable', away)], ids);
    note([folder('unavailable', away)], ids);
    note([folder('watching')], ids);
    note([folder('watching')], ids);
    note([], new Set());
    note([], new Set());
    expect(rules()).toEqual(['watched', 'folder-away', 'folder-back', 'unwatched']);
    expect(recorded.at(-1)).toEqual({ path: '/f', subject: 'folder', rule: 'unwatched' });
    expect(recorded[2]).toEqual({ path: '/f', subject: 'folder', rule: 'folder-back' });
  });

  it('stay watched while their watch starts again', () => {
    const { note } = createFolderAuditor(log);
    note([folder('watching')], new Set(['f']));
    note([], new Set(['f']));
    note([folder('starting')], new Set(['f']));
    note([folder('watching')], new Set(['f']));
    expect(rules()).toEqual(['watched']);
  });

  it('are recorded with the reason when they are away', () => {
    const { note } = createFolderAuditor(log);
    const codeless = { ...away, code: undefined } as unknown as FolderState['concern'];
    note(
      [folder('unavailable', { ...away, code: 'ENOENT' }), folder('unavailable', codeless, 'g')],
      new Set(['f', 'g']),
    );
    note([folder('unavailable', null, 'h')], new Set(['f', 'g', 'h']));
    expect(recorded).toEqual([
      { path: '/f', subject: 'folder', rule: 'folder-away', figures: { message: away.message, code: 'ENOENT' } },
      { path: '/g', subject: 'folder', rule: 'folder-away', figures: { message: away.message } },
      { path: '/h', subject: 'folder', rule: 'folder-away', figures: { message: null } },
    ]);
  });
});

describe('the account', () => {
  const account = (status: AccountState['status'], name: string | null = null) => ({ status, name }) as AccountState;

  it('is recorded once for each sign-in and sign-out, and not during a sign-in', () => {
    const note = createAccountAuditor(log);
    for (const name of ['Anna', 'Anna', 'Ben']) note(account('signed-in', name));
    note(account('signing-in'));
    note(account('signed-in', 'Ben'));
    note(account('signed-out'));
    note(account('signed-out'));
    expect(recorded).toEqual([
      { path: accountPath, subject: 'account', rule: 'signed-in', figures: { name: 'Anna' } },
      { path: accountPath, subject: 'account', rule: 'signed-in', figures: { name: 'Ben' } },
      { path: accountPath, subject: 'account', rule: 'signed-out' },
    ]);
  });
});
