// From the first version to the newest, with rows in every table; and what a failed step leaves behind.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '../../../../main/core/storage/repositories.ts';
import { openDatabase } from '../../../../main/core/storage/database/database.ts';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { createFilingQueue } from '../../../../main/core/storage/tables/filing-queue.ts';
import { createLearnedFacts } from '../../../../main/core/storage/tables/learned-facts.ts';
import { createDecisionStore } from '../../../../main/core/storage/tables/log/decisions.ts';
import { flightOf } from '../../sample-flight.ts';
import { verbatim } from '../../../../main/messages/message.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  path = join(folder, 'companion.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened(steps?: readonly string[]) {
  const result = openDatabase(path, steps);
  if (!result.ok) throw new Error(`${result.failure.message.id} (${result.failure.code})`);
  return result.value;
}
const versionOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  database.close();
  return version;
};

/** As the first released version wrote it. */
function fillFirst() {
  const database = opened(migrations.slice(0, 1));
  const record = JSON.stringify(flightOf({ id: 7, aircraft: 'A320' })).replaceAll("'", "''");
  database.exec(`
    INSERT INTO accounts VALUES (1, 'demo', 'anna', 'Anna', 1, 2, 0);
    INSERT INTO jobs (id, profile, account_id, sha256, name, bytes, media_type, spool, source, original_path, taken_at, state, since, flight_id, uploaded_at)
      VALUES (4, 'demo', 1, '${'a'.repeat(64)}', 'sent.png', 9, 'image/png', 'aa/x.png', '{"kind":"dropped"}', '/shots/sent.png', 3, 'uploaded', 4, 7, 4),
             (5, 'demo', 1, '${'b'.repeat(64)}', 'waits.png', 9, 'image/png', 'bb/x.png', '{"kind":"folder","folder":"Shots"}', '/shots/waits.png', 3, 'waiting', 4, NULL, NULL);
    INSERT INTO flights VALUES (1, 7, '${record}', 'settled', 5, 5, 5, 6);
    INSERT INTO happenings VALUES (1, 1, 4, 7, 4, 'uploaded', '{"flightId":7}');
    INSERT INTO requests VALUES (1, 1000, 'upload', 'accepted');
    INSERT INTO switches VALUES ('demo', 'paused', 1);
    INSERT INTO pacing VALUES (1, '{"least":4000}');
    INSERT INTO folders VALUES ('f1', 'demo', '/shots', 3, 1);
    INSERT INTO ledger VALUES ('f1', '/shots/sent.png', 9, 1.5, 'taken', NULL, '${'a'.repeat(64)}');
  `);
  database.close();
}

describe('a database of the first version', () => {
  it('is migrated with all its rows, and a copy of the old file is kept', () => {
    fillFirst();
    const database = opened();
    const stores = createRepositories(database, 'demo');
    // The signed-in account stays active, with its tokens.
    expect(stores.accounts.list('demo')).toMatchObject([{ id: 1, name: 'Anna', item: '', isInUse: true }]);
    expect(stores.jobs.byId(4)).toMatchObject({ state: 'uploaded', flightId: 7, name: 'sent.png' });
    expect(stores.jobs.nextWaiting(1)).toMatchObject({ id: 5, source: { kind: 'folder', folder: 'Shots' } });
    expect(stores.flights.byId(1, 7)).toMatchObject({
      record: { aircraft: 'A320' },
      stage: 'completed',
      completedAt: 6,
    });
    expect(stores.history.of({ jobId: 4 })).toMatchObject([{ what: 'uploaded' }]);
    expect(stores.requests.since(1, 0)).toMatchObject([{ kind: 'upload', outcome: 'accepted' }]);
    expect(stores.requests.storedState(1)).toBe('{"least":4000}');
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

  it('stays unchanged when a step fails, and its own version can still read it', () => {
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

  it('keeps copies of the last two versions only', () => {
    fillFirst();
    for (let version = 2; version <= migrations.length; version += 1) opened(migrations.slice(0, version)).close();
    const copies = readdirSync(folder).filter((name) => name.includes('.v'));
    expect(copies.toSorted()).toEqual(
      [migrations.length - 2, migrations.length - 1].map((version) => `companion.db.v${version}`).toSorted(),
    );
  });
});

describe('a data folder of version 0.1.0', () => {
  /** The last version before the standard names. */
  const before = migrations.findIndex((step) => step.includes('RENAME TO history'));
  const failure = (kind: string, needs?: string) => JSON.stringify({ kind, words: `${kind}.`, code: 'HTTP 1', needs });
  const attempt = JSON.stringify({
    startedAt: 5,
    endedAt: 6,
    baselineId: 3,
    looks: 2,
    answered: { failure: JSON.parse(failure('proxy-trouble')) as unknown, says: 'refused' },
  });
  const states = ['waiting', 'departing', 'unconfirmed', 'uploaded', 'refused', 'held', 'declined'];

  function fillLast() {
    const database = opened(migrations.slice(0, before));
    database.exec("INSERT INTO accounts VALUES (1, 'demo', 'anna', 'Anna', 1, 2, 0)");
    const job = database.prepare(
      `INSERT INTO jobs (id, profile, account_id, sha256, name, bytes, media_type, spool, source, original_path, taken_at, state, since, reason, attempt)
       VALUES (?, 'demo', 1, ?, ?, 9, 'image/png', 'aa/x.png', '{"kind":"dropped"}', ?, 30, ?, 40, ?, ?)`,
    );
    const reasons: Readonly<Record<string, string>> = {
      waiting: failure('service-trouble'),
      unconfirmed: failure('proxy-trouble', 'decision'),
      refused: failure('file-refused-by-service', 'other-file'),
      held: failure('sign-in-needed', 'sign-in'),
      declined: failure('not-approved'),
    };
    for (const [index, state] of states.entries()) {
      const lost = state === 'unconfirmed' ? attempt : null;
      job.run(
        index + 1,
        `${index}`.repeat(64),
        `${state}.png`,
        `/shots/${state}.png`,
        state,
        reasons[state] ?? null,
        lost,
      );
    }
    const record = JSON.stringify(flightOf({ id: 7 }));
    const flight = database.prepare('INSERT INTO flights VALUES (1, ?, ?, ?, 5, 5, ?, ?)');
    flight.run(7, record, 'with-moderator', 55, null);
    flight.run(8, JSON.stringify(flightOf({ id: 8 })), 'settled', 56, 66);
    flight.run(9, JSON.stringify(flightOf({ id: 9 })), 'sent', 57, null);
    database.exec(`
      INSERT INTO pacing VALUES (1, '{"least":4000}');
      INSERT INTO folders (id, profile, path, added_at, looked, rules)
        VALUES ('f1', 'demo', '/shots', 3, 1, '{"names":["*"],"afterUpload":{"kind":"bin"},"approval":false}');
      INSERT INTO ledger (folder_id, path, size, mtime_ms, verdict, words, sha256)
        VALUES ('f1', '/shots/a.png', 9, 1.5, 'taken', NULL, 'aa'), ('f1', '/shots/b.png', 9, 1.5, 'passed-over', 'It is no picture.', NULL);
      INSERT INTO files (id, profile, subject, path, sha256, job_id, rule, figures, first_at, last_at)
        VALUES (1, 'demo', 'file', '/shots/a.png', 'aa', 5, 'taken', '{"jobId":5}', 1, 2),
               (2, 'demo', 'file', '/shots/c.png', NULL, NULL, 'refused', '{"kind":"file-not-a-report","words":"Not one."}', 1, 2);
      INSERT INTO decisions (file_id, rule, figures, first_at, last_at, times)
        VALUES (1, 'refused', '{"words":"It was not whole."}', 1, 1, 1);
      INSERT INTO happenings (account_id, job_id, flight_id, at, what, details)
        VALUES (1, 1, NULL, 1, 'taken', '{}'), (1, 1, NULL, 2, 'departing', '{"attempt":1}'), (1, 1, NULL, 3, 'service-trouble', '{}'),
               (1, 1, NULL, 4, 'not-taken', '{}'), (1, 1, NULL, 5, 'refused', '{}'), (1, 1, NULL, 6, 'taken-again', '{}'),
               (1, 1, NULL, 7, 'not-put-away', '{"words":"The folder is gone."}'), (1, 5, NULL, 8, 'binned', '{}'),
               (1, 3, NULL, 9, 'sent-again-by-pilot', '{}'), (1, NULL, 9, 10, 'sent', '{}');
      INSERT INTO put_away VALUES (4, 'f1', '{"kind":"bin"}', NULL, 'due', '${failure('disk', 'free-space')}', 8);
      INSERT INTO switches VALUES ('demo', 'paused', 1);
    `);
    const learned = database.prepare("INSERT INTO learned_facts VALUES ('demo', '1', ?, 1, ?)");
    const reason = JSON.parse(failure('service-trouble', 'sign-in')) as unknown;
    learned.run('hold', JSON.stringify({ failure: reason, until: 1, keptAt: 1, consecutiveFailures: 2 }));
    learned.run('can-read', 'true');
    const ended = { reason, name: 'Anna' };
    learned.run('session', JSON.stringify({ obtainedAt: null, isGone: true, failure: null, ended }));
    database.close();
  }

  it('has its jobs migrated to the current states, with their reasons', () => {
    fillLast();
    const database = opened();
    const { jobs } = createRepositories(database, 'demo');
    const found = states.map((_, index) => jobs.byId(index + 1)!);
    expect(
      found.map(({ state, reason }) => [state, reason?.kind, reason?.message as unknown, reason?.requiredAction]),
    ).toEqual([
      ['waiting', 'service-error', verbatim('service-trouble.'), undefined],
      ['uploading', undefined, undefined, undefined],
      ['unconfirmed', 'proxy-error', verbatim('proxy-trouble.'), 'decision'],
      ['uploaded', undefined, undefined, undefined],
      ['rejected', 'file-rejected-by-service', verbatim('file-refused-by-service.'), 'other-file'],
      ['held', 'sign-in-needed', verbatim('sign-in-needed.'), 'sign-in'],
      ['declined', 'not-approved', verbatim('not-approved.'), undefined],
    ]);
    expect(found[2]!.attempt).toMatchObject({
      baselineId: 3,
      answered: {
        outcome: 'rejected',
        failure: { kind: 'proxy-error', message: verbatim('proxy-trouble.'), code: 'HTTP 1' },
      },
    });
    expect(found.map(({ addedAt }) => addedAt)).toEqual(states.map(() => 30));
    database.close();
  });

  it('has its ledger, decisions, history, filing queue, flights, pacing and learned values under their new names', () => {
    fillLast();
    const database = opened();
    const stores = createRepositories(database, 'demo');
    expect(stores.folders.list('demo')).toMatchObject([
      { id: 'f1', scanned: true, rules: { names: ['*'], afterUpload: { kind: 'trash' } } },
    ]);
    expect(stores.folders.ledger.entries('f1')).toMatchObject([
      { path: '/shots/a.png', verdict: 'added' },
      { path: '/shots/b.png', verdict: 'skipped', message: verbatim('It is no picture.') },
    ]);
    const log = createDecisionStore(database, 'demo');
    const files = log.page({ limit: 10 }).files;
    expect(files.map(({ path, last }) => [path, last.rule, last.figures])).toEqual(
      expect.arrayContaining([
        ['/shots/a.png', 'added', { jobId: 5 }],
        ['/shots/c.png', 'rejected', { kind: 'file-not-a-report', message: 'Not one.' }],
      ]),
    );
    expect(database.prepare('SELECT rule, figures FROM decisions').all()).toMatchObject([
      { rule: 'rejected', figures: '{"message":"It was not whole."}' },
    ]);
    const history = stores.history.of({ jobId: 1 });
    expect(history.map(({ what }) => what)).toEqual([
      'added',
      'uploading',
      'service-error',
      'not-added',
      'rejected',
      'added-again',
      'not-filed',
    ]);
    expect(history.at(-1)).toMatchObject({ details: { message: 'The folder is gone.' } });
    expect(stores.history.of({ jobId: 5 })).toMatchObject([{ what: 'trashed' }]);
    expect(stores.history.of({ jobId: 3 })).toMatchObject([{ what: 'uploaded-again-by-pilot' }]);
    expect(stores.history.of({ accountId: 1, flightId: 9 })).toMatchObject([{ what: 'received' }]);
    expect(createFilingQueue(database, 'demo').due()).toMatchObject([
      {
        jobId: 4,
        afterUpload: { kind: 'trash' },
        reason: { kind: 'disk', message: verbatim('disk.'), requiredAction: 'free-space' },
      },
    ]);
    expect(stores.pauseSwitch.isPaused()).toBe(true);
    const learned = createLearnedFacts(database, 'demo');
    expect(learned.read('1', 'hold')).toMatchObject({ failure: { kind: 'service-error', requiredAction: 'sign-in' } });
    expect(learned.read('1', 'can-read')).toBe(true);
    expect(learned.read('1', 'session')).toMatchObject({
      isExpired: true,
      ended: { reason: { message: verbatim('service-trouble.') } },
    });
    expect(stores.flights.byId(1, 7)).toMatchObject({ polledAt: 55, completedAt: null });
    expect(stores.flights.byId(1, 8)).toMatchObject({ stage: 'completed', polledAt: 56, completedAt: 66 });
    expect(stores.flights.byId(1, 9)).toMatchObject({ stage: 'received', polledAt: 57 });
    expect(stores.flights.counts(1, 0)).toEqual({
      open: 1,
      final: 2,
      completed: 1,
      archived: 0,
      received: 1,
      today: 1,
    });
    expect(stores.requests.storedState(1)).toBe('{"least":4000}');
    const indexes = database.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'flights'",
    );
    expect(indexes.all().map(({ name, sql }) => `${String(name)}: ${String(sql)}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^flights_open: .*WHERE "?completed_at"? IS NULL/),
        expect.stringMatching(/^flights_by_completion: .*\(account_id, completed_at\)/),
      ]),
    );
    // The facts of the logbook still follow the record.
    stores.flights.put(1, flightOf({ id: 8, aircraft: 'B738' }), 'archived', 5, 66, 57);
    expect(database.prepare('SELECT aircraft, status FROM flight_facts WHERE id = 8').get()).toEqual({
      aircraft: 'B738',
      status: 2,
    });
    database.close();
  });
});
