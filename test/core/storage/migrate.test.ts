// From the first version to the newest, with something in every table; and what a step that does not work leaves behind.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '../../../main/core/storage/repositories.ts';
import { openDatabase } from '../../../main/core/storage/database.ts';
import { migrations } from '../../../main/core/storage/migrations.ts';
import { flightOf } from '../sample-flight.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  path = join(folder, 'companion.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened(steps?: readonly string[]) {
  const result = openDatabase(path, steps);
  if (!result.ok) throw new Error(`${result.failure.message} (${result.failure.code})`);
  return result.value;
}
const versionOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  database.close();
  return version;
};

/** As the first landed version wrote it. */
function fillFirst() {
  const database = opened(migrations.slice(0, 1));
  const record = JSON.stringify(flightOf({ id: 7, aircraft: 'A320' })).replaceAll("'", "''");
  database.exec(`
    INSERT INTO accounts VALUES (1, 'demo', 'anna', 'Anna', 1, 2, 0);
    INSERT INTO jobs (id, profile, account_id, sha256, name, bytes, media_type, spool, source, original_path, added_at, state, since, flight_id, uploaded_at)
      VALUES (4, 'demo', 1, '${'a'.repeat(64)}', 'sent.png', 9, 'image/png', 'aa/x.png', '{"kind":"dropped"}', '/shots/sent.png', 3, 'uploaded', 4, 7, 4),
             (5, 'demo', 1, '${'b'.repeat(64)}', 'waits.png', 9, 'image/png', 'bb/x.png', '{"kind":"folder","folder":"Shots"}', '/shots/waits.png', 3, 'waiting', 4, NULL, NULL);
    INSERT INTO flights VALUES (1, 7, '${record}', 'settled', 5, 5, 5, 6);
    INSERT INTO history VALUES (1, 1, 4, 7, 4, 'uploaded', '{"flightId":7}');
    INSERT INTO requests VALUES (1, 1000, 'upload', 'accepted');
    INSERT INTO pause_switch VALUES ('demo', 'paused', 1);
    INSERT INTO pacing VALUES (1, '{"least":4000}');
    INSERT INTO folders VALUES ('f1', 'demo', '/shots', 3, 1);
    INSERT INTO ledger VALUES ('f1', '/shots/sent.png', 9, 1.5, 'added', NULL, '${'a'.repeat(64)}');
  `);
  database.close();
}

describe('a database of the first version', () => {
  it('comes to the newest with all that was in it, and a copy of the old one beside it', () => {
    fillFirst();
    const database = opened();
    const stores = createRepositories(database, 'demo');
    // Whoever was signed in still is, and in use; the tokens lie where they lay.
    expect(stores.accounts.list('demo')).toMatchObject([{ id: 1, name: 'Anna', item: '', isInUse: true }]);
    expect(stores.jobs.byId(4)).toMatchObject({ state: 'uploaded', flightId: 7, name: 'sent.png' });
    expect(stores.jobs.nextWaiting(1)).toMatchObject({ id: 5, source: { kind: 'folder', folder: 'Shots' } });
    expect(stores.flights.byId(1, 7)?.record.aircraft).toBe('A320');
    expect(stores.history.of({ jobId: 4 })).toMatchObject([{ what: 'uploaded' }]);
    expect(stores.requests.since(1, 0)).toMatchObject([{ kind: 'upload', outcome: 'accepted' }]);
    expect(stores.requests.memory(1)).toEqual({ least: 4000 });
    expect(stores.pauseSwitch.isPaused()).toBe(true);
    expect(stores.folders.list('demo')).toMatchObject([{ id: 'f1', path: '/shots' }]);
    expect(stores.folders.ledger.entries('f1')).toMatchObject([{ path: '/shots/sent.png', verdict: 'added' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    database.close();
    expect(versionOf(`${path}.v1`)).toBe(1);
    expect(statSync(`${path}.v1`).mode & 0o077).toBe(0);
    opened().close();
    expect(readdirSync(folder).filter((name) => name.includes('.v'))).toEqual(['companion.db.v1']);
  });

  it('stays as it is where a step does not work, and the program that wrote it still reads it', () => {
    fillFirst();
    const result = openDatabase(path, [
      ...migrations.slice(0, 1),
      'CREATE TABLE half (id INTEGER);',
      'SELECT this is no step;',
    ]);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'data-unreadable' } });
    expect(versionOf(path)).toBe(1);
    const old = opened(migrations.slice(0, 1));
    expect(old.prepare("SELECT COUNT(*) AS n FROM sqlite_schema WHERE name = 'half'").get()).toEqual({ n: 0 });
    expect(old.prepare('SELECT COUNT(*) AS n FROM jobs').get()).toEqual({ n: 2 });
    old.close();
    const fixed = opened();
    expect(fixed.prepare('SELECT COUNT(*) AS n FROM jobs').get()).toEqual({ n: 2 });
    fixed.close();
  });

  it('keeps the copies of the last two versions, no more', () => {
    fillFirst();
    for (let version = 2; version <= migrations.length; version += 1) opened(migrations.slice(0, version)).close();
    const copies = readdirSync(folder).filter((name) => name.includes('.v'));
    expect(copies.toSorted()).toEqual(
      [migrations.length - 2, migrations.length - 1].map((version) => `companion.db.v${version}`),
    );
  });
});
