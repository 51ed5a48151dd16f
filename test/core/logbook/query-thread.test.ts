import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createQuestions,
  createQueryThread,
  QuestionCancelled,
  type Row,
} from '../../../main/core/logbook/query-thread.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const IDLE_MS = 30_000;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'query-'));
  path = join(folder, 'companion.db');
  return () => rmSync(folder, { recursive: true });
});

function filled(at = path): DatabaseSync {
  const database = new DatabaseSync(at);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL)");
  return database;
}

/** `reading`: where the thread finds the database, by default where it is. */
function started(database = filled(), reading = path) {
  const clock = createVirtualClock();
  Object.defineProperty(database, 'location', { value: () => reading });
  const thread = createQueryThread(database, clock);
  const close = async () => {
    await thread.close();
    database.close();
  };
  return { clock, database, thread, close };
}
const cancelled = [{ status: 'rejected', reason: expect.any(QuestionCancelled) as unknown }];
const all = 'SELECT a, b FROM t WHERE a > ? ORDER BY a';

describe('the query thread', () => {
  it('answers with rows as arrays, each query with its own', async () => {
    const { thread, close } = started();
    const answers = await Promise.all([thread.query(all, [0]), thread.query(all, [1]), thread.query(all, [2])]);
    expect(answers).toEqual([
      [
        [1, 'x'],
        [2, null],
      ],
      [[2, null]],
      [],
    ]);
    await close();
  });

  it('sees what was committed, and cannot write', async () => {
    const { thread, database, close } = started();
    database.exec('BEGIN; INSERT INTO t VALUES (3, NULL)');
    expect(await thread.query(all, [2])).toEqual([]);
    database.exec('COMMIT');
    expect(await thread.query(all, [2])).toEqual([[3, null]]);
    await expect(thread.query('DELETE FROM t', [])).rejects.toThrow(/readonly/);
    await close();
  });

  it('rejects a wrong query with the error of SQLite, and answers the next one', async () => {
    const { thread, close } = started();
    const [wrong, right] = await Promise.allSettled([thread.query('SELECT c FROM t', []), thread.query(all, [1])]);
    expect(wrong).toMatchObject({ status: 'rejected', reason: { message: 'no such column: c' } });
    expect(right).toMatchObject({ status: 'fulfilled', value: [[2, null]] });
    await close();
  });

  it('keeps its connection for 30 seconds after the last query, and then opens another one', async () => {
    const { thread, clock, close } = started();
    const isSameConnection = async () => (await thread.query('PRAGMA cache_size', []))[0]?.[0] === 77;
    await thread.query('PRAGMA cache_size = 77', []);
    expect(clock.nextInMs).toBe(IDLE_MS);
    await clock.advance(IDLE_MS - 1);
    expect(await isSameConnection()).toBe(true);
    expect(clock.nextInMs).toBe(IDLE_MS);
    await clock.advance(IDLE_MS - 1);
    expect(await isSameConnection()).toBe(true);
    await clock.advance(IDLE_MS);
    expect(await isSameConnection()).toBe(false);
    await close();
    expect(clock.pending).toBe(0);
  });

  it('answers a query that comes while an idle thread ends', async () => {
    const { thread, clock, close } = started();
    await thread.query(all, [1]);
    // Without a turn between the end of the idle time and the next query.
    const advanced = clock.advance(IDLE_MS);
    while (clock.pending > 0) await new Promise((resolve) => setImmediate(resolve));
    const next = thread.query(all, [1]);
    await advanced;
    expect(await next).toEqual([[2, null]]);
    await close();
  });

  it('rejects all queries of a thread that cannot open the database, and starts another one for the next', async () => {
    const missing = join(folder, 'later.db');
    const { thread, close } = started(filled(), missing);
    const other = thread.query(all, [1]);
    const next = thread.query(all, [1]).catch((error: unknown) => {
      filled(missing).close();
      return thread.query(all, [1]).then((rows) => ({ error: String(error), rows }));
    });
    await expect(other).rejects.toThrow('unable to open database file');
    expect(await next).toEqual({ error: 'Error: unable to open database file', rows: [[2, null]] });
    await close();
  });

  it('ends with its connection when it is closed, and cancels every query', async () => {
    const { thread, database } = started();
    await thread.query(all, [1]);
    const asked = thread.query(all, [1]);
    const ended = Promise.allSettled([asked]);
    await thread.close();
    expect(await ended).toEqual(cancelled);
    await expect(thread.query(all, [1])).rejects.toBeInstanceOf(QuestionCancelled);
    // The last connection removes the log.
    expect(existsSync(`${path}-wal`)).toBe(true);
    database.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('is not needed by a database in memory, but closed like others', async () => {
    const database = filled(':memory:');
    const clock = createVirtualClock();
    const thread = createQueryThread(database, clock);
    database.exec('BEGIN; INSERT INTO t VALUES (3, NULL)');
    expect(await thread.query(all, [1])).toEqual([
      [2, null],
      [3, null],
    ]);
    expect(clock.pending).toBe(0);
    await thread.close();
    await expect(thread.query(all, [1])).rejects.toBeInstanceOf(QuestionCancelled);
    database.close();
  });
});

describe('questions', () => {
  /** Answers when the test says so. */
  function answering() {
    const asked: string[] = [];
    const pending: (() => void)[] = [];
    const ask = createQuestions(
      (sql) =>
        new Promise<Row[]>((resolve) => {
          asked.push(sql);
          pending.push(() => resolve([[sql]]));
        }),
    );
    const answer = async () => {
      pending.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    };
    /** Two statements, one after the other. */
    const question = (kind: string, key: string) =>
      ask(kind, key, async (query) => [...(await query(`${key} 1`, [])), ...(await query(`${key} 2`, []))].flat());
    return { asked, answer, question };
  }

  it('that are identical are run once while they run, and again later', async () => {
    const { asked, answer, question } = answering();
    const [one, other] = [question('totals', 'a'), question('totals', 'a')];
    expect(other).toBe(one);
    await answer();
    await answer();
    expect(await one).toEqual(['a 1', 'a 2']);
    expect(asked).toEqual(['a 1', 'a 2']);
    const later = question('totals', 'a');
    await answer();
    await answer();
    expect(await later).toEqual(['a 1', 'a 2']);
    expect(asked).toHaveLength(4);
  });

  it('end after their current statement if a newer one of their kind comes', async () => {
    const { asked, answer, question } = answering();
    const older = question('totals', 'a');
    const ended = Promise.allSettled([older]);
    const newer = question('totals', 'b');
    await answer();
    expect(await ended).toEqual(cancelled);
    // It is still the running one of its kind.
    expect(question('totals', 'b')).toBe(newer);
    await answer();
    await answer();
    expect(await newer).toEqual(['b 1', 'b 2']);
    expect(asked).toEqual(['a 1', 'b 1', 'b 2']);
  });

  it('that were cancelled before a statement do not run it', async () => {
    const asked: string[] = [];
    const ask = createQuestions(async (sql) => {
      asked.push(sql);
      return [];
    });
    let goOn = () => {};
    const older = ask('map', 'a', async (query) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return query('of the older', []);
    });
    const ended = Promise.allSettled([older]);
    await ask('map', 'b', (query) => query('of the newer', []));
    goOn();
    expect(await ended).toEqual(cancelled);
    expect(asked).toEqual(['of the newer']);
  });

  it('of different kinds run beside each other', async () => {
    const { answer, question } = answering();
    const both = [question('totals', 'a'), question('map', 'a')];
    expect(both[0]).not.toBe(both[1]);
    for (let n = 0; n < 4; n += 1) await answer();
    expect(await Promise.all(both)).toEqual([
      ['a 1', 'a 2'],
      ['a 1', 'a 2'],
    ]);
  });
});
