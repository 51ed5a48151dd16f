// What happened when, per report and flight. Stored as a word and figures; main/core/happenings.ts puts it into sentences.
import type { Database } from './database.ts';

export type StoredHappening = {
  readonly at: number;
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
};
export type Subject = {
  readonly accountId?: number | null;
  readonly jobId?: number | null;
  readonly flightId?: number | null;
};

export type Happenings = ReturnType<typeof createHappenings>;

export function createHappenings(database: Database) {
  const insert = database.prepare(
    'INSERT INTO happenings (account_id, job_id, flight_id, at, what, details) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    `SELECT at, what, details FROM happenings
     WHERE (job_id IS NOT NULL AND job_id = ?) OR (flight_id IS NOT NULL AND account_id = ? AND flight_id = ?)
     ORDER BY at, id LIMIT 500`,
  );
  const recent = database.prepare(
    'SELECT at, what, details FROM happenings WHERE account_id = ? AND what = ? ORDER BY at DESC LIMIT ?',
  );
  const read = (row: Record<string, unknown>): StoredHappening => ({
    at: Number(row['at']),
    what: String(row['what']),
    details: JSON.parse(String(row['details'])) as Record<string, unknown>,
  });
  return {
    add(subject: Subject, at: number, what: string, details: Readonly<Record<string, unknown>> = {}) {
      insert.run(
        subject.accountId ?? null,
        subject.jobId ?? null,
        subject.flightId ?? null,
        at,
        what,
        JSON.stringify(details),
      );
    },
    of: (subject: Subject): StoredHappening[] =>
      select.all(subject.jobId ?? null, subject.accountId ?? null, subject.flightId ?? null).map(read),
    /** The last `limit` of one kind, newest first: what "usually" is learned from. */
    recent: (accountId: number, what: string, limit: number): StoredHappening[] =>
      recent.all(accountId, what, limit).map(read),
  };
}
