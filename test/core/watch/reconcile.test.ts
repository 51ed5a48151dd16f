import { describe, expect, test } from 'vitest';
import type { ListedFile } from '../../../main/core/watch/folder-listing.ts';
import { alikePaths, stalledMs, mustBeStillMs, stillWithHoleMs } from '../../../main/core/watch/reconcile.ts';
import { byPath, decisions, entry, file, now, reading } from './circumstances.ts';
import { message, verbatim } from '../../../main/messages/message.ts';

const placeholders = new Set(['/shots/shot.png']);

describe('an existing file', () => {
  type Row = [string, Partial<ListedFile>, Parameters<typeof decisions>[1], object[]];
  const wait = { kind: 'wait', message: null };
  test.each<Row>([
    ['and new, is read', {}, {}, [{ kind: 'read', again: false }]],
    ['and decided before, is left', {}, { entries: [entry()] }, []],
    ['taken before and longer now, is read', { size: 60_000 }, { entries: [entry()] }, [{ kind: 'read' }]],
    ['taken before and changed later, is compared', { mtimeMs: 1001 }, { entries: [entry()] }, [{ kind: 'compare' }]],
    [
      'added before, with only another ctime, is compared',
      { ctimeMs: 1001 },
      { entries: [entry()] },
      [{ kind: 'compare' }],
    ],
    ['taken before with another inode alone, is compared', { ino: 8 }, { entries: [entry()] }, [{ kind: 'compare' }]],
    [
      'added before, with only another inode on a network drive, is left alone',
      { ino: 8 },
      { entries: [entry()], keepsInodes: false },
      [],
    ],
    [
      'compared and found different, is added like any new file',
      { mtimeMs: 1001 },
      { entries: [entry()], readings: [reading({ mtimeMs: 1001 })] },
      [{ kind: 'add' }],
    ],
    [
      'skipped before and replaced, is read',
      { size: 60_000 },
      { entries: [entry({ verdict: 'skipped' })] },
      [{ kind: 'read' }],
    ],
    ['at the first look, was there before', {}, { isFirstScan: true }, [{ kind: 'existing' }]],
    [
      'present before, with another modification time, is compared',
      { mtimeMs: 1001, ctimeMs: 1001 },
      { entries: [entry({ verdict: 'existing' })] },
      [{ kind: 'compare', from: { verdict: 'existing' } }],
    ],
    [
      'present before, with another modification time and no recorded content, is read like a new file',
      { mtimeMs: 1001, ctimeMs: 1001 },
      { entries: [entry({ verdict: 'existing', sha256: null })] },
      [{ kind: 'read' }],
    ],
    [
      'present before, with another ctime or inode and no recorded content, stays so',
      { ctimeMs: 1001, ino: 8 },
      { entries: [entry({ verdict: 'existing', sha256: null })] },
      [{ kind: 'carry-over', from: { verdict: 'existing' } }],
    ],
    [
      'present before and now only in the cloud, stays so and is not read',
      { ctimeMs: 1001 },
      { entries: [entry({ verdict: 'existing' })], placeholders },
      [{ kind: 'carry-over', from: { sha256: 'aa' } }],
    ],
    [
      'present before and rewritten by the cloud, waits for its content',
      { mtimeMs: 1001, ctimeMs: 1001 },
      { entries: [entry({ verdict: 'existing' })], placeholders },
      [{ kind: 'wait', message: message('failure.fileIsPlaceholder', { name: 'shot.png' }) }],
    ],
    [
      'present before and overwritten, is read',
      { size: 60_000, mtimeMs: 1001 },
      { entries: [entry({ verdict: 'existing' })] },
      [{ kind: 'read' }],
    ],
    ['complete and unchanged, is added', {}, { readings: [reading()] }, [{ kind: 'add' }]],
    [
      'complete but not unchanged for long enough, waits for the rest',
      {},
      { readings: [reading({ stillSinceMs: now - 50 })] },
      [{ ...wait, againInMs: mustBeStillMs - 50 }],
    ],
    [
      'complete with a block of zeros, waits longer because its end may have been written first',
      {},
      { readings: [reading({ hasHole: true })] },
      [{ ...wait, againInMs: stillWithHoleMs - mustBeStillMs }],
    ],
    [
      'complete with a block of zeros and unchanged for long, is added',
      {},
      { readings: [reading({ hasHole: true, stillSinceMs: now - stillWithHoleMs })] },
      [{ kind: 'add' }],
    ],
    [
      'overwritten right after a long read, rests before it is read again',
      { mtimeMs: 1001 },
      { readings: [reading({ restUntilMs: now + 500 })] },
      [{ ...wait, againInMs: 500 }],
    ],
    [
      'grown right after a long read, is read on without a rest',
      { size: 60_000, mtimeMs: 1001 },
      { readings: [reading({ restUntilMs: now + 500 })] },
      [{ kind: 'read', again: false }],
    ],
    [
      'complete but grown meanwhile, is read on',
      { size: 50_001 },
      { readings: [reading()] },
      [{ kind: 'read', again: false }],
    ],
    ['whole but another file by now, is read', { ino: 8 }, { readings: [reading()] }, [{ kind: 'read' }]],
    [
      'incomplete, waits without a message',
      {},
      { readings: [reading({ verdict: { kind: 'incomplete' } })] },
      [{ ...wait, againInMs: null }],
    ],
    [
      'incomplete for a minute, waits with a message',
      {},
      { readings: [reading({ verdict: { kind: 'incomplete' }, stillSinceMs: now - stalledMs })] },
      [{ kind: 'wait', message: message('failure.fileStalled', { name: 'shot.png' }) }],
    ],
    [
      'read in parts and incomplete, is soon read again from the start',
      {},
      { readings: [reading({ verdict: { kind: 'incomplete' }, inParts: true, stillSinceMs: now - 4000 })] },
      [{ ...wait, againInMs: 6000 }],
    ],
    [
      'read in parts and incomplete for ten seconds, is read from the start',
      {},
      { readings: [reading({ verdict: { kind: 'incomplete' }, inParts: true, stillSinceMs: now - 10_000 })] },
      [{ kind: 'read', again: true }],
    ],
    [
      'read in parts with a hole in it, is read from the start once it is unchanged',
      {},
      { readings: [reading({ verdict: { kind: 'incomplete', hasHoles: true }, inParts: true })] },
      [{ kind: 'read', again: true }],
    ],
    [
      'read in parts and not an image, is read from the start before it is skipped',
      {},
      { readings: [reading({ verdict: { kind: 'not-an-image', why: { reason: 'other' } }, inParts: true })] },
      [{ kind: 'read', again: true }],
    ],
    [
      'not an image, is skipped with the reason',
      {},
      { readings: [reading({ verdict: { kind: 'not-an-image', why: { reason: 'other' } } })] },
      [{ kind: 'skip', message: { id: 'failure.notAReport', params: { reason: 'other' } } }],
    ],
    [
      'not an image but still changing, waits',
      {},
      { readings: [reading({ verdict: { kind: 'not-an-image', why: { reason: 'other' } }, stillSinceMs: now })] },
      [{ ...wait, againInMs: mustBeStillMs }],
    ],
    [
      'unreadable, is tried with each listing',
      {},
      { readings: [reading({ verdict: { kind: 'unreadable', code: 'EACCES' } })] },
      [{ kind: 'read', again: true }],
    ],
    [
      'unreadable, is not tried when another file is scanned',
      {},
      {
        readings: [reading({ verdict: { kind: 'unreadable', code: 'EACCES' }, message: verbatim('no') })],
        isWhole: false,
      },
      [{ kind: 'wait', message: verbatim('no') }],
    ],
    [
      'refused by a full disk, waits with the reason',
      {},
      { readings: [reading({ notBeforeMs: now + 1, message: verbatim('The disk is full.') })] },
      [{ kind: 'wait', message: verbatim('The disk is full.') }],
    ],
    [
      'a link, is not followed',
      { kind: 'link' },
      {},
      [{ kind: 'skip', message: message('failure.fileIsLink', { name: 'shot.png' }) }],
    ],
    ['a pipe or a folder, is left', { kind: 'other' }, {}, [{ kind: 'skip' }]],
    [
      'that is only in a cloud, is not read, as that would download it',
      {},
      { placeholders },
      [{ kind: 'wait', message: message('failure.fileIsPlaceholder', { name: 'shot.png' }) }],
    ],
  ])('%s', (_, change, circumstances, expected) => {
    expect(decisions([file(change)], circumstances)).toMatchObject(expected);
  });
});

describe('a file that is gone', () => {
  test('is remembered, so that an empty mount point does not make everything new', () => {
    expect(decisions([], { entries: [entry(), entry({ path: '/shots/b.png', verdict: 'existing' })] })).toEqual([]);
  });

  test('is forgotten when only its message was left', () => {
    const entries = [entry({ verdict: 'skipped', message: verbatim('It is text.') })];
    expect(decisions([], { entries })).toEqual([{ kind: 'forget', path: '/shots/shot.png' }]);
    expect(decisions([], { entries, isWhole: false })).toEqual([]);
  });

  test('and exists under another name, is the same file', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    const expected = [{ kind: 'carry-over', file: { path: '/shots/b.png' }, from: { path: '/shots/shot.png' } }];
    expect(decisions([renamed], { entries: [entry({ verdict: 'existing' })] })).toMatchObject(expected);
    expect(decisions([renamed], { entries: [entry()] })).toMatchObject(expected);
  });

  test('is found in a partial listing with its old and its new name', () => {
    const renamed = file({ name: 'b.png', path: '/shots/b.png' });
    const part = { entries: [entry()], isWhole: false };
    expect(alikePaths({ files: [renamed], ledger: byPath(part.entries), readings: new Map(), nowMs: now })).toEqual([
      '/shots/shot.png',
    ]);
    const examined = new Set(['/shots/b.png', '/shots/shot.png']);
    expect(decisions([renamed], { ...part, examined })).toMatchObject([{ kind: 'carry-over' }]);
    expect(decisions([renamed, file()], { ...part, examined })).toMatchObject([{ kind: 'read', file: renamed }]);
  });

  test('for long is not matched with a new one, even with the same size and time', () => {
    const other = file({ name: 'b.png', path: '/shots/b.png' });
    const since = (ms: number) => ({ absent: new Map([['/shots/shot.png', now - ms]]) });
    expect(decisions([other], { entries: [entry()], ...since(60_000) })).toMatchObject([{ kind: 'read', file: other }]);
    expect(decisions([other], { entries: [entry()], ...since(100) })).toMatchObject([{ kind: 'carry-over' }]);
    const existing = { entries: [entry({ verdict: 'existing' })] };
    expect(decisions([other], { ...existing, ...since(60_000) })).toMatchObject([{ kind: 'carry-over' }]);
  });

  test('is not matched by size and time without inode or content', () => {
    const other = file({ name: 'b.png', path: '/shots/b.png', ino: 8 });
    expect(decisions([other], { entries: [entry()] })).toMatchObject([
      { kind: 'compare', from: { path: '/shots/shot.png' } },
    ]);
    const unread = [entry({ verdict: 'existing', sha256: null })];
    expect(decisions([other], { entries: unread })).toMatchObject([{ kind: 'read' }]);
    // ext4 reuses an inode number immediately: what was created later is another file.
    const reused = file({ name: 'b.png', path: '/shots/b.png', birthtimeMs: 1001 });
    expect(decisions([reused], { entries: unread })).toMatchObject([{ kind: 'read' }]);
    expect(decisions([{ ...reused, birthtimeMs: 1000 }], { entries: unread })).toMatchObject([{ kind: 'carry-over' }]);
    expect(decisions([{ ...other, ino: 0 }], { entries: [entry({ ino: 0, sha256: null })] })).toMatchObject([
      { kind: 'read' },
    ]);
  });

  test('with another spelling is the same file if case makes no difference', () => {
    const renamed = file({ name: 'SHOT.png', path: '/shots/SHOT.png' });
    const both = { entries: [entry({ verdict: 'existing' })], isWhole: false, examined: new Set<string>() };
    expect(decisions([renamed, file()], both)).toMatchObject([
      { kind: 'carry-over', file: renamed, from: { verdict: 'existing' } },
    ]);
    expect(decisions([{ ...renamed, ino: 8 }, file()], both)).toMatchObject([{ kind: 'read' }]);
  });

  test('has one successor at most, and none while it exists', () => {
    const copies = [file({ name: 'b.png', path: '/shots/b.png' }), file({ name: 'c.png', path: '/shots/c.png' })];
    expect(decisions(copies, { entries: [entry()] })).toMatchObject([{ kind: 'carry-over' }, { kind: 'read' }]);
    expect(decisions([file(), ...copies], { entries: [entry()] })).toMatchObject([{ kind: 'read' }, { kind: 'read' }]);
  });
});
