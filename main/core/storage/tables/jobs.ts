// Upload jobs on disk. A row that is committed is a promise to the pilot; rows are never deleted, only marked as removed.
import { z } from 'zod';
import type { Failure } from '../../../contract/failure.ts';
import { storedFailureSchema, storedReasonSchema } from '../stored-message.ts';
import { jobStates, sourceSchema, type JobState, type Source } from '../../../contract/strip.ts';
import type { Database } from '../database.ts';
import type { AttemptJournal } from '../recovery/attempt-journal.ts';

/** The attempt that is under way or whose answer was lost: what it takes to find its record. */
const attemptSchema = z.object({
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The highest flight id known before it. */
  baselineId: z.number(),
  /** How often the record was looked for since. */
  looks: z.number(),
  /** Whether it is known that nothing newer than the baseline was on the service when the attempt began. */
  isBaselineSure: z.boolean().optional(),
  /** How far the service's clock was ahead of ours when the attempt began; null where that is not known. */
  aheadMs: z.number().nullish(),
  /** How long the attempt is known to have been under way, by the monotonic clock. */
  lastedMs: z.number().optional(),
  /** What was answered, where something was, and it does not tell what became of the report. */
  answered: z
    .object({
      failure: storedFailureSchema,
      /** `unavailable`: the service had not begun; `refused`: something is wrong with this one; `held-back`: with who asks. */
      says: z.enum(['unavailable', 'rejected', 'held-back']).optional(),
    })
    .optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const jobRowSchema = z.object({
  id: z.number(),
  accountId: z.number().nullable(),
  sha256: z.string(),
  name: z.string(),
  bytes: z.number(),
  mediaType: z.enum(['image/png', 'image/jpeg']),
  spool: z.string(),
  source: z.string().transform((text) => sourceSchema.parse(JSON.parse(text))),
  originalPath: z.string().nullable(),
  addedAt: z.number(),
  state: z.enum(jobStates),
  since: z.number(),
  reason: storedReasonSchema,
  attempts: z.number(),
  attempt: z
    .string()
    .nullable()
    .transform((text): Attempt | null => (text === null ? null : attemptSchema.parse(JSON.parse(text)))),
  flightId: z.number().nullable(),
  uploadedAt: z.number().nullable(),
});
export type Job = z.infer<typeof jobRowSchema>;

export type NewJob = {
  readonly accountId: number | null;
  readonly sha256: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly spool: string;
  readonly source: Source;
  readonly originalPath: string | null;
  readonly addedAt: number;
  readonly state: 'waiting' | 'held';
  readonly reason: Failure | null;
};

/** What a transition may change; `since` moves when the state does. */
export type JobChange = {
  readonly state?: JobState;
  readonly reason?: Failure | null;
  readonly attempts?: number;
  readonly attempt?: Attempt | null;
  /** Null: its record became another report's. */
  readonly flightId?: number | null;
  readonly uploadedAt?: number;
  readonly accountId?: number;
  readonly removedAt?: number;
};

export const jobColumns = `id, account_id AS accountId, sha256, name, bytes, media_type AS mediaType, spool, source,
  original_path AS originalPath, added_at AS addedAt, state, since, reason, attempts, attempt,
  flight_id AS flightId, uploaded_at AS uploadedAt`;

/** In the order they were taken; but one that the service stumbles over lets the others pass, the least tried first. */
const departureOrder = `CASE WHEN json_extract(reason, '$.kind') IN ('answer-not-understood', 'service-error')
  THEN attempts ELSE 0 END, id`;

export type Jobs = ReturnType<typeof createJobs>;

/** `departures` is the second book that outlives a damaged database; without it none is kept. */
export function createJobs(database: Database, profile: string, departures?: AttemptJournal) {
  const select = (where: string) =>
    database.prepare(`SELECT ${jobColumns} FROM jobs WHERE profile = :profile AND removed_at IS NULL AND ${where}`);
  const byId = select('id = :id');
  const byContent = select('sha256 = :sha256 ORDER BY account_id IS :account DESC, account_id IS NULL DESC LIMIT 1');
  const byFlight = select('account_id = :account AND flight_id = :flight');
  const inStates = select('state IN (SELECT value FROM json_each(:states)) ORDER BY id');
  const isOthers = 'IFNULL(account_id <> :account, 0)';
  const pageOf = (order: string) =>
    select(
      `state = :state AND (:after IS NULL OR id ${order === 'ASC' ? '>' : '<'} :after) AND (:others IS NULL OR ${isOthers} = :others) ORDER BY id ${order} LIMIT :limit`,
    );
  const pageUp = pageOf('ASC');
  const pageDown = pageOf('DESC');
  const idsOf = database.prepare(
    'SELECT id FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = :state ORDER BY id LIMIT :limit',
  );
  const nextWaiting = select(`state = 'waiting' AND account_id = :account ORDER BY ${departureOrder} LIMIT 1`);
  const counts = database.prepare(
    'SELECT state, COUNT(*) AS n FROM jobs WHERE profile = :profile AND removed_at IS NULL GROUP BY state',
  );
  const declined = database.prepare(
    "SELECT 1 FROM jobs WHERE profile = :profile AND sha256 = :sha256 AND state = 'declined' AND (account_id IS :account OR account_id IS NULL) LIMIT 1",
  );
  const awaiting = database.prepare(
    `SELECT id FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = 'held'
     AND json_extract(reason, '$.kind') = 'approval-needed' ORDER BY id`,
  );
  const orphans = database.prepare(
    // As the index of contents has it, so that a long history is not walked through.
    'SELECT id, sha256 FROM jobs WHERE profile = :profile AND IFNULL(account_id, 0) = 0 AND removed_at IS NULL ORDER BY id',
  );
  const othersWaiting = database.prepare(
    'SELECT COUNT(*) AS n FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = :state AND account_id IS NOT NULL AND account_id IS NOT :account',
  );
  const waitingIds = database.prepare(
    `SELECT id FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = 'waiting' AND account_id IS :account
     ORDER BY ${departureOrder} LIMIT :limit`,
  );
  const waitingBetween = database.prepare(
    "SELECT COUNT(*) AS n FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = 'waiting' AND account_id IS :account AND id >= :from AND id < :to",
  );
  const waitingCount = database.prepare(
    "SELECT COUNT(*) AS n FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = 'waiting' AND account_id IS :account",
  );
  const withoutFlightCount = database.prepare(
    "SELECT COUNT(*) AS n FROM jobs WHERE profile = :profile AND removed_at IS NULL AND state = 'uploaded' AND flight_id IS NULL AND account_id = :account",
  );
  const withoutFlight = select("state = 'uploaded' AND flight_id IS NULL AND account_id = :account ORDER BY id DESC");
  const byPath = select('original_path = :path ORDER BY id');
  const insert = database.prepare(
    `INSERT INTO jobs (profile, account_id, sha256, name, bytes, media_type, spool, source, original_path, added_at, state, since, reason)
     VALUES (:profile, :accountId, :sha256, :name, :bytes, :mediaType, :spool, :source, :originalPath, :addedAt, :state, :addedAt, :reason)`,
  );
  // An account without a name may be the same pilot as another: a record of its reports is nobody else's either.
  const maybeSamePilot = `SELECT id FROM accounts WHERE profile = :profile
    AND (id = :account OR subject IS NULL OR (SELECT subject FROM accounts WHERE id = :account) IS NULL)`;
  const ownedFlights = database.prepare(
    `SELECT flight_id AS id FROM jobs WHERE profile = :profile AND flight_id IS NOT NULL AND flight_id > :above
     AND account_id IN (${maybeSamePilot})`,
  );
  const withoutRecord = select(
    `(state IN ('uploading', 'unconfirmed') OR (state = 'held' AND attempt IS NOT NULL)
       OR (state = 'uploaded' AND flight_id IS NULL AND since >= :since))
     AND account_id IN (${maybeSamePilot}) ORDER BY id`,
  );
  const travelled = database.prepare(
    'SELECT account_id AS accountId, sha256, name, state, attempts FROM jobs WHERE profile = :profile AND id = :id',
  );
  const ofSignIn = database.prepare(
    `SELECT id FROM jobs WHERE profile = :profile AND account_id = :from AND removed_at IS NULL
     AND (added_at >= :signedInAt OR (SELECT created_at FROM accounts WHERE id = :from) >= :signedInAt)
     AND sha256 NOT IN (SELECT sha256 FROM jobs WHERE profile = :profile AND account_id = :to AND removed_at IS NULL)
     ORDER BY id`,
  );
  const subjectOf = database.prepare('SELECT subject FROM accounts WHERE id = ?');

  /** Before the database says it: what it says of a departure may be lost, and then this must not be. */
  function noteDeparture(id: number, now: number, change: JobChange) {
    if (!departures || (change.state === undefined && change.removedAt === undefined)) return;
    const row = travelled.get({ profile, id });
    if (!row) return;
    const isDeparture = change.state === 'uploading';
    const isEnd = change.removedAt !== undefined || row['state'] === 'uploading' || row['state'] === 'unconfirmed';
    if (!isDeparture && !isEnd) return;
    const accountId = change.accountId ?? row['accountId'];
    const subject = typeof accountId === 'number' ? subjectOf.get(accountId)?.['subject'] : null;
    departures.write(
      {
        at: now,
        what: isDeparture ? 'departed' : change.removedAt === undefined ? change.state! : 'removed',
        profile,
        jobId: id,
        accountId: typeof accountId === 'number' ? accountId : null,
        subject: typeof subject === 'string' ? subject : null,
        sha256: String(row['sha256']),
        name: String(row['name']),
        attempt: change.attempts ?? Number(row['attempts']),
        flightId: change.flightId ?? null,
        baselineId: change.attempt?.baselineId ?? null,
      },
      isDeparture,
    );
  }

  const parse = (row: unknown) => (row === undefined ? null : jobRowSchema.parse(row));
  const parseAll = (rows: unknown[]) => rows.map((row) => jobRowSchema.parse(row));

  return {
    byId: (id: number) => parse(byId.get({ profile, id })),
    /** A job with this content that is the account's own, or nobody's yet: another pilot's report says nothing about this one's. */
    byContent(sha256: string, account: number | null): Job | null {
      const job = parse(byContent.get({ profile, sha256, account }));
      return job && (job.accountId === account || job.accountId === null) ? job : null;
    },
    /** Whether the pilot said of this picture that it is not sent; taken off the board, it is remembered all the same. */
    wasDeclined: (sha256: string, account: number | null) => declined.get({ profile, sha256, account }) !== undefined,
    /** Those that wait for the pilot's word alone, in the order they were taken. */
    awaitingApproval: () => awaiting.all({ profile }).map((row) => Number(row['id'])),
    byFlight: (account: number, flight: number) => parse(byFlight.get({ profile, account, flight })),
    byOriginalPath: (path: string) => parseAll(byPath.all({ profile, path })),
    inStates: (...states: JobState[]) => parseAll(inStates.all({ profile, states: JSON.stringify(states) })),
    nextWaiting: (account: number) => parse(nextWaiting.get({ profile, account })),
    counts(): Record<JobState, number> {
      const found = Object.fromEntries(counts.all({ profile }).map((row) => [String(row['state']), Number(row['n'])]));
      return Object.fromEntries(jobStates.map((state) => [state, found[state] ?? 0])) as Record<JobState, number>;
    },
    /**
     * Up to `limit` jobs of one state behind the one with the number `after`, oldest or newest first. Where `others` is said:
     * only those of other accounts than this, or only those that are not.
     */
    page(
      state: JobState,
      of: {
        after: number | null;
        limit: number;
        isNewestFirst: boolean;
        account: number | null;
        others: boolean | null;
      },
    ): Job[] {
      const { after, limit, account } = of;
      const others = of.others === null ? null : Number(of.others);
      return parseAll((of.isNewestFirst ? pageDown : pageUp).all({ profile, state, after, limit, account, others }));
    },
    /** The numbers of the oldest `limit` jobs of one state. */
    idsOf: (state: JobState, limit: number) => idsOf.all({ profile, state, limit }).map((row) => Number(row['id'])),
    /** Waiting jobs of one account in the order of their departure, the first `limit`. */
    waitingIds: (account: number | null, limit = Number.MAX_SAFE_INTEGER) =>
      waitingIds.all({ profile, account, limit }).map((row) => Number(row['id'])),
    /** How many waiting ones have an id from `from` to below `to`. */
    waitingBetween: (account: number | null, from: number, to: number) =>
      Number(waitingBetween.get({ profile, account, from, to })?.['n'] ?? 0),
    waitingCount: (account: number | null) => Number(waitingCount.get({ profile, account })?.['n'] ?? 0),
    othersWaiting: (account: number | null, state: 'waiting' | 'unconfirmed' = 'waiting') =>
      Number(othersWaiting.get({ profile, account, state })?.['n'] ?? 0),
    /** The pilot said that the service has them; their records were never seen. */
    withoutFlight: (account: number) => parseAll(withoutFlight.all({ profile, account })),
    withoutFlightCount: (account: number) => Number(withoutFlightCount.get({ profile, account })?.['n'] ?? 0),
    /** What was taken while nobody was signed in becomes the account's; the same picture twice stays one report. */
    adoptOrphans(account: number, now: number) {
      for (const row of orphans.all({ profile })) {
        const id = Number(row['id']);
        const twin = parse(byContent.get({ profile, sha256: String(row['sha256']), account }));
        this.change(
          id,
          now,
          twin && twin.id !== id && twin.accountId === account ? { removedAt: now } : { accountId: account },
        );
      }
    },
    /**
     * The service has named the pilot of this very sign-in late, who has an account already: what was taken during this
     * sign-in is that pilot's. What an unnamed account had before may be somebody else's, and stays.
     */
    transferJobs(from: number, to: number, signedInAt: number, now: number): number[] {
      const ids = ofSignIn.all({ profile, from, to, signedInAt }).map((row) => Number(row['id']));
      for (const id of ids) this.change(id, now, { accountId: to });
      return ids;
    },
    /**
     * Reports that may have a record which is not known to be theirs: in doubt, or the service's by the pilot's word (that was
     * given at `since` or later). Of the account, and of any that may be the same pilot's.
     */
    withoutRecord: (account: number, since: number) => parseAll(withoutRecord.all({ profile, account, since })),
    ownedFlightIds: (account: number, above: number) =>
      new Set(ownedFlights.all({ profile, account, above }).map((row) => Number(row['id']))),
    add(job: NewJob): number {
      const { lastInsertRowid } = insert.run({
        ...job,
        profile,
        source: JSON.stringify(job.source),
        reason: job.reason && JSON.stringify(job.reason),
      });
      return Number(lastInsertRowid);
    },
    change(id: number, now: number, change: JobChange) {
      const sets: string[] = [];
      const values: Record<string, string | number | null> = { id, profile };
      const set = (column: string, value: string | number | null) => {
        sets.push(`${column} = :${column}`);
        values[column] = value;
      };
      if (change.state !== undefined) {
        sets.push('since = CASE WHEN state = :state THEN since ELSE :now END');
        values['now'] = now;
        set('state', change.state);
      }
      if (change.reason !== undefined) set('reason', change.reason && JSON.stringify(change.reason));
      if (change.attempts !== undefined) set('attempts', change.attempts);
      if (change.attempt !== undefined) set('attempt', change.attempt && JSON.stringify(change.attempt));
      if (change.flightId !== undefined) set('flight_id', change.flightId);
      if (change.uploadedAt !== undefined) set('uploaded_at', Math.round(change.uploadedAt));
      if (change.accountId !== undefined) set('account_id', change.accountId);
      if (change.removedAt !== undefined) set('removed_at', Math.round(change.removedAt));
      if (sets.length === 0) return;
      noteDeparture(id, now, change);
      database.prepare(`UPDATE jobs SET ${sets.join(', ')} WHERE id = :id AND profile = :profile`).run(values);
    },
  };
}
