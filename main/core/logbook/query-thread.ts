// Runs long queries beside the event loop: a worker thread with its own read-only connection. It starts with the first
// query, ends when idle, and runs one query after the other. A database in memory has no other connection: then queries
// run here.
import { Worker } from 'node:worker_threads';
import { searchText } from '../../messages/search-text.ts';
import type { Clock } from '../platform/ports.ts';
import type { Database } from '../storage/database/database.ts';
import type { SqlParam } from './search/filter-sql.ts';

export type Row = readonly (string | number | null)[];

/** Rejects with the error of SQLite, or with `QuestionCancelled`. */
export type Query = (sql: string, params: readonly SqlParam[]) => Promise<Row[]>;

/** A newer question of the same kind came, or the logbook is closed. */
export class QuestionCancelled extends Error {}

const IDLE_MS = 30_000;

// As text, so that a single-file bundle contains it as well. It parses nothing: statements come from this process only.
const source = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const searchText = ${searchText.toString()};
  const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5000 });
  database.exec('PRAGMA query_only = 1; PRAGMA temp_store = MEMORY');
  database.function('search_text', { deterministic: true }, (text) => searchText(String(text)));
  const statements = new Map();
  parentPort.on('message', (question) => {
    if (question === null) {
      database.close();
      parentPort.close();
      return;
    }
    const { id, sql, params } = question;
    try {
      let statement = statements.get(sql);
      if (statement === undefined) {
        if (statements.size >= 100) statements.clear();
        statement = database.prepare(sql);
        statement.setReturnArrays(true);
        statements.set(sql, statement);
      }
      parentPort.postMessage({ id, rows: statement.all(...params) });
    } catch (error) {
      parentPort.postMessage({ id, message: String(error && error.message) });
    }
  });
`;

type Answer = { readonly id: number; readonly rows?: Row[]; readonly message?: string };
type Waiting = { resolve(rows: Row[]): void; reject(error: Error): void };

export function createQueryThread(database: Database, clock: Clock) {
  const path = database.location();
  let worker: Worker | null = null;
  let lastId = 0;
  let isClosed = false;
  const waiting = new Map<number, Waiting>();
  let cancelRest: (() => void) | null = null;
  const ended = new Set<Promise<unknown>>();

  function failAll(error: Error) {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  }

  function start(file: string): Worker {
    const started = new Worker(source, { eval: true, name: 'logbook', workerData: { path: file } });
    // Queries never keep the process alive.
    started.unref();
    started.on('message', ({ id, rows, message }: Answer) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (rows) one?.resolve(rows);
      else one?.reject(new Error(message));
      if (waiting.size === 0) rest();
    });
    const gone = new Promise<void>((resolve) => {
      started.on('error', (error: unknown) => {
        if (worker === started) worker = null;
        failAll(error instanceof Error ? error : new Error(String(error)));
      });
      started.on('exit', () => {
        if (worker === started) {
          worker = null;
          failAll(new Error('the query thread has ended'));
        }
        resolve();
      });
    });
    ended.add(gone);
    void gone.then(() => ended.delete(gone));
    return started;
  }

  function rest() {
    cancelRest?.();
    cancelRest = clock.schedule(IDLE_MS, () => void end());
  }

  function end() {
    cancelRest?.();
    cancelRest = null;
    const ending = worker;
    worker = null;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    ending?.postMessage(null);
    return ending;
  }

  const query: Query = (sql, params) => {
    if (isClosed) return Promise.reject(new QuestionCancelled());
    if (path === null) {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return Promise.resolve(statement.all(...params) as unknown as Row[]);
    }
    cancelRest?.();
    cancelRest = null;
    worker ??= start(path);
    const asked = worker;
    return new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      asked.postMessage({ id: lastId, sql, params });
    });
  };

  return {
    query,
    /** Resolves when the connection is closed: the data folder's last connection must not be this one. */
    async close() {
      isClosed = true;
      // Otherwise a process that ends would not wait for it.
      end()?.ref();
      failAll(new QuestionCancelled());
      await Promise.all(ended);
    },
  };
}

/**
 * One query of each kind at a time: a newer one ends the older after its current statement, and identical ones are run
 * once.
 */
export function createQuestions(query: Query) {
  const running = new Map<string, { key: string; answer: Promise<unknown>; isQuestionCancelled: boolean }>();

  return function ask<T>(kind: string, key: string, work: (query: Query) => Promise<T>): Promise<T> {
    const before = running.get(kind);
    if (before?.key === key) return before.answer as Promise<T>;
    if (before) before.isQuestionCancelled = true;
    const question = { key, answer: Promise.resolve() as Promise<unknown>, isQuestionCancelled: false };
    const answer = work(async (sql, params) => {
      if (question.isQuestionCancelled) throw new QuestionCancelled();
      const rows = await query(sql, params);
      if (question.isQuestionCancelled) throw new QuestionCancelled();
      return rows;
    }).finally(() => {
      if (running.get(kind) === question) running.delete(kind);
    });
    question.answer = answer;
    running.set(kind, question);
    return answer;
  };
}
