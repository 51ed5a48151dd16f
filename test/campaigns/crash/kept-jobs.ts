// Reads the companion's database from outside, as after a kill.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

export type KeptJob = {
  readonly id: number;
  readonly name: string;
  readonly sha256: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempt: string | null;
  readonly flightId: number | null;
  readonly evidence: 'answered' | 'inferred' | 'unknown' | null;
  readonly agreedAt: number | null;
};

/** Read-only: recovery after a kill is the companion's job. Null if there is no database yet. */
function withDatabase<T>(dataDir: string, work: (database: DatabaseSync) => T): T | null {
  const path = join(dataDir, 'companion.db');
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    const hasJobs = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'jobs'").get() !== undefined;
    return hasJobs ? work(database) : null;
  } finally {
    database.close();
  }
}

export const keptJobs = (dataDir: string) =>
  (withDatabase(dataDir, (database) =>
    database
      .prepare(
        `SELECT id, name, sha256, state, reason, attempt, flight_id AS flightId, evidence, agreed_at AS agreedAt
         FROM jobs WHERE removed_at IS NULL ORDER BY id`,
      )
      .all(),
  ) ?? []) as unknown as KeptJob[];

export const historyOf = (dataDir: string, jobId: number): string[] =>
  withDatabase(dataDir, (database) =>
    database.prepare('SELECT at, what, details FROM history WHERE job_id = ? ORDER BY id').all(jobId),
  )?.map((row) => `${new Date(Number(row['at'])).toISOString()} ${String(row['what'])} ${String(row['details'])}`) ??
  [];
