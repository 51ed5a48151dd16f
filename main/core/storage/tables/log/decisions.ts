// The decision log on disk: for each file, folder or account its last decision, and earlier ones. Equal decisions in a
// row are one row, with a first and a last time and a count.
import type { FileState } from '../../../../contract/explanation.ts';
import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { messageSchema, type Message } from '../../../../messages/message.ts';
import { inTransaction, type Database } from '../../database/database.ts';
import { jsonColumn, addTextSearch, containsText } from '../../database/stored.ts';
import { approvalSql, inferredSql, settledSql } from '../job.ts';

export type DecisionSubject = 'file' | 'folder' | 'account';
export type Figures = Readonly<Record<string, string | number | boolean | null | Message>>;

const figureSchema = z.union([z.string(), z.number(), z.boolean(), z.null(), messageSchema]);
const figuresSchema = z.record(z.string(), orElse(figureSchema, null));

export type StoredDecision = {
  readonly rule: string;
  readonly figures: Figures;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly times: number;
};
type FileDecision = {
  readonly id: number;
  readonly subject: DecisionSubject;
  readonly path: string;
  readonly sha256: string | null;
  readonly jobId: number | null;
  readonly last: StoredDecision;
};
export type NewDecision = {
  readonly subject: DecisionSubject;
  readonly path: string;
  readonly sha256: string | null;
  readonly jobId: number | null;
  /** Its path before a rename: the report of that file is this one's. */
  readonly from: string | null;
  readonly decision: StoredDecision;
};

export type DecisionQuery = {
  readonly text?: string | undefined;
  readonly rule?: string | undefined;
  readonly state?: FileState | undefined;
  /** The time of the last decision, epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | null | undefined;
  readonly limit: number;
};

/** The state of the file's report; `not-added`: there is none. */
const stateSql: Readonly<Record<FileState, string>> = {
  waiting: "jobs.state IN ('waiting', 'uploading', 'unconfirmed')",
  'needs-attention': `(jobs.state IN ('held', 'rejected') AND NOT ${approvalSql})`,
  approval: approvalSql,
  inferred: `(jobs.state = 'uploaded' AND ${inferredSql})`,
  uploaded: `(jobs.state = 'uploaded' AND ${settledSql})`,
  'not-added':
    "(jobs.id IS NULL OR jobs.state NOT IN ('waiting', 'uploading', 'unconfirmed', 'held', 'rejected', 'uploaded'))",
};

/** Figures that change while the decision stays the same: their newest values are kept. */
const moving: ReadonlySet<string> = new Set(['bytes', 'isWhole']);
const sameness = ({ rule, figures }: Pick<StoredDecision, 'rule' | 'figures'>) =>
  JSON.stringify([rule, ...Object.entries(figures).filter(([name]) => !moving.has(name))]);
export const isSameDecision = (a: StoredDecision, b: StoredDecision) => sameness(a) === sameness(b);

const counted = 1_000;

export type DecisionStore = ReturnType<typeof createDecisionStore>;

export function createDecisionStore(database: Database, profile: string) {
  addTextSearch(database);
  const columns = `files.id, subject, path, files.sha256, files.job_id AS jobId, rule, figures,
    first_at AS firstAt, last_at AS lastAt, times`;
  const insert = database.prepare(
    `INSERT INTO files (profile, subject, path, sha256, job_id, rule, figures, first_at, last_at, times)
     VALUES (:profile, :subject, :path, :sha256, :jobId, :rule, :figures, :firstAt, :lastAt, :times)
     ON CONFLICT (profile, path) DO NOTHING`,
  );
  const byPath = database.prepare(`SELECT ${columns} FROM files WHERE profile = ? AND path = ?`);
  const byContent = database.prepare(
    `SELECT ${columns} FROM files WHERE profile = ? AND sha256 = ? ORDER BY first_at DESC LIMIT 20`,
  );
  const shelve = database.prepare(
    `INSERT INTO decisions (file_id, rule, figures, first_at, last_at, times)
     SELECT id, rule, figures, first_at, last_at, times FROM files WHERE id = ?`,
  );
  const again = database.prepare('UPDATE files SET figures = ?, last_at = ?, times = times + ? WHERE id = ?');
  const replace = database.prepare(
    `UPDATE files SET rule = :rule, figures = :figures, first_at = :firstAt, last_at = :lastAt, times = :times,
       sha256 = IFNULL(:sha256, sha256), job_id = IFNULL(:jobId, job_id) WHERE id = :id`,
  );
  const before = database.prepare(
    'SELECT rule, figures, first_at AS firstAt, last_at AS lastAt, times FROM decisions WHERE file_id = ? ORDER BY id DESC LIMIT ?',
  );
  const counts = database.prepare(
    'SELECT (SELECT COUNT(*) FROM files) AS files, (SELECT COUNT(*) FROM decisions) AS earlier',
  );
  const oldEarlier = (where: string) =>
    database.prepare(
      `DELETE FROM decisions WHERE id IN (SELECT decisions.id FROM decisions JOIN files ON files.id = file_id
         LEFT JOIN jobs ON jobs.id = files.job_id WHERE ${where} ORDER BY decisions.id LIMIT :limit)`,
    );
  const oldFiles = (where: string) =>
    database.prepare(
      `DELETE FROM files WHERE id IN (SELECT files.id FROM files LEFT JOIN jobs ON jobs.id = files.job_id
         WHERE subject = 'file' AND ${where} ORDER BY last_at LIMIT :limit)`,
    );
  const isSettled = `(jobs.id IS NULL OR jobs.removed_at IS NOT NULL OR ${stateSql.uploaded} OR jobs.state = 'declined')`;
  /** In this order rows are removed: earlier decisions first, of completed files first of all. */
  const steps = [oldEarlier(isSettled), oldEarlier('1'), oldFiles(isSettled), oldFiles('1')];

  const decisionOf = (row: Record<string, unknown>): StoredDecision => ({
    rule: String(row['rule']),
    figures: jsonColumn(figuresSchema).parse(row['figures']),
    firstAt: Number(row['firstAt']),
    lastAt: Number(row['lastAt']),
    times: Number(row['times']),
  });
  const fileOf = (row: Record<string, unknown>): FileDecision => ({
    id: Number(row['id']),
    subject: row['subject'] as DecisionSubject,
    path: String(row['path']),
    sha256: row['sha256'] as string | null,
    jobId: row['jobId'] === null ? null : Number(row['jobId']),
    last: decisionOf(row),
  });
  const find = (path: string) => {
    const row = byPath.get(profile, path);
    return row === undefined ? null : fileOf(row);
  };

  function put(one: NewDecision) {
    const { decision } = one;
    const heir = one.from === null ? null : find(one.from);
    const values = {
      sha256: one.sha256 ?? heir?.sha256 ?? null,
      jobId: one.jobId ?? heir?.jobId ?? null,
      rule: decision.rule,
      figures: JSON.stringify(decision.figures),
      firstAt: decision.firstAt,
      lastAt: decision.lastAt,
      times: decision.times,
    };
    // Nearly all are of new files.
    if (insert.run({ profile, subject: one.subject, path: one.path, ...values }).changes === 1) return;
    const known = find(one.path)!;
    if (isSameDecision(known.last, decision) && (one.jobId === null || one.jobId === known.jobId)) {
      again.run(values.figures, values.lastAt, values.times, known.id);
      return;
    }
    shelve.run(known.id);
    replace.run({ id: known.id, ...values });
  }

  function where(query: DecisionQuery) {
    const conditions = ["files.profile = :profile AND subject = 'file'"];
    const values: Record<string, string | number> = { profile };
    const add = (condition: string, name: string, value: string | number | undefined) => {
      if (value === undefined) return;
      conditions.push(condition);
      values[name] = value;
    };
    const text = query.text?.trim() ?? '';
    const found = text === '' ? null : containsText('path', text);
    if (found) conditions.push(found.sql);
    add('rule = :rule', 'rule', query.rule);
    add('first_at >= :from', 'from', query.from);
    add('first_at < :to', 'to', query.to);
    if (query.state) conditions.push(stateSql[query.state]);
    return { sql: conditions.join(' AND '), values, params: found?.params ?? [] };
  }

  return {
    /** All in one transaction. */
    putAll: (batch: readonly NewDecision[]) => inTransaction(database, () => batch.forEach(put)),
    find,
    byContent: (sha256: string) => byContent.all(profile, sha256).map(fileOf),
    /** Earlier decisions, oldest first; at most the newest 200. */
    before: (file: FileDecision): StoredDecision[] => before.all(file.id, 200).map(decisionOf).toReversed(),
    /** Files, the most recent decision first. `total` is counted up to a thousand. */
    page(query: DecisionQuery): { files: FileDecision[]; next: string | null; total: number } {
      const { sql, values, params } = where(query);
      const from = `files LEFT JOIN jobs ON jobs.id = files.job_id AND jobs.removed_at IS NULL WHERE ${sql}`;
      const [at, id] = /^\d+:\d+$/.test(query.after ?? '') ? query.after!.split(':').map(Number) : [];
      const rows = database
        .prepare(
          `SELECT ${columns} FROM ${from}${at === undefined ? '' : ' AND (first_at, files.id) < (:at, :id)'}
           ORDER BY first_at DESC, files.id DESC LIMIT :limit`,
        )
        .all({ ...values, limit: query.limit + 1, ...(at !== undefined && id !== undefined && { at, id }) }, ...params)
        .map(fileOf);
      const files = rows.slice(0, query.limit);
      const last = files.at(-1);
      const total = database
        .prepare(`SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${counted})`)
        .get(values, ...params);
      return {
        files,
        next: last && rows.length > query.limit ? `${last.last.firstAt}:${last.id}` : null,
        total: Number(total?.['n'] ?? 0),
      };
    },
    /** Rows of all profiles. */
    count(): number {
      const row = counts.get();
      return Number(row?.['files']) + Number(row?.['earlier']);
    },
    /** Removes `rows`, the least useful first: never the last decision about a file before its earlier ones. */
    drop(rows: number) {
      let left = rows;
      for (const step of steps) {
        if (left <= 0) return;
        left -= Number(step.run({ limit: left }).changes);
      }
    },
  };
}
