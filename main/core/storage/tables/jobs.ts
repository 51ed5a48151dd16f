// Upload jobs. A committed row is a promise to the pilot; rows are never deleted, only marked as removed.
import * as z from 'zod/mini';
import { jobStates, type JobState } from '../../../contract/strip.ts';
import type { Database } from '../database/database.ts';
import { uploadOrder } from '../database/schema.ts';
import type { AttemptJournal } from '../files/attempt-journal.ts';
import { createJobJournal } from './job-journal.ts';
import {
  approvalSql,
  columnOf,
  inferredSql,
  jobColumns,
  jobRowSchema,
  stored,
  type Job,
  type JobChange,
  type NewJob,
} from './job.ts';

/** The bays of reports that are not uploaded. */
const outboundBays = ['needs-attention', 'queue', 'not-uploaded'] as const;
export type OutboundBay = (typeof outboundBays)[number];
/** What decides, beside the job, which bay it is in. */
export type BoardView = {
  /** Accounts whose reports are not shown. */
  readonly hidden: readonly number[];
  /** Accounts whose flights can't be read: what became of a lost answer is the pilot's to say. */
  readonly unreadable: readonly number[];
  /** The account of reports without one. */
  readonly shown: number | null;
  /** The reports of all other accounts wait for a sign-in. */
  readonly signedIn: readonly number[];
  /** Whether any process uploads: an upload of a process that has died is shown as unconfirmed. */
  readonly isSending: boolean;
};
const isOfSignedOut = 'account_id <> :shown AND account_id NOT IN (SELECT value FROM json_each(:signedIn))';
/** The bay of a job that is not uploaded; null once it is. */
const baySql = `CASE
  WHEN state = 'uploaded' THEN NULL
  WHEN state = 'declined' THEN 'not-uploaded'
  WHEN ${isOfSignedOut} THEN 'queue'
  WHEN state IN ('rejected', 'held') THEN 'needs-attention'
  WHEN state = 'unconfirmed' OR (state = 'uploading' AND NOT :isSending) THEN
    IIF(IFNULL(account_id, :shown) IN (SELECT value FROM json_each(:unreadable)), 'needs-attention', 'queue')
  ELSE 'queue' END`;
// A list, because the index of states does not serve an inequality.
const isInSql = (...states: JobState[]) => `state IN (${states.map((state) => `'${state}'`).join()})`;
const isOutboundSql = isInSql(...jobStates.filter((state) => state !== 'uploaded'));
/** The states whose jobs may be in a bay. */
const maybeIn: Readonly<Record<OutboundBay, string>> = {
  'needs-attention': isInSql('held', 'rejected', 'unconfirmed', 'uploading'),
  queue: isInSql('waiting', 'uploading', 'unconfirmed', 'held', 'rejected'),
  'not-uploaded': isInSql('declined'),
};
const seenBy = ({ unreadable, shown, signedIn, isSending }: BoardView): Params => ({
  unreadable: JSON.stringify(unreadable),
  shown,
  signedIn: JSON.stringify(signedIn),
  isSending: Number(isSending),
});
const boardJobSchema = z.object({
  ...jobRowSchema.shape,
  /** Null: it is uploaded. */
  bay: z.nullable(z.enum(outboundBays)),
  /** Grows in the order in which waiting reports upload. */
  place: z.number(),
});
export type BoardJob = z.infer<typeof boardJobSchema>;

/** A file, and what it draws; null: not known. */
type Identity = { readonly sha256: string; readonly imageHash: string | null };
/** As in the index of images. */
const imageOrFile = 'IFNULL(image_hash, sha256)';

/** An account without a name may be the same pilot as another: then their records can't be distinguished. */
const maybeSamePilot = `SELECT id FROM accounts WHERE profile = :profile
  AND (id = :account OR subject IS NULL OR (SELECT subject FROM accounts WHERE id = :account) IS NULL)`;

type Params = Readonly<Record<string, string | number | null>>;

/** What was counted by key, with zero for what there is none of. */
function tally<Key extends string>(keys: readonly Key[], rows: readonly Record<string, unknown>[]) {
  const found = new Map(rows.map((row) => [row['key'], Number(row['n'])]));
  return Object.fromEntries(keys.map((key) => [key, found.get(key) ?? 0])) as Record<Key, number>;
}

export type Jobs = ReturnType<typeof createJobs>;

/** `journal` outlives a damaged database; without it none is kept. */
export function createJobs(database: Database, profile: string, journal?: AttemptJournal) {
  /** All queries of present jobs of this profile. */
  const present = (columns: string, where: string) =>
    database.prepare(`SELECT ${columns} FROM jobs WHERE profile = :profile AND removed_at IS NULL AND ${where}`);
  const onBoard = (where: string) => {
    const query = present(`${jobColumns}, ${baySql} AS bay, ${uploadOrder} AS place`, where);
    return (seen: BoardView, params: Params): BoardJob[] =>
      query.all({ profile, ...seenBy(seen), ...params }).map((row) => boardJobSchema.parse(row));
  };
  const one = (where: string) => {
    const query = present(jobColumns, where);
    return (params: Params): Job | null => {
      const row = query.get({ profile, ...params });
      return row === undefined ? null : jobRowSchema.parse(row);
    };
  };
  const all = (where: string) => {
    const query = present(jobColumns, where);
    return (params: Params): Job[] => query.all({ profile, ...params }).map((row) => jobRowSchema.parse(row));
  };
  const ids = (where: string) => {
    const query = present('id', where);
    return (params: Params): number[] => query.all({ profile, ...params }).map((row) => Number(row['id']));
  };
  const count = (where: string) => {
    const query = present('COUNT(*) AS n', where);
    return (params: Params): number => Number(query.get({ profile, ...params })?.['n'] ?? 0);
  };

  const removed = database.prepare(
    `SELECT ${jobColumns} FROM jobs WHERE profile = :profile AND id = :id AND removed_at > :since`,
  );
  const byId = one('id = :id');
  const ownFirst = 'ORDER BY account_id IS :account DESC, account_id IS NULL DESC LIMIT 1';
  const byContent = one(`sha256 = :sha256 ${ownFirst}`);
  const byImage = one(`${imageOrFile} IN (:imageHash, :sha256) ${ownFirst}`);
  const byIdentity = ({ sha256, imageHash }: Identity, account: number | null) =>
    (imageHash === null ? null : byImage({ sha256, imageHash, account })) ?? byContent({ sha256, account });
  const uploadedByOthers = all(
    `${imageOrFile} IN (:imageHash, :sha256) AND account_id <> :account AND state = 'uploaded'`,
  );
  const byFlight = one('account_id = :account AND flight_id = :flight');
  const isInStates = 'state IN (SELECT value FROM json_each(:states))';
  const inStates = all(`${isInStates} ORDER BY id`);
  const ofAccount = all(`account_id = :account AND ${isInStates} ORDER BY id`);
  const isShown = '(account_id IS NULL OR account_id NOT IN (SELECT value FROM json_each(:hidden)))';
  const page = (bay: OutboundBay, isBehind: string, order: string) =>
    onBoard(
      `${maybeIn[bay]} AND ${baySql} = '${bay}' AND ${isShown} AND (:after IS NULL OR ${isBehind})
       ORDER BY ${order} LIMIT :limit`,
    );
  const pages = {
    queue: page('queue', `${uploadOrder} > :after`, uploadOrder),
    'needs-attention': page('needs-attention', 'id < :after', 'id DESC'),
    'not-uploaded': page('not-uploaded', 'id < :after', 'id DESC'),
  };
  const boardJob = onBoard('id = :id');
  const idsOf = ids('state = :state ORDER BY id LIMIT :limit');
  const nextWaiting = one(`state = 'waiting' AND account_id = :account ORDER BY ${uploadOrder} LIMIT 1`);
  const counts = present('state AS key, COUNT(*) AS n', 'TRUE GROUP BY state');
  // Grouped by what the bay depends on first, which the index of states has.
  const bayCounts = database.prepare(
    `SELECT ${baySql} AS key, SUM(n) AS n
     FROM (SELECT state, account_id, COUNT(*) AS n FROM jobs
       WHERE profile = :profile AND removed_at IS NULL AND ${isOutboundSql} GROUP BY state, account_id)
     WHERE ${isShown} GROUP BY key`,
  );
  const awaitingApproval = ids(`${approvalSql} AND ${isShown} AND ${baySql} = 'needs-attention' ORDER BY id`);
  // Written as in the index of images, so that a long history is not scanned.
  const orphans = present('id, sha256, image_hash AS imageHash', 'IFNULL(account_id, 0) = 0 ORDER BY id');
  const unfinished = present(
    'account_id AS account, COUNT(*) AS n',
    "state IN ('waiting', 'uploading', 'unconfirmed', 'held', 'rejected') AND account_id IS NOT NULL GROUP BY account_id",
  );
  const attention = count("state IN ('held', 'rejected') AND account_id = :account");
  const waitingAhead = count(
    `state = 'waiting' AND account_id IS :account AND ${uploadOrder} < (SELECT ${uploadOrder} FROM jobs WHERE id = :id)`,
  );
  const waitingCount = count("state = 'waiting' AND account_id IS :account");
  const isWithoutFlight = "state = 'uploaded' AND flight_id IS NULL AND account_id = :account";
  const withoutFlight = all(`${isWithoutFlight} ORDER BY id DESC`);
  const withoutFlightCount = count(isWithoutFlight);
  const byPath = all('original_path = :path ORDER BY id');
  const unconfirmedOf = all(
    `(state IN ('uploading', 'unconfirmed') OR (state = 'held' AND attempt IS NOT NULL))
     AND account_id IN (${maybeSamePilot}) ORDER BY id`,
  );
  const inferred = count(`state = 'uploaded' AND ${inferredSql} AND account_id IS :account`);
  const ofSignIn = ids(
    `account_id = :from
     AND (added_at >= :signedInAt OR (SELECT created_at FROM accounts WHERE id = :from) >= :signedInAt)
     AND ${imageOrFile} NOT IN (SELECT ${imageOrFile} FROM jobs WHERE profile = :profile AND account_id = :to AND removed_at IS NULL)
     ORDER BY id`,
  );
  const insert = database.prepare(
    `INSERT INTO jobs (profile, account_id, sha256, image_hash, name, bytes, media_type, spool, source, original_path, added_at, state, since, reason, lacks_text)
     VALUES (:profile, :accountId, :sha256, :imageHash, :name, :bytes, :mediaType, :spool, :source, :originalPath, :addedAt, :state, :addedAt, :reason, :lacksText)`,
  );
  const unread = ids('looks_like IS NULL ORDER BY added_at DESC LIMIT :most');
  const forget = database.prepare(
    'UPDATE jobs SET looks_like = NULL WHERE profile = :profile AND looks_like IS NOT NULL RETURNING id',
  );
  // Includes removed jobs.
  const declined = database.prepare(
    `SELECT 1 FROM jobs WHERE profile = :profile AND ${imageOrFile} IN (:imageHash, :sha256) AND state = 'declined' 
     AND (account_id IS :account OR account_id IS NULL) LIMIT 1`,
  );
  const ownedFlights = database.prepare(
    `SELECT flight_id AS id FROM jobs WHERE profile = :profile AND flight_id IS NOT NULL AND flight_id > :above
     AND account_id IN (${maybeSamePilot})`,
  );
  const writeJournal = journal && createJobJournal(database, profile, journal);

  function change(id: number, now: number, change: JobChange) {
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
    const { state: _, file, ...others } = change;
    for (const [member, value] of Object.entries({ ...others, ...file })) {
      // Of the route, a JSON null is "none", and no value "not read".
      if (value !== undefined) set(columnOf(member), member === 'looksLike' ? JSON.stringify(value) : stored(value));
    }
    if (sets.length === 0) return;
    writeJournal?.(id, now, change);
    database.prepare(`UPDATE jobs SET ${sets.join(', ')} WHERE id = :id AND profile = :profile`).run(values);
  }

  return {
    byId: (id: number) => byId({ id }),
    /** A job of this image that is the account's own, or has no owner yet; another pilot's does not count. */
    byImage(of: Identity, account: number | null): Job | null {
      const job = byIdentity(of, account);
      return job && (job.accountId === account || job.accountId === null) ? job : null;
    },
    /** Whether the pilot has declined this image: its report (`byImage`), or where there is none now, one that was removed. */
    isDeclined(known: Job | null, of: Identity, account: number | null): boolean {
      if (known) return known.state === 'declined';
      return declined.get({ profile, sha256: of.sha256, imageHash: of.imageHash ?? of.sha256, account }) !== undefined;
    },
    /** Other pilots' reports of the same image. */
    uploadedByOthers: ({ imageHash, sha256, accountId }: Job) =>
      uploadedByOthers({ imageHash: imageHash ?? sha256, sha256, account: accountId }),
    /** The ids of those of the shown pilots that wait for approval, oldest first. */
    awaitingApproval: (seen: BoardView) => awaitingApproval({ ...seenBy(seen), hidden: JSON.stringify(seen.hidden) }),
    byFlight: (account: number, flight: number) => byFlight({ account, flight }),
    byOriginalPath: (path: string) => byPath({ path }),
    /** Of all accounts. */
    inStates: (...states: JobState[]) => inStates({ states: JSON.stringify(states) }),
    ofAccount: (account: number, ...states: JobState[]) => ofAccount({ account, states: JSON.stringify(states) }),
    nextWaiting: (account: number) => nextWaiting({ account }),
    counts: (): Record<JobState, number> => tally(jobStates, counts.all({ profile })),
    /** How many reports of the shown pilots are in each bay. */
    bayCounts(seen: BoardView): Record<OutboundBay, number> {
      return tally(outboundBays, bayCounts.all({ profile, ...seenBy(seen), hidden: JSON.stringify(seen.hidden) }));
    },
    /** Up to `limit` jobs of the shown pilots behind `last`: the queue in the order of its uploads, the others newest first. */
    bayPage(bay: OutboundBay, seen: BoardView, last: number | null, limit: number): BoardJob[] {
      const after = bay === 'queue' && last !== null ? (boardJob(seen, { id: last })[0]?.place ?? last) : last;
      return pages[bay](seen, { after, limit, hidden: JSON.stringify(seen.hidden) });
    },
    onBoard: (id: number, seen: BoardView): BoardJob | null => boardJob(seen, { id })[0] ?? null,
    /** The ids of the oldest `limit` jobs of one state. */
    idsOf: (state: JobState, limit: number) => idsOf({ state, limit }),
    /** How many of the account's upload before this one. */
    waitingAhead: (account: number | null, id: number) => waitingAhead({ account, id }),
    waitingCount: (account: number | null) => waitingCount({ account }),
    /** How many reports of each account are still to be uploaded. */
    unfinishedByAccount: () =>
      unfinished.all({ profile }).map((row) => ({ id: Number(row['account']), reports: Number(row['n']) })),
    /** How many of the account's need the pilot. */
    attentionCount: (account: number) => attention({ account }),
    /** The pilot confirmed that the service has them; their records were never seen. */
    withoutFlight: (account: number) => withoutFlight({ account }),
    withoutFlightCount: (account: number) => withoutFlightCount({ account }),
    /** What was added while nobody was signed in becomes the account's; the same image twice stays one report. */
    adoptOrphans(account: number, now: number) {
      for (const row of orphans.all({ profile })) {
        const id = Number(row['id']);
        const { sha256, imageHash } = row as unknown as Job;
        const twin = byIdentity({ sha256, imageHash }, account);
        const isTwice = twin !== null && twin.id !== id && twin.accountId === account;
        change(id, now, isTwice ? { removedAt: now } : { accountId: account });
      }
    },
    /**
     * The service has named the pilot of this sign-in late, and that pilot has an account already: what was added in this
     * sign-in is that pilot's. What an unnamed account had before may be another pilot's, and stays.
     */
    transferJobs(from: number, to: number, signedInAt: number, now: number): number[] {
      const transferred = ofSignIn({ from, to, signedInAt });
      for (const id of transferred) change(id, now, { accountId: to });
      return transferred;
    },
    /** What was read on images is forgotten; returns whose. */
    forgetReadings: (): number[] => forget.all({ profile }).map(({ id }) => Number(id)),
    /** The newest whose images have not been read. */
    unread: (most: number) => unread({ most }),
    /** Reports that may have a record which is not known to be theirs: of the account, and of any that may be the same pilot's. */
    unconfirmedOf: (account: number) => unconfirmedOf({ account }),
    /** How many probably arrived, and the pilot has not agreed yet. */
    inferredCount: (account: number | null) => inferred({ account }),
    ownedFlightIds: (account: number, above: number) =>
      new Set(ownedFlights.all({ profile, account, above }).map((row) => Number(row['id']))),
    /** A report that was removed after `since` (epoch ms), with the state that it had. */
    removedSince(id: number, since: number): Job | null {
      const row = removed.get({ profile, id, since });
      return row === undefined ? null : jobRowSchema.parse(row);
    },
    add(job: NewJob): number {
      const values = Object.entries({ lacksText: null, ...job, profile }).map(([member, value]) => [
        member,
        stored(value),
      ]);
      const { lastInsertRowid } = insert.run(Object.fromEntries(values));
      return Number(lastInsertRowid);
    },
    change,
  };
}
