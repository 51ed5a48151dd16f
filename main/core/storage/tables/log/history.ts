// The history of reports and flights: events with their figures, which main/core/board/history-messages.ts turns into
// text. Repeated events are one row, with a first and a last time.
import * as z from 'zod/mini';
import { serviceValueSchema } from '../../../../contract/flight.ts';
import { sourceSchema, type StageName } from '../../../../contract/strip.ts';
import { messageSchema } from '../../../../messages/message.ts';
import type { Database } from '../../database/database.ts';
import { jsonColumn } from '../../database/stored.ts';

/** A code of the service or of the connection. */
const code = z.optional(z.string());
const flightId = z.number();
const sizes = { bytes: z.number(), maxBytes: z.number() };

/** What the pilot did with a report; its flight, if it has one. */
const pilotActions = [
  'approved',
  'declined',
  'retried',
  'removed',
  'restored',
  'uploaded-again-by-pilot',
  'received-by-pilot',
  'confirmed-by-pilot',
  'released-by-pilot',
  'owner-changed',
] as const;
export type PilotAction = (typeof pilotActions)[number];

/** What happens to a report or a flight, with its figures. */
export const historyEventSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('added'), source: sourceSchema }),
  z.object({ what: z.literal(['too-large', 'edited-copy', 'approval-needed']), ...sizes }),
  z.object({ what: z.literal('added-again') }),
  // the copy in the spool
  z.object({ what: z.literal(['file-gone', 'copy-damaged', 'copy-restored']) }),
  // an attempt, and what came of it
  z.object({ what: z.literal('uploading'), attempt: z.number() }),
  z.object({ what: z.literal(['uploaded', 'inferred', 'inferred-wrongly']), flightId }),
  z.object({ what: z.literal(['not-arrived', 'ambiguous', 'unclear', 'too-fast']) }),
  z.object({
    what: z.literal(['answer-lost', 'not-added', 'rate-limited', 'service-error', 'unreachable', 'rejected']),
    code,
  }),
  z.object({ what: z.literal('held-back'), kind: z.string(), code }),
  z.object({ what: z.literal(pilotActions), flightId: z.optional(flightId) }),
  // the pilot's own file
  z.object({ what: z.literal('moved'), to: z.string() }),
  z.object({ what: z.literal('trashed') }),
  z.object({ what: z.literal('not-filed'), message: messageSchema, code }),
  // a flight
  z.object({ what: z.literal(['found-on-service', 'absent', 'automatic-check', 'with-moderator']) }),
  z.object({ what: z.literal(['completed', 'archived', 'received']), points: z.optional(serviceValueSchema) }),
]);
export type HistoryEvent = z.infer<typeof historyEventSchema>;

export type StoredHistoryEntry = {
  readonly at: number;
  /** When it happened last, and how often. */
  readonly until?: number;
  readonly times?: number;
  /** Of a `HistoryEvent`, if this version knows it. */
  readonly what: string;
  readonly details: Readonly<Record<string, unknown>>;
};
const entrySchema = z.object({
  at: z.number(),
  until: z.number(),
  times: z.number(),
  what: z.string(),
  details: jsonColumn(z.record(z.string(), z.unknown())),
});
type Subject = {
  readonly accountId?: number | null;
  readonly jobId?: number | null;
  readonly flightId?: number | null;
};

/** Events that repeat; each attempt begins with `uploading`. */
const repeatable: ReadonlySet<HistoryEvent['what']> = new Set([
  'added-again',
  'too-fast',
  'rate-limited',
  'held-back',
  'service-error',
  'unreachable',
]);

export type History = ReturnType<typeof createHistory>;

export function createHistory(database: Database) {
  const insert = database.prepare(
    'INSERT INTO history (account_id, job_id, flight_id, at, what, details) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    `SELECT at, IFNULL(last_at, at) AS until, times, what, details FROM history
     WHERE (job_id IS NOT NULL AND job_id = ?) OR (flight_id IS NOT NULL AND account_id = ? AND flight_id = ?)
     ORDER BY at, id LIMIT 500`,
  );
  const durations = database.prepare(
    "SELECT details ->> 'ms' AS ms FROM history WHERE account_id = ? AND what = ? ORDER BY at DESC LIMIT ?",
  );
  const count = database.prepare('SELECT COUNT(*) AS n FROM history WHERE job_id = ? AND what = ?');
  const newest = database.prepare('SELECT id, what, details FROM history WHERE job_id = ? ORDER BY id DESC LIMIT 2');
  const again = database.prepare('UPDATE history SET last_at = ?, times = times + 1 WHERE id = ?');
  const remove = database.prepare('DELETE FROM history WHERE id = ?');
  const read = (row: unknown): StoredHistoryEntry => entrySchema.parse(row);

  /** True: the same event came just before, and its row counts this one. */
  function isAgain(jobId: number, at: number, what: string, details: string): boolean {
    const [last, before] = newest.all(jobId);
    // An attempt with the same result as the previous one: the two are one row as well.
    const earlier = last?.['what'] === 'uploading' ? before : last;
    if (!earlier || earlier['what'] !== what || earlier['details'] !== details) return false;
    again.run(at, Number(earlier['id']));
    if (earlier !== last) remove.run(Number(last!['id']));
    return true;
  }

  return {
    add(subject: Subject, at: number, { what, ...details }: HistoryEvent) {
      const text = JSON.stringify(details);
      const jobId = subject.jobId ?? null;
      if (jobId !== null && repeatable.has(what) && isAgain(jobId, at, what, text)) return;
      insert.run(subject.accountId ?? null, jobId, subject.flightId ?? null, at, what, text);
    },
    of: (subject: Subject): StoredHistoryEntry[] =>
      select.all(subject.jobId ?? null, subject.accountId ?? null, subject.flightId ?? null).map(read),
    /** How often it happened to a report. */
    countOf: (jobId: number, what: HistoryEvent['what']) => Number(count.get(jobId, what)!['n']),
    /** Notes how long a stage took. */
    addDuration: (accountId: number, at: number, stage: StageName, ms: number) =>
      void insert.run(accountId, null, null, at, `${stage}-took`, JSON.stringify({ ms })),
    /** How long a stage took the last `limit` times, newest first. */
    durations: (accountId: number, stage: StageName, limit: number) =>
      durations.all(accountId, `${stage}-took`, limit).map(({ ms }) => Number(ms)),
  };
}

// What to tell the pilot about the data, stored so that the next window or command can show it; and in a backup, when it
// was made.

const rescueSchema = z.object({
  /** `replaced`: the database was damaged; `settled`: after an unclean end it was compared with the attempt journal. */
  what: z.enum(['replaced', 'settled']),
  /** When the backup that replaced it was made (epoch ms); null if there was none. */
  copiedAt: z.nullable(z.number()),
  restored: z.number(),
  outcomeUnknown: z.number(),
  /** Where the damaged file is; null if there was none. */
  keptIn: z.nullable(z.string()),
});
export type Rescue = z.infer<typeof rescueSchema>;

const recentMs = 7 * 86_400_000;

export function createNotices(database: Database) {
  const insert = database.prepare('INSERT INTO notices (at, what, details) VALUES (?, ?, ?)');
  const last = database.prepare(
    "SELECT details FROM notices WHERE what = 'rescued' AND at > ? ORDER BY at DESC, id DESC LIMIT 1",
  );
  return {
    rescued: (rescue: Rescue, now: number) => void insert.run(now, 'rescued', JSON.stringify(rescue)),
    backedUp: (now: number) => void insert.run(now, 'backed-up', '{}'),
    /** When this copy was made; null if it is none. */
    lastBackup(): number | null {
      const at = database.prepare("SELECT MAX(at) AS at FROM notices WHERE what = 'backed-up'").get()?.['at'];
      return typeof at === 'number' ? at : null;
    },
    /** The last rescue, while it is recent. */
    lastRescue(now: number): Rescue | null {
      const details = last.get(now - recentMs)?.['details'];
      return typeof details === 'string' ? rescueSchema.parse(JSON.parse(details)) : null;
    },
  };
}
