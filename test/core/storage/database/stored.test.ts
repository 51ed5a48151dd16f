// A version of tomorrow adds a member to a record, a report or the rules of a folder, and reads what was stored
// yesterday; and one of yesterday's members may be unknown tomorrow. Neither makes a row unreadable.
import { describe, expect, it } from 'vitest';
import { loadAirports } from '../../../../main/core/logbook/airports.ts';
import { createRows } from '../../../../main/core/logbook/rows.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { verbatim } from '../../../../main/messages/message.ts';
import { flightOf } from '../../sample-flight.ts';
import { newJob } from '../fresh-stores.ts';
import { setUpStores } from '../stores-of-each-test.ts';

const context = setUpStores();
const whole = flightOf({ id: 7, aircraft: 'A320', enRoute: 90, moderatorChecked: true });

/** The flight with this record, as it is in the database. */
function storedFlight(record: object) {
  const { flights, database, accountOf } = context.stores;
  const account = accountOf('anna');
  flights.put(account, whole, { stage: 'completed', stageSince: 1, completedAt: 2, polledAt: 2 });
  database.prepare('UPDATE flights SET record = ?').run(JSON.stringify(record));
  return { account, flights, database };
}

describe('a flight record', () => {
  const defaultOf = (value: unknown) => (typeof value === 'string' ? '' : typeof value === 'boolean' ? false : null);
  const members = Object.keys(whole).filter((name) => name !== 'id') as (keyof typeof whole)[];

  it.each(members)('of a version without %s is read, as a row and in a file as well', async (name) => {
    const { [name]: _, ...older } = whole;
    const { account, flights, database } = storedFlight(older);
    const missing = defaultOf(whole[name]);
    expect(flights.byId(account, 7)?.record).toEqual({ ...whole, [name]: missing });
    expect(flights.completed(account, null, 10)).toHaveLength(1);
    const airports = await loadAirports();
    const rows = createRows(database, airports);
    const keys = [{ account, id: 7 }];
    expect(rows.rows(keys, () => null)).toMatchObject([{ id: 7 }]);
    expect(rows.exported(keys, () => null)[0]?.record).toEqual({ ...whole, [name]: missing });
  });

  it('with a member that is unknown is read without it', () => {
    const { account, flights } = storedFlight({ ...whole, addedLater: { gate: 'A1' } });
    expect(flights.byId(account, 7)?.record).toEqual(whole);
  });
});

describe('a report', () => {
  const attempt = { startedAt: 1, endedAt: 2, baselineId: 3, lookups: 4 };
  const job = () => context.stores.jobs.byId(1);
  const set = (column: string, document: object) =>
    context.stores.database.prepare(`UPDATE jobs SET ${column} = ?`).run(JSON.stringify(document));

  it.each(['lookups', 'endedAt'] as const)('with an attempt of a version without its %s is read', (name) => {
    context.stores.jobs.add(newJob());
    const { [name]: _, ...older } = attempt;
    set('attempt', older);
    expect(job()?.attempt).toEqual({ ...attempt, [name]: name === 'lookups' ? 0 : null });
  });

  it('with documents that have more members, or others, is read without them', () => {
    context.stores.jobs.add(newJob());
    set('attempt', { ...attempt, addedLater: 1 });
    set('source', { kind: 'scanner', model: 'x' });
    set('reason', { kind: 'of-tomorrow', message: 'no message', requiredAction: 'other', addedLater: true });
    expect(job()).toMatchObject({ attempt, source: { kind: 'dropped' } });
    expect(job()?.attempt).toEqual(attempt);
    expect(job()?.reason).toEqual({ kind: 'unexpected', message: verbatim('') });
    set('reason', failures.tooFast(5));
    expect(job()?.reason).toEqual(failures.tooFast(5));
  });
});

describe('a folder', () => {
  const rules = { names: ['*.png'], afterUpload: { kind: 'trash' }, approval: true } as const;
  const defaults = { names: ['*'], afterUpload: { kind: 'leave' }, approval: false };
  const rulesOf = (stored: object) => {
    const { folders, database } = context.stores;
    folders.add('demo', '/shots', 1);
    database.prepare('UPDATE folders SET rules = ?').run(JSON.stringify(stored));
    return folders.list('demo')[0]?.rules;
  };

  it.each(['names', 'afterUpload', 'approval'] as const)(
    'with rules of a version without %s has the others',
    (name) => {
      const { [name]: _, ...older } = rules;
      expect(rulesOf(older)).toEqual({ ...rules, [name]: defaults[name] });
    },
  );

  it('with rules that have more members has those that are known', () => {
    expect(rulesOf({ ...rules, addedLater: 1 })).toEqual(rules);
  });
});

it('the history and the decisions are read with details and figures that are unknown', () => {
  const { history, decisions, jobs, database } = context.stores;
  const id = jobs.add(newJob());
  history.add({ jobId: id }, 1, { what: 'approved' });
  database.prepare('UPDATE history SET what = ?, details = ?').run('of-tomorrow', '{"addedLater":{"a":1}}');
  expect(history.of({ jobId: id })).toMatchObject([{ what: 'of-tomorrow', details: { addedLater: { a: 1 } } }]);
  const decision = { rule: 'of-tomorrow', figures: { bytes: 1 }, firstAt: 1, lastAt: 1, times: 1 };
  decisions.putAll([{ subject: 'file', path: '/a', sha256: null, jobId: id, from: null, decision }]);
  database.prepare('UPDATE files SET figures = ?').run('{"bytes":1,"addedLater":{"a":1}}');
  expect(decisions.find('/a')?.last.figures).toEqual({ bytes: 1, addedLater: null });
});
