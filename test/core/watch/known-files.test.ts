import { describe, expect, test } from 'vitest';
import { concernOfUnavailable } from '../../../main/core/watch/folder-listing.ts';
import { createKnownFiles, type LedgerEntry, folderState } from '../../../main/core/watch/known-files.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';
import { createMemoryLedger } from './memory-ledger.ts';

const entry = (name: string, verdict: LedgerEntry['verdict'], mtimeMs = 1): LedgerEntry => ({
  path: `/shots/${name}`,
  verdict,
  message: verdict === 'skipped' ? verbatim(`${name} is no image.`) : null,
  sha256: null,
  size: 1,
  mtimeMs,
  ctimeMs: 1,
  ino: 1,
});

function knowledge(entries: readonly LedgerEntry[] = []) {
  const ledger = createMemoryLedger();
  ledger.putAll('folder', entries);
  const known = createKnownFiles({ id: 'folder', path: '/shots' }, { ledger });
  known.isThere = true;
  const shown = () => {
    const { added, growing, existing, otherNames, skipped } = folderState(known);
    return { added, growing, existing, otherNames, skipped: skipped.map(({ message }) => text(message)) };
  };
  return { known, ledger, shown };
}

const everyVerdict = ['added', 'existing', 'other-name', 'skipped'] as const;
const all = everyVerdict.map((verdict) => entry(`${verdict}.png`, verdict));
const none = { added: 0, growing: 0, existing: 0, otherNames: 0, skipped: [] };

describe('what is known of a folder', () => {
  test('is read from its ledger', () => {
    expect(knowledge(all).shown()).toEqual({
      added: 1,
      growing: 0,
      existing: 1,
      otherNames: 1,
      skipped: ['skipped.png is no image.'],
    });
  });

  test.each(everyVerdict)('counts a file that was %s under its new verdict only', (verdict) => {
    const { known, ledger, shown } = knowledge([entry('shot.png', verdict)]);
    known.waiting.set('/shots/shot.png', verbatim('It waits.'));
    known.put(entry('shot.png', 'added'));
    expect(shown()).toEqual({ ...none, added: 1 });
    known.put(entry('shot.png', 'skipped'));
    expect(shown()).toEqual({ ...none, skipped: ['shot.png is no image.'] });
    expect(ledger.entries('folder')).toHaveLength(1);
  });

  test('writes many entries, and keeps them all', async () => {
    const many = Array.from({ length: 4_001 }, (_, index) => entry(`${index}.png`, 'existing'));
    const { known, ledger, shown } = knowledge();
    await known.putAll(many);
    expect(shown().existing).toBe(4_001);
    expect(ledger.entries('folder')).toHaveLength(4_001);
  });

  test('counts missing files as added only, until they are back', () => {
    const { known, shown } = knowledge(all);
    const paths = all.map(({ path }) => path);
    known.notePresence(new Set(), 7);
    expect(shown()).toMatchObject({ added: 1, existing: 0, otherNames: 0 });
    expect(known.absent).toEqual(new Map(paths.map((path) => [path, 7])));
    // Recorded once, with the first time.
    known.notePresence(new Set(), 9);
    expect(known.absent.get('/shots/existing.png')).toBe(7);
    known.notePresence(new Set(paths), 11);
    expect(shown()).toMatchObject({ added: 1, existing: 1, otherNames: 1 });
    expect(known.absent.size).toBe(0);
  });

  test('records the presence of scanned files only', () => {
    const { known } = knowledge(all);
    known.notePresence(new Set(), 7, ['/shots/existing.png', '/shots/unknown.png']);
    expect([...known.absent.keys()]).toEqual(['/shots/existing.png']);
  });

  test('forgets a file, present or missing', () => {
    const { known, ledger, shown } = knowledge(all);
    known.notePresence(new Set(['/shots/skipped.png']), 7, ['/shots/existing.png', '/shots/skipped.png']);
    for (const { path } of all) known.forget(path);
    known.forget('/shots/unknown.png');
    expect(shown()).toEqual(none);
    expect(known.absent.size).toBe(0);
    expect(ledger.entries('folder')).toEqual([]);
    known.put(entry('existing.png', 'existing'));
    expect(shown()).toEqual({ ...none, existing: 1 });
  });

  test('forgets only the files that were there before', () => {
    const { known, ledger, shown } = knowledge(all);
    known.forgetExisting();
    expect(shown()).toMatchObject({ added: 1, existing: 0, otherNames: 1 });
    expect(known.ledger.has('/shots/existing.png')).toBe(false);
    expect(ledger.entries('folder')).toHaveLength(3);
  });
});

describe('the state of a folder', () => {
  test('counts nothing that is missing with the folder', () => {
    const { known, shown } = knowledge(all);
    known.isThere = false;
    expect(shown()).toMatchObject({ added: 1, existing: 0, otherNames: 0 });
  });

  test('shows files that wait first, then the newest skipped ones, twenty in all', () => {
    const skipped = Array.from({ length: 30 }, (_, index) => entry(`${index}.png`, 'skipped', (index * 7) % 30));
    const { known, shown } = knowledge(skipped);
    known.waiting.set('/shots/waits.png', verbatim('It waits.'));
    const newest = skipped.toSorted((a, b) => b.mtimeMs - a.mtimeMs).map(({ path }) => `${path.slice(7)} is no image.`);
    expect(shown().skipped).toEqual(['It waits.', ...newest.slice(0, 19)]);
  });

  test('names a skipped file whose reason is not stored', () => {
    const { shown } = knowledge([{ ...entry('old.png', 'skipped'), message: null }]);
    expect(shown().skipped).toEqual([expect.stringContaining('old.png')]);
  });

  test.each([
    ['/home/pilot/shots', 'shots'],
    ['/', '/'],
  ])('names the folder %s %s', (path, name) => {
    const known = createKnownFiles({ id: 'folder', path }, { ledger: createMemoryLedger() });
    expect(folderState(known)).toMatchObject({ id: 'folder', path, name, status: 'starting', concern: null });
  });

  test.each([
    ['ENOTDIR', 'failure.folderNotAFolder'],
    ['EACCES', 'failure.folderUnreadable'],
    ['EPERM', 'failure.folderUnreadable'],
    ['ENOENT', 'failure.folderUnavailable'],
  ])('explains %s by %s', (code, id) => {
    expect(concernOfUnavailable('/shots', code).message.id).toBe(id);
  });
});
