// Rows that are valid for SQLite, and not for the repositories, stay behind in a rescue.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrations } from '../../../../main/core/storage/database/migrations.ts';
import { carryOver } from '../../../../main/core/storage/recovery/rescue.ts';
import { dataUnderTest } from '../data-under-test.ts';

/** Carries over a database of six reports and four flights after these statements. */
function carried(sql: string) {
  using data = dataUnderTest();
  const opened = data.opened();
  data.fill(opened, 6);
  opened.database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  opened.close();
  const fresh = new DatabaseSync(':memory:');
  const { rows, unreadable } = carryOver(data.path, fresh, migrations.length);
  const idsOf = (table: string) =>
    fresh
      .prepare(`SELECT id FROM ${table} ORDER BY id`)
      .all()
      .map((row) => Number(row['id']));
  return { fresh, reports: rows['jobs'], flights: rows['flights'], unreadable, idsOf };
}

it.each([
  ['nothing changed', '', { reports: 6, flights: 4, unreadable: 0 }],
  ['a report with an unknown state', "UPDATE jobs SET state = 'flying' WHERE id = 3", { reports: 5, unreadable: 1 }],
  ["a report with another's image", "UPDATE jobs SET spool = '00/x.png' WHERE id = 3", { reports: 5, unreadable: 1 }],
  ['a report whose source is no JSON', "UPDATE jobs SET source = '{' WHERE id = 3", { reports: 5, unreadable: 1 }],
  ['a report whose source is a number', "UPDATE jobs SET source = '1' WHERE id = 3", { reports: 5, unreadable: 1 }],
  ['a flight that is empty', "UPDATE flights SET record = '{}' WHERE id = 2", { flights: 3, unreadable: 1 }],
])('a rescue of %s', (_words, sql, expected) => {
  const { reports, flights, unreadable, idsOf } = carried(sql);
  expect({ reports, flights, unreadable }).toEqual({ reports: 6, flights: 4, ...expected });
  expect(idsOf('jobs')).toHaveLength(reports!);
  expect(idsOf('flights')).toHaveLength(flights!);
});

it('the account of a report is named where it is lost, and rows of other lost accounts are dropped', () => {
  const { fresh, idsOf } = carried('DELETE FROM accounts; UPDATE flights SET account_id = 77 WHERE id = 2');
  expect(idsOf('jobs')).toHaveLength(6);
  expect(fresh.prepare('SELECT id, profile, subject, signed_out FROM accounts').all()).toEqual([
    { id: 1, profile: 'demo', subject: null, signed_out: 1 },
  ]);
  expect(idsOf('flights')).toEqual([1, 4, 5]);
  expect(fresh.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
});

it.each([
  ['the highest of its history', "INSERT INTO history (job_id, at, what, details) VALUES (50, 1, 'added', '{}')", 50],
  ['its own highest', 'DELETE FROM history', 6],
  ['no impossible one', "INSERT INTO history (job_id, at, what, details) VALUES (4000000000000, 1, 'added', '{}')", 6],
])('the ids of reports continue after %s', (_words, sql, last) => {
  const { fresh, idsOf } = carried(sql);
  expect(idsOf('jobs')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(fresh.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'").get()).toEqual({ seq: last });
});
