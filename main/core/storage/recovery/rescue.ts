// Makes a new database from the readable rows of a damaged one. Rows are read page by page (damaged-pages.ts), inserted
// where they fit, migrated, and parsed as the repositories parse them; the damaged file is kept.
import { readFileSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { errorCode } from '../../platform/error-code.ts';
import { readDamagedPages, type FoundRow, type SqlValue } from './damaged-pages.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { flightRowSchema, flightColumns } from '../tables/flights.ts';
import { jobColumns, jobRowSchema } from '../tables/jobs.ts';
import { readWriteAheadLog } from './write-ahead-log.ts';

export type Carried = {
  /** Rows by table, if any. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that were found but are invalid. */
  readonly unreadable: number;
};

type Column = { readonly name: string; readonly type: string; readonly mayBeNull: boolean; readonly isRowid: boolean };
type Table = { readonly name: string; readonly columns: readonly Column[]; insert(row: FoundRow): boolean };

/** Texts that are JSON, by their names in every version. */
const documents = new Set([
  'source',
  'reason',
  'attempt',
  'record',
  'details',
  'memory',
  'stored_state',
  'rules',
  'after_upload',
  'figures',
]);

/** The version of a damaged database, from its log or its header; null if there is neither. */
export const damagedVersion = (path: string): number | null => damaged(path).version;

function damaged(path: string) {
  const log = readIfThere(`${path}-wal`);
  return readDamagedPages(readIfThere(path) ?? Buffer.alloc(0), log && readWriteAheadLog(log));
}

/** Fills `fresh`, an empty database, with the readable rows of the one at `path`, and migrates it from `version`. */
export function carryOver(path: string, fresh: DatabaseSync, version: number): Carried {
  fresh.exec('PRAGMA foreign_keys = OFF');
  migrate(fresh, ':memory:', migrations.slice(0, version));
  const copied = copyRows(path, fresh);
  // The repositories know the present names only.
  migrate(fresh, ':memory:');
  const carried = withoutUnreadable(fresh, copied);
  fresh.exec('PRAGMA foreign_keys = ON');
  return carried;
}

function copyRows(path: string, fresh: DatabaseSync): Carried {
  fresh.exec('BEGIN');
  const tables = tablesOf(fresh);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const rows: Record<string, number> = {};
  let unreadable = 0;
  const put = (table: Table | undefined, row: FoundRow) => {
    if (table?.insert(row)) rows[table.name] = (rows[table.name] ?? 0) + 1;
    else unreadable += 1;
  };
  /** Free pages may have older copies of a job: the newest counts. */
  const strayJobs: FoundRow[] = [];
  for (const row of damaged(path).rows) {
    if (row.table !== null) {
      const table = byName.get(row.table);
      if (table) put(fits(table, row.values) ? table : undefined, row);
      continue;
    }
    const [table, ...others] = tables.filter(
      (one) => one.columns.length === row.values.length && fits(one, row.values),
    );
    if (!table || others.length > 0) continue;
    if (table.name === 'jobs') strayJobs.push(row);
    else put(table, row);
  }
  const sinceAt = byName.get('jobs')?.columns.findIndex((column) => column.name === 'since') ?? 0;
  strayJobs.sort((one, other) => Number(other.values[sinceAt]) - Number(one.values[sinceAt]));
  for (const row of strayJobs) if (!has(fresh, 'jobs', row.rowid)) put(byName.get('jobs'), row);
  fresh.exec('COMMIT');
  return { rows, unreadable };
}

function withoutUnreadable(fresh: DatabaseSync, copied: Carried): Carried {
  fresh.exec('BEGIN');
  const rows: Record<string, number> = { ...copied.rows };
  let { unreadable } = copied;
  for (const [table, select, schema] of parsedTables) {
    const remove = fresh.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
    for (const row of fresh.prepare(`SELECT rowid AS rescuedRow, ${select} FROM ${table}`).all()) {
      if (isReadable(schema, row)) continue;
      remove.run(row['rescuedRow']!);
      rows[table]! -= 1;
      unreadable += 1;
    }
  }
  nameMissingAccounts(fresh);
  for (const hole of fresh.prepare('PRAGMA foreign_key_check').all()) {
    fresh.prepare(`DELETE FROM "${String(hole['table'])}" WHERE rowid = ?`).run(hole['rowid']!);
  }
  // A job's id is not used again, even where its row is lost: its history has it.
  fresh.exec(`INSERT INTO jobs (id, profile, sha256, name, bytes, media_type, spool, source, added_at, state, since)
    SELECT MAX(job_id), '', '', '', 0, '', '', '', 0, '', 0 FROM history
    WHERE typeof(job_id) = 'integer' AND job_id < 4000000000000 HAVING MAX(job_id) > (SELECT IFNULL(MAX(id), 0) FROM jobs);
    DELETE FROM jobs WHERE sha256 = ''`);
  fresh.exec('COMMIT');
  return { rows, unreadable };
}

const parsedTables = [
  ['jobs', jobColumns, jobRowSchema],
  ['flights', flightColumns, flightRowSchema],
] as const;

function isReadable(schema: (typeof parsedTables)[number][2], row: unknown): boolean {
  try {
    const parsed = schema.safeParse(row);
    // Such a report would be sent with another report's image.
    return parsed.success && (!('spool' in parsed.data) || parsed.data.spool.includes(parsed.data.sha256));
  } catch {
    // Documents within are parsed by transforms, which throw.
    return false;
  }
}

/** Reports whose account cannot be read must not go to the next pilot who signs in. */
function nameMissingAccounts(fresh: DatabaseSync) {
  fresh.exec(`INSERT OR IGNORE INTO accounts (id, profile, created_at, used_at, signed_out)
    SELECT DISTINCT account_id, profile, 0, 0, 1 FROM jobs
    WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM accounts)`);
}

const has = (database: DatabaseSync, table: string, rowid: number) =>
  database.prepare(`SELECT 1 FROM ${table} WHERE rowid = ?`).get(rowid) !== undefined;

function tablesOf(database: DatabaseSync): Table[] {
  const names = database
    // Triggers write the facts of a flight.
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'flight_facts'",
    )
    .all();
  return names.map((row) => {
    const name = String(row['name']);
    const infos = database.prepare(`PRAGMA table_info("${name}")`).all();
    const hasOneKey = infos.filter((info) => Number(info['pk']) > 0).length === 1;
    const columns = infos.map((info): Column => ({
      name: String(info['name']),
      type: String(info['type']),
      mayBeNull: info['notnull'] === 0,
      isRowid: hasOneKey && Number(info['pk']) === 1 && info['type'] === 'INTEGER',
    }));
    const hasRowid = columns.some((column) => column.isRowid);
    const inserts = new Map<number, StatementSync>();
    /** Older rows have fewer columns. */
    function insertOf(count: number) {
      const given = columns.slice(0, count).map((column) => column.name);
      if (!hasRowid) given.push('rowid');
      const made = database.prepare(
        `INSERT OR IGNORE INTO "${name}" (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})`,
      );
      inserts.set(count, made);
      return made;
    }
    return {
      name,
      columns,
      insert(row) {
        const values = row.values.map((value, index) => (columns[index]!.isRowid ? row.rowid : value));
        if (!hasRowid) values.push(row.rowid);
        try {
          return (inserts.get(row.values.length) ?? insertOf(row.values.length)).run(...values).changes === 1;
        } catch {
          // It violates a constraint of the table.
          return false;
        }
      },
    };
  });
}

/** Whether values fit this table. Older rows lack columns that were added later. */
function fits(table: Table, values: readonly SqlValue[]): boolean {
  if (values.length === 0 || values.length > table.columns.length) return false;
  return values.every((value, index) => {
    const column = table.columns[index]!;
    if (column.isRowid) return value === null;
    if (value === null) return column.mayBeNull;
    if (column.type === 'TEXT') return typeof value === 'string' && (!documents.has(column.name) || isDocument(value));
    if (column.type === 'INTEGER') return typeof value === 'number' && Number.isInteger(value);
    return typeof value === 'number';
  });
}

function isDocument(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
