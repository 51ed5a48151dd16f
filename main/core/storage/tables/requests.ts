// The requests of the last minutes, and what pacing has learned, shared by all processes on this data folder.
import * as z from 'zod/mini';
import { dataVersion, inTransaction, type Database } from '../database/database.ts';

const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(['upload', 'read']),
  begunAt: z.number(),
  /** When it ended, or its last heartbeat. */
  knownAt: z.number(),
  /** Null while it is in progress. */
  outcome: z.nullable(z.string()),
});
export type StoredRequest = z.infer<typeof rowSchema>;
export type RequestKind = StoredRequest['kind'];

export type Requests = ReturnType<typeof createRequests>;

const keepMs = 5 * 60_000;

/** Times are wall time, the one clock that processes share. */
export function createRequests(database: Database) {
  const insert = database.prepare(
    'INSERT INTO requests (account_id, begun_at, known_at, kind) VALUES (:account, :now, :now, :kind)',
  );
  const end = database.prepare('UPDATE requests SET known_at = :now, outcome = :outcome WHERE id = :id');
  const touch = database.prepare('UPDATE requests SET known_at = :now WHERE id = :id AND outcome IS NULL');
  const trim = database.prepare('DELETE FROM requests WHERE account_id = :account AND known_at < :before');
  const bringBack = database.prepare(
    'UPDATE requests SET known_at = :now, begun_at = MIN(begun_at, :now) WHERE account_id = :account AND known_at > :now',
  );
  const since = database.prepare(
    `SELECT id, kind, begun_at AS begunAt, known_at AS knownAt, outcome FROM requests
     WHERE account_id = :account AND known_at >= :at ORDER BY known_at, id`,
  );
  const newest = database.prepare(
    `SELECT outcome FROM requests WHERE account_id = ? AND outcome IS NOT NULL AND outcome <> 'stopped'
     ORDER BY known_at DESC, id DESC LIMIT 1`,
  );
  const readState = database.prepare('SELECT stored_state FROM pacing WHERE account_id = ?');
  const writeState = database.prepare(
    'INSERT INTO pacing (account_id, stored_state) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET stored_state = excluded.stored_state',
  );
  let ownChanges = 0;
  return {
    /** Changes whenever any process may have written. Cheap. */
    version: () => `${dataVersion(database)} ${ownChanges}`,
    /** Exclusive: what is read within is still true when it is written. */
    inTransaction: <T>(work: () => T): T => inTransaction(database, work),

    /** Begins a request. Returns its id. */
    begin(account: number, kind: RequestKind, now: number): number {
      ownChanges += 1;
      trim.run({ account, before: Math.round(now - keepMs) });
      return Number(insert.run({ account, now: Math.round(now), kind }).lastInsertRowid);
    },
    /** Its heartbeat. */
    touch(id: number, now: number) {
      touch.run({ id, now: Math.round(now) });
    },
    end(id: number, now: number, outcome: string) {
      ownChanges += 1;
      end.run({ id, now: Math.round(now), outcome });
    },
    /** Rows from before the clock was set back must not be in the future. */
    bringBack: (account: number, now: number) => void bringBack.run({ account, now: Math.round(now) }),
    since: (account: number, at: number) =>
      since.all({ account, at: Math.round(at) }).map((row) => rowSchema.parse(row)),

    /** The pacer's state as stored for the account; null if none is. */
    storedState(account: number): string | null {
      const text = readState.get(account)?.['stored_state'];
      return typeof text === 'string' ? text : null;
    },
    /** How the newest request of any process ended; null until one has. */
    lastOutcome(account: number): string | null {
      const outcome = newest.get(account)?.['outcome'];
      return typeof outcome === 'string' ? outcome : null;
    },

    storeState(account: number, state: object) {
      ownChanges += 1;
      writeState.run(account, JSON.stringify(state));
    },
  };
}
