import { describe, expect, test } from 'vitest';
import type { ListedFile } from '../../../main/core/watch/folder-listing.ts';
import { alikePaths, stalledMs, mustBeStillMs, stillWithHoleMs } from '../../../main/core/watch/reconcile.ts';
import { byPath, decisions, entry, file, now } from './circumstances.ts';
import { message, verbatim } from '../../../main/messages/message.ts';

const name = 'shot.png';
const placeholders = new Set(['/shots/shot.png']);
const existing = { verdict: 'existing' } as const;
const unread = { verdict: 'existing', sha256: null } as const;
const incomplete = { verdict: { kind: 'incomplete' } } as const;
const noImage = { verdict: { kind: 'not-an-image', why: { reason: null } } } as const;
const unreadable = { verdict: { kind: 'unreadable', code: 'EACCES' } } as const;

const add = { kind: 'add' };
const compare = { kind: 'compare' };
const read = { kind: 'read', again: false };
const readAgain = { kind: 'read', again: true };
const waitFor = (againInMs: number | null) => ({ kind: 'wait', message: null, againInMs });
const waitSaying = (said: object) => ({ kind: 'wait', message: said });
const inCloud = waitSaying(message('failure.fileIsPlaceholder', { name }));

/** What differs from a file that is 50,000 bytes long and was changed at 1,000; null: nothing is decided. */
type Row = [title: string, file: Partial<ListedFile>, given: Parameters<typeof decisions>[1], decided: object | null];
const listOf = (decided: object | null) => (decided === null ? [] : [decided]);

test.each<Row>([
  ['is read', {}, {}, read],
  ['was there before at the first scan', {}, { isFirstScan: true }, { kind: 'existing' }],
  ['with a name that its folder does not want is left', {}, { hasWantedName: () => false }, { kind: 'other-name' }],
  ['with a name that its folder wants is read', {}, { hasWantedName: () => true }, read],
  ['is left if it is a link', { kind: 'link' }, {}, { kind: 'skip', message: message('failure.fileIsLink', { name }) }],
  ['is left if it is a pipe or a folder', { kind: 'other' }, {}, { kind: 'skip' }],
  ['that is only in a cloud is not read, as that would download it', {}, { placeholders }, inCloud],
])('a file without a decision %s', (_, change, given, decided) => {
  expect(decisions([file(change)], given)).toMatchObject(listOf(decided));
});

test.each<Row>([
  ['is left', {}, { entry: {} }, null],
  ['and longer now is read', { size: 60_000 }, { entry: {} }, read],
  ['and changed later is compared', { mtimeMs: 1001 }, { entry: {} }, compare],
  ['with only another ctime is compared', { ctimeMs: 1001 }, { entry: {} }, compare],
  ['with only another inode is compared', { ino: 8 }, { entry: {} }, compare],
  ['with only another inode on a network drive is left', { ino: 8 }, { entry: {}, keepsInodes: false }, null],
  ['that was compared and is different is added', { mtimeMs: 1001 }, { entry: {}, read: { mtimeMs: 1001 } }, add],
  ['that was skipped and is replaced is read', { size: 60_000 }, { entry: { verdict: 'skipped' } }, read],
  ['that was there before and is overwritten is read', { size: 60_000, mtimeMs: 1001 }, { entry: existing }, read],
  ['that was there before and changed later is compared', { mtimeMs: 1001 }, { entry: existing }, compare],
  ['that was there before, without known content, is read if it changed', { mtimeMs: 1001 }, { entry: unread }, read],
  [
    'that was there before, without known content, stays so with another ctime or inode',
    { ctimeMs: 1001, ino: 8 },
    { entry: unread },
    { kind: 'carry-over', from: existing },
  ],
  [
    'that was there before and is only in the cloud now stays so, unread',
    { ctimeMs: 1001 },
    { entry: existing, placeholders },
    { kind: 'carry-over', from: { sha256: 'aa' } },
  ],
  [
    'that was there before and was rewritten by the cloud waits for its content',
    { mtimeMs: 1001 },
    { entry: existing, placeholders },
    inCloud,
  ],
])('a file with a decision %s', (_, change, given, decided) => {
  expect(decisions([file(change)], given)).toMatchObject(listOf(decided));
});

describe('a file that was read', () => {
  const justChanged = { stillSinceMs: now - mustBeStillMs + 1 };
  test.each<Row>([
    ['is added if it is complete and unchanged for long enough', {}, { read: {} }, add],
    ['and is complete waits for the rest of that time', {}, { read: justChanged }, waitFor(1)],
    [
      'with a block of zeros waits longer, as its end may have been written first',
      {},
      { read: { hasHole: true, stillSinceMs: now - stillWithHoleMs + 1 } },
      waitFor(1),
    ],
    [
      'with a block of zeros is added if it is unchanged for long',
      {},
      { read: { hasHole: true, stillSinceMs: now - stillWithHoleMs } },
      add,
    ],
    ['and has grown is read on', { size: 50_001 }, { read: {} }, read],
    ['and is another file by now is read', { ino: 8 }, { read: {} }, read],
    ['for long rests before it is read again', { mtimeMs: 1001 }, { read: { restUntilMs: now + 1 } }, waitFor(1)],
    ['for long is read again after its rest', { mtimeMs: 1001 }, { read: { restUntilMs: now } }, read],
    ['for long and has grown is read on without a rest', { size: 50_001 }, { read: { restUntilMs: now + 1 } }, read],
    [
      'and is incomplete waits without a message',
      {},
      { read: { ...incomplete, stillSinceMs: now - stalledMs + 1 } },
      waitFor(null),
    ],
    [
      'and is incomplete for a minute waits with a message',
      {},
      { read: { ...incomplete, stillSinceMs: now - stalledMs } },
      waitSaying(message('failure.fileStalled', { name })),
    ],
    [
      'in parts and is incomplete waits to be read from its start',
      {},
      { read: { ...incomplete, inParts: true, stillSinceMs: now - 9_999 } },
      waitFor(1),
    ],
    [
      'in parts and is incomplete for ten seconds is read from its start',
      {},
      { read: { ...incomplete, inParts: true, stillSinceMs: now - 10_000 } },
      readAgain,
    ],
    [
      'in parts, with a hole, is read from its start once it is unchanged',
      {},
      { read: { verdict: { kind: 'incomplete', hasHoles: true }, inParts: true } },
      readAgain,
    ],
    [
      'in parts and is no image is read from its start before it is skipped',
      {},
      { read: { ...noImage, inParts: true } },
      readAgain,
    ],
    [
      'and is no image is skipped with the reason',
      {},
      { read: noImage },
      { kind: 'skip', message: { id: 'failure.notAReport', params: { reason: null } } },
    ],
    ['and is no image, but changes, waits', {}, { read: { ...noImage, ...justChanged } }, waitFor(1)],
    ['and is unreadable is tried with each listing', {}, { read: unreadable }, readAgain],
    [
      'and is unreadable is not tried when another file is scanned',
      {},
      { read: { ...unreadable, message: verbatim('no') }, isWhole: false },
      waitSaying(verbatim('no')),
    ],
    [
      'and refused by a full disk waits with the reason',
      {},
      { read: { notBeforeMs: now + 1, message: verbatim('Full.') } },
      waitSaying(verbatim('Full.')),
    ],
    ['and refused by a full disk is added later', {}, { read: { notBeforeMs: now } }, add],
  ])('%s', (_, change, given, decided) => {
    expect(decisions([file(change)], given)).toMatchObject(listOf(decided));
  });
});

describe('a file that is gone', () => {
  test('is remembered, so that an empty mount point does not make everything new', () => {
    for (const known of [{}, existing]) expect(decisions([], { entry: known })).toEqual([]);
  });

  test('is forgotten when only its message was left', () => {
    const skipped = { entry: { verdict: 'skipped', message: verbatim('It is text.') } } as const;
    expect(decisions([], skipped)).toEqual([{ kind: 'forget', path: '/shots/shot.png' }]);
    expect(decisions([], { ...skipped, isWhole: false })).toEqual([]);
  });

  test('and exists under another name, is the same file', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    const expected = [{ kind: 'carry-over', file: { path: '/shots/b.png' }, from: { path: '/shots/shot.png' } }];
    expect(decisions([renamed], { entry: existing })).toMatchObject(expected);
    expect(decisions([renamed], { entry: {} })).toMatchObject(expected);
  });

  test('is found in a partial listing with its old and its new name', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    const part = { entry: {}, isWhole: false };
    expect(alikePaths([renamed], { ledger: byPath([entry()]), readings: new Map(), nowMs: now })).toEqual([
      '/shots/shot.png',
    ]);
    const examined = new Set(['/shots/b.png', '/shots/shot.png']);
    expect(decisions([renamed], { ...part, examined })).toMatchObject([{ kind: 'carry-over' }]);
    expect(decisions([renamed, file()], { ...part, examined })).toMatchObject([{ kind: 'read', file: renamed }]);
  });

  test('for long is not matched with a new one, even with the same size and time', () => {
    const other = file({ name: 'b.png', path: '/shots/b.png' });
    const since = (ms: number) => ({ absent: new Map([['/shots/shot.png', now - ms]]) });
    expect(decisions([other], { entry: {}, ...since(5_001) })).toMatchObject([{ kind: 'read', file: other }]);
    expect(decisions([other], { entry: {}, ...since(5_000) })).toMatchObject([{ kind: 'carry-over' }]);
    expect(decisions([other], { entry: existing, ...since(60_000) })).toMatchObject([{ kind: 'carry-over' }]);
  });

  test('is not matched by size and time without inode or content', () => {
    const other = file({ name: 'b.png', path: '/shots/b.png', ino: 8 });
    expect(decisions([other], { entry: {} })).toMatchObject([{ kind: 'compare', from: { path: '/shots/shot.png' } }]);
    expect(decisions([other], { entry: unread })).toMatchObject([{ kind: 'read' }]);
    // ext4 reuses an inode number immediately: what was created later is another file.
    const reused = file({ name: 'b.png', path: '/shots/b.png', birthtimeMs: 1001 });
    expect(decisions([reused], { entry: unread })).toMatchObject([{ kind: 'read' }]);
    expect(decisions([{ ...reused, birthtimeMs: 1000 }], { entry: unread })).toMatchObject([{ kind: 'carry-over' }]);
    expect(decisions([{ ...other, ino: 0 }], { entry: { ino: 0, sha256: null } })).toMatchObject([{ kind: 'read' }]);
  });

  test('with another spelling is the same file if case makes no difference', () => {
    const renamed = file({ name: 'SHOT.png', path: '/shots/SHOT.png' });
    const both = { entry: existing, isWhole: false, examined: new Set<string>() };
    expect(decisions([renamed, file()], both)).toMatchObject([
      { kind: 'carry-over', file: renamed, from: { verdict: 'existing' } },
    ]);
    expect(decisions([{ ...renamed, ino: 8 }, file()], both)).toMatchObject([{ kind: 'read' }]);
  });

  test('has one successor at most, and none while it exists', () => {
    const copies = [file({ name: 'b.png', path: '/shots/b.png' }), file({ name: 'c.png', path: '/shots/c.png' })];
    expect(decisions(copies, { entry: {} })).toMatchObject([{ kind: 'carry-over' }, { kind: 'read' }]);
    expect(decisions([file(), ...copies], { entry: {} })).toMatchObject([{ kind: 'read' }, { kind: 'read' }]);
  });

  test('is not matched with a new one of another size or time', () => {
    for (const change of [{ size: 49_999 }, { mtimeMs: 1001 }]) {
      const other = file({ name: 'b.png', path: '/shots/b.png', ...change });
      expect(decisions([other], { entry: existing })).toMatchObject([{ kind: 'read' }]);
    }
  });

  test('is not matched with a link or an empty file', () => {
    for (const change of [{ kind: 'link' }, { size: 0 }] as const) {
      const other = file({ name: 'b.png', path: '/shots/b.png', ...change });
      const before = { ...existing, ...('size' in change ? change : {}) };
      expect(decisions([other], { entry: before })).not.toMatchObject([{ kind: 'carry-over' }]);
    }
  });

  test('is not matched with a new one if it was skipped or had another name', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    for (const verdict of ['skipped', 'other-name'] as const) {
      const matched = decisions([renamed], { entry: { verdict } }).filter(({ kind }) => kind !== 'forget');
      expect(matched).toMatchObject([{ kind: 'read', file: renamed }]);
    }
  });
});
