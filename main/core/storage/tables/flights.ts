// Flight records as last seen, per account.
import type { Flight } from '../../../contract/flight.ts';
import type { OwnEntry } from '../../../contract/own-entry.ts';
import { stageNames, type StageName } from '../../../contract/strip.ts';
import * as z from 'zod/mini';
import { jsonColumnOrNull, readFlight, storedOwnEntrySchema } from '../database/stored.ts';
import type { Database } from '../database/database.ts';
import { statusNumber } from '../database/schema.ts';

export const flightRowSchema = z.object({
  id: z.number(),
  record: z.pipe(z.string(), z.transform(readFlight)),
  own: jsonColumnOrNull(storedOwnEntrySchema),
  stage: z.enum(stageNames),
  stageSince: z.number(),
  firstSeenAt: z.number(),
  polledAt: z.number(),
  completedAt: z.nullable(z.number()),
});
export type StoredFlight = z.infer<typeof flightRowSchema>;

export const flightColumns =
  'id, record, own, stage, stage_since AS stageSince, first_seen_at AS firstSeenAt, polled_at AS polledAt, completed_at AS completedAt';

export type Flights = ReturnType<typeof createFlights>;

export function createFlights(database: Database) {
  const byId = database.prepare(`SELECT ${flightColumns} FROM flights WHERE account_id = ? AND id = ?`);
  // The index is named, as the planner would scan the whole history for the order.
  const open = database.prepare(
    `SELECT ${flightColumns} FROM flights INDEXED BY flights_open WHERE account_id = ? AND completed_at IS NULL ORDER BY id DESC`,
  );
  const watched = database.prepare(
    'SELECT id, first_seen_at AS firstSeenAt, polled_at AS polledAt FROM flights INDEXED BY flights_open WHERE account_id = ? AND completed_at IS NULL ORDER BY id DESC',
  );
  const reach = database.prepare(
    'SELECT id FROM flights WHERE account_id = ? AND id <= ? ORDER BY id DESC LIMIT 1 OFFSET ?',
  );
  const between = database.prepare('SELECT COUNT(*) AS n FROM flights WHERE account_id = ? AND id BETWEEN ? AND ?');
  const notArchived = database.prepare(
    `SELECT id FROM flight_facts WHERE account_id = ? AND id BETWEEN ? AND ?
     AND status <> ${statusNumber('archived')} ORDER BY id`,
  );
  const openPage = database.prepare(
    `SELECT ${flightColumns} FROM flights INDEXED BY flights_open WHERE account_id = ? AND completed_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const completed = database.prepare(
    `SELECT ${flightColumns} FROM flights INDEXED BY flights_by_completion
     WHERE account_id = ? AND (completed_at, id) < (?, ?) ORDER BY completed_at DESC, id DESC LIMIT ?`,
  );
  const count = database.prepare(
    // Each by its own index: the records are not read.
    `SELECT (SELECT COUNT(*) FROM flights WHERE account_id = :account AND completed_at IS NULL) AS open,
       (SELECT COUNT(*) FROM flights WHERE account_id = :account AND completed_at IS NOT NULL) AS final,
       (SELECT COUNT(*) FROM flights WHERE account_id = :account AND stage = 'archived') AS archived,
       (SELECT COUNT(*) FROM flights WHERE account_id = :account AND stage = 'received') AS received,
       (SELECT COUNT(*) FROM flights INDEXED BY flights_by_completion
          WHERE account_id = :account AND completed_at >= :todayFrom AND stage = 'completed') AS today`,
  );
  const completedSince = database.prepare(
    `SELECT ${flightColumns} FROM flights INDEXED BY flights_by_completion WHERE account_id = ? AND completed_at > ? LIMIT 10000`,
  );
  const completedSinceCount = database.prepare(
    'SELECT COUNT(*) AS n FROM flights INDEXED BY flights_by_completion WHERE account_id = ? AND completed_at > ?',
  );
  const received = database.prepare(
    `SELECT ${flightColumns} FROM flights WHERE account_id = ? AND stage = 'received' ORDER BY id DESC`,
  );
  const readDownTo = database.prepare(
    'SELECT created_at AS at FROM flight_facts WHERE account_id = ? AND id >= ? ORDER BY id LIMIT 1',
  );
  const countAll = database.prepare('SELECT COUNT(*) AS n FROM flights WHERE account_id = ?');
  const highest = database.prepare('SELECT MAX(id) AS id FROM flights WHERE account_id = ?');
  const upsert = database.prepare(
    `INSERT INTO flights (account_id, id, record, stage, stage_since, first_seen_at, polled_at, completed_at)
     VALUES (:account, :id, :record, :stage, :stageSince, :polledAt, :polledAt, :completedAt)
     ON CONFLICT (account_id, id) DO UPDATE SET record = excluded.record, stage = excluded.stage,
       stage_since = excluded.stage_since, polled_at = excluded.polled_at, completed_at = excluded.completed_at`,
  );
  const unchanged = database.prepare(
    'UPDATE flights SET polled_at = :now WHERE account_id = :account AND id = :id AND stage = :stage AND record = :record',
  );
  const setOwn = database.prepare('UPDATE flights SET own = ? WHERE account_id = ? AND id = ?');
  const has = database.prepare('SELECT 1 FROM flights WHERE account_id = ? AND id = ?');
  const markPolled = database.prepare('UPDATE flights SET polled_at = ? WHERE account_id = ? AND id = ?');
  const parse = (row: unknown) => (row === undefined ? null : flightRowSchema.parse(row));
  const transferJobs = database.prepare(
    `UPDATE OR IGNORE flights SET account_id = :to
     WHERE account_id = :from AND id IN (SELECT flight_id FROM jobs WHERE account_id = :to)`,
  );
  return {
    byId: (account: number, id: number) => parse(byId.get(account, id)),
    /** Not completed, newest first. */
    open: (account: number) => open.all(account).map((row) => flightRowSchema.parse(row)),
    /** The open ones, newest first, without their records. */
    watched: (account: number) =>
      watched.all(account).map((row) => ({
        id: Number(row['id']),
        firstSeenAt: Number(row['firstSeenAt']),
        polledAt: Number(row['polledAt']),
      })),
    /** The lowest id of this many known records from this one downwards; 0 if there are fewer. */
    reach: (account: number, fromId: number, records: number) =>
      Number(reach.get(account, fromId, records - 1)?.['id'] ?? 0),
    between: (account: number, lowId: number, highId: number) =>
      Number(between.get(account, lowId, highId)?.['n'] ?? 0),
    /** Ids of those from `lowId` to `highId` that are not archived, ascending. */
    notArchived: (account: number, lowId: number, highId: number): number[] =>
      notArchived.all(account, lowId, highId).map((row) => Number(row['id'])),
    /** The same below `before`, by page. */
    openPage: (account: number, before: number, limit: number) =>
      openPage.all(account, before, limit).map((row) => flightRowSchema.parse(row)),
    /** Completed, archived or received, last completed first, below the flight `before`; null: from the first one on. */
    completed: (account: number, before: Pick<StoredFlight, 'completedAt' | 'id'> | null, limit: number) =>
      completed
        .all(account, before?.completedAt ?? Number.MAX_SAFE_INTEGER, before?.id ?? 0, limit)
        .map((row) => flightRowSchema.parse(row)),
    /** `final`: completed, archived or received. */
    counts(account: number, todayFrom: number) {
      const row = count.get({ account, todayFrom })!;
      const [final, archived, received] = [Number(row['final']), Number(row['archived']), Number(row['received'])];
      const completed = final - archived - received;
      return { open: Number(row['open']), final, completed, archived, received, today: Number(row['today']) };
    },
    /** Completed, archived or received after this time (epoch ms). */
    completedSince: (account: number, since: number) =>
      completedSince.all(account, since).map((row) => flightRowSchema.parse(row)),
    completedSinceCount: (account: number, since: number) =>
      Number(completedSinceCount.get(account, since)?.['n'] ?? 0),
    /** Those whose checks can't be followed, newest first. */
    received: (account: number) => received.all(account).map((row) => flightRowSchema.parse(row)),
    /** When the flight with the lowest id from `fromId` on was created, epoch ms; null: unknown. */
    createdAtFrom(account: number, fromId: number): number | null {
      const at = readDownTo.get(account, fromId)?.['at'];
      return typeof at === 'number' ? at : null;
    },
    count: (account: number) => Number(countAll.get(account)!['n']),
    highestId: (account: number) => Number(highest.get(account)!['id']),
    put(
      account: number,
      record: Flight,
      known: { stage: StageName; stageSince: number; completedAt: number | null; polledAt: number },
    ) {
      upsert.run({ account, id: record.id, record: JSON.stringify(record), ...known });
    },
    has: (account: number, id: number) => has.get(account, id) !== undefined,
    /** Marks an unchanged record as polled; false if it has changed. */
    markUnchanged: (account: number, record: Flight, stage: StageName, now: number): boolean =>
      Number(unchanged.run({ account, id: record.id, stage, record: JSON.stringify(record), now }).changes) > 0,
    /** What the pilot adds to a flight; null: nothing. */
    setOwn: (account: number, id: number, own: OwnEntry | null) =>
      void setOwn.run(own && JSON.stringify(own), account, id),
    /** Moves the records of jobs that became another account's. */
    transferJobs: (from: number, to: number) => void transferJobs.run({ from, to }),
    markPolled: (account: number, id: number, now: number) => void markPolled.run(now, account, id),
  };
}
