// The requests of the last minutes, and what pacing has learned. All processes on this data folder write and read them
// here: what one has under way counts for the others, and a new start forgets nothing that the service still counts.
import { z } from 'zod';
import { dataVersion, inTransaction, type Database } from '../database.ts';

const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(['upload', 'read']),
  begunAt: z.number(),
  /** When it ended; while it is under way, when its process last said so. */
  knownAt: z.number(),
  /** Null while it is under way. */
  outcome: z.string().nullable(),
});
export type StoredRequest = z.infer<typeof rowSchema>;
export type RequestKind = StoredRequest['kind'];

export type Requests = ReturnType<typeof createRequests>;

const KEEP_MS = 5 * 60_000;

/** Moments are wall time: it is the one clock that processes share. */
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
  const readMemory = database.prepare('SELECT memory FROM pacing WHERE account_id = ?');
  const writeMemory = database.prepare(
    'INSERT INTO pacing (account_id, memory) VALUES (?, ?) ON CONFLICT (account_id) DO UPDATE SET memory = excluded.memory',
  );
  let ownChanges = 0;
  return {
    /** Another text whenever anybody may have written: cheap to ask. */
    version: () => `${dataVersion(database)} ${ownChanges}`,
    /** One process at a time: what was read within is still true when it is written. */
    inTransaction: <T>(work: () => T): T => inTransaction(database, work),

    /** It begins now; @returns its number. */
    begin(account: number, kind: RequestKind, now: number): number {
      ownChanges += 1;
      trim.run({ account, before: Math.round(now - KEEP_MS) });
      return Number(insert.run({ account, now: Math.round(now), kind }).lastInsertRowid);
    },
    /** It is still under way. */
    touch(id: number, now: number) {
      touch.run({ id, now: Math.round(now) });
    },
    end(id: number, now: number, outcome: string) {
      ownChanges += 1;
      end.run({ id, now: Math.round(now), outcome });
    },
    /** What was written before the clock was set back is not of the future. */
    bringBack: (account: number, now: number) => void bringBack.run({ account, now: Math.round(now) }),
    since: (account: number, at: number) =>
      since.all({ account, at: Math.round(at) }).map((row) => rowSchema.parse(row)),

    memory(account: number): unknown {
      const text = readMemory.get(account)?.['memory'];
      return typeof text === 'string' ? JSON.parse(text) : null;
    },
    keepMemory(account: number, memory: unknown) {
      ownChanges += 1;
      writeMemory.run(account, JSON.stringify(memory));
    },
  };
}
