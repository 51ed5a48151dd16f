import { verbatim } from '../../../../main/messages/message.ts';
import { describe, expect, it } from 'vitest';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();
const entry = {
  path: '/shots/a.png',
  size: 1,
  mtimeMs: 2.5,
  ctimeMs: 3.5,
  ino: 2 ** 60 + 2 ** 12,
  verdict: 'added',
  message: null,
  sha256: 'x',
} as const;
const watchState = {
  by: 'leader',
  isMountPoint: false,
  status: 'watching',
  since: 1,
  added: 2,
  growing: 0,
  existing: 3,
  otherNames: 0,
  skipped: [] as never[],
  skippedCount: 0,
  concern: null,
} as const;

describe('folders', () => {
  it('are stored once each per profile, in the order they were added', () => {
    const first = context.stores.folders.add('demo', '/shots', 1);
    const second = context.stores.folders.add('demo', '/more', 2);
    context.stores.folders.add('service-x', '/shots', 3);
    expect(() => context.stores.folders.add('demo', '/shots', 4)).toThrow(/UNIQUE/);
    context.stores.folders.markScanned(second.id);
    expect(context.stores.folders.list('demo')).toEqual([first, { ...second, scanned: true }]);
  });

  it('write and delete many ledger entries in one transaction', () => {
    const folder = context.stores.folders.add('demo', '/many', 100);
    const entryOf = (name: string, verdict: 'existing' | 'added') => ({ ...entry, path: `/many/${name}`, verdict });
    const entries = [entryOf('a.png', 'existing'), entryOf('b.png', 'added')];
    context.stores.folders.ledger.putAll(folder.id, entries);
    expect(context.stores.folders.ledger.entries(folder.id)).toEqual(entries);
    const wrong = { ...entryOf('d.png', 'added'), size: null as unknown as number };
    expect(() => context.stores.folders.ledger.putAll(folder.id, [entryOf('c.png', 'added'), wrong])).toThrow(
      'NOT NULL',
    );
    expect(context.stores.folders.ledger.entries(folder.id)).toEqual(entries);
    context.stores.folders.ledger.forgetExisting(folder.id);
    expect(context.stores.folders.ledger.entries(folder.id)).toEqual([entries[1]]);
  });

  it('have what their watcher wrote, unless a later version wrote something else', () => {
    const { folders, database } = context.stores;
    const { id } = folders.add('demo', '/shots', 1);
    expect(folders.watchState(id)).toBeNull();
    expect(folders.writeWatchState(id, watchState)).toBe(true);
    expect(folders.watchState(id)).toEqual(watchState);
    database.prepare('UPDATE folders SET watch_state = ?').run('{"status":"of-tomorrow"}');
    expect(folders.watchState(id)).toBeNull();
  });

  it('do without what their watcher wrote on a full disk, and report any other failure', () => {
    const { folders, database } = context.stores;
    const { id } = folders.add('demo', '/shots', 1);
    database.exec('PRAGMA max_page_count = 1');
    const name = 'x'.repeat(100_000);
    const skipped = [{ name, message: verbatim('skipped'), at: null }];
    expect(folders.writeWatchState(id, { ...watchState, skipped })).toBe(false);
    database.exec('DROP TABLE folders');
    expect(() => folders.writeWatchState(id, watchState)).toThrow('no such table');
  });

  it('delete their ledger with them', () => {
    const folder = context.stores.folders.add('demo', '/shots', 1);
    context.stores.folders.ledger.put(folder.id, entry);
    context.stores.folders.ledger.put(folder.id, { ...entry, size: 2 });
    expect(context.stores.folders.ledger.entries(folder.id)).toEqual([{ ...entry, size: 2 }]);
    expect(context.stores.folders.entriesOf('/shots/a.png')).toHaveLength(1);
    context.stores.folders.ledger.forget(folder.id, '/shots/a.png');
    expect(context.stores.folders.ledger.entries(folder.id)).toEqual([]);
    context.stores.folders.ledger.put(folder.id, entry);
    context.stores.folders.remove(folder.id);
    expect(context.stores.folders.entriesOf('/shots/a.png')).toEqual([]);
    expect(context.stores.folders.list('demo')).toEqual([]);
  });
});
