// The database's versions, oldest first. A landed step is never edited: add another. Times are epoch milliseconds;
// documents in JSON are parsed by the repository that reads them.

import { flightFactsStep } from './flight-facts.ts';

const withPresentKey = (table: string, column: string, from: string, to: string) =>
  `UPDATE ${table} SET ${column} = json_remove(json_set(${column}, '$${to}', json_extract(${column}, '$${from}')), '$${from}')
    WHERE json_type(${column}, '$${from}') IS NOT NULL;`;

/** A failure that 0.1.0 wrote (`words`, `needs`), with the present keys and kinds. */
const withPresentFailure = (table: string, column: string, at = '') => `
  ${withPresentKey(table, column, `${at}.words`, `${at}.message`)}
  ${withPresentKey(table, column, `${at}.needs`, `${at}.requiredAction`)}
  UPDATE ${table} SET ${column} = json_set(${column}, '$${at}.kind', 'service-error')
    WHERE json_extract(${column}, '$${at}.kind') = 'service-trouble';
  UPDATE ${table} SET ${column} = json_set(${column}, '$${at}.kind', 'proxy-error')
    WHERE json_extract(${column}, '$${at}.kind') = 'proxy-trouble';`;

/** A file that the service rejected: the kind of its failure, and the id of its message if it is one. */
const withRejectedFile = (table: string, column: string, at = '') => `
  UPDATE ${table} SET ${column} = json_set(${column}, '$${at}.kind', 'file-rejected-by-service')
    WHERE json_extract(${column}, '$${at}.kind') = 'file-refused-by-service';
  UPDATE ${table} SET ${column} = json_set(${column}, '$${at}.message.id', 'failure.fileRejectedByService')
    WHERE json_extract(${column}, '$${at}.message.id') = 'failure.fileRefusedByService';`;

export const migrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    subject TEXT,                 -- null where the service does not say who the pilot is (A18)
    name TEXT,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    signed_out INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX accounts_by_subject ON accounts (profile, subject) WHERE subject IS NOT NULL;

  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    account_id INTEGER REFERENCES accounts (id),   -- null: taken while nobody was signed in
    sha256 TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    spool TEXT NOT NULL,
    source TEXT NOT NULL,
    original_path TEXT,
    taken_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    attempt TEXT,                 -- the last one under way or in doubt
    flight_id INTEGER,
    uploaded_at INTEGER,
    removed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX jobs_by_content ON jobs (profile, IFNULL(account_id, 0), sha256) WHERE removed_at IS NULL;
  CREATE INDEX jobs_by_state ON jobs (profile, state) WHERE removed_at IS NULL;
  CREATE UNIQUE INDEX jobs_by_flight ON jobs (account_id, flight_id) WHERE flight_id IS NOT NULL AND removed_at IS NULL;

  CREATE TABLE flights (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    id INTEGER NOT NULL,
    record TEXT NOT NULL,
    stage TEXT NOT NULL,
    stage_since INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    looked_at INTEGER NOT NULL,
    settled_at INTEGER,
    PRIMARY KEY (account_id, id)
  ) STRICT;
  CREATE INDEX flights_open ON flights (account_id) WHERE settled_at IS NULL;

  CREATE TABLE happenings (
    id INTEGER PRIMARY KEY,
    account_id INTEGER,
    job_id INTEGER,
    flight_id INTEGER,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX happenings_by_job ON happenings (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX happenings_by_flight ON happenings (account_id, flight_id) WHERE flight_id IS NOT NULL;

  CREATE INDEX happenings_by_kind ON happenings (account_id, what, at);

  CREATE TABLE requests (
    account_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL
  ) STRICT;
  CREATE INDEX requests_by_time ON requests (account_id, ended_at);

  CREATE TABLE switches (profile TEXT NOT NULL, name TEXT NOT NULL, is_on INTEGER NOT NULL, PRIMARY KEY (profile, name)) STRICT;

  CREATE TABLE pacing (account_id INTEGER PRIMARY KEY, memory TEXT NOT NULL) STRICT;

  CREATE TABLE folders (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    looked INTEGER NOT NULL DEFAULT 0,      -- whether what was there before has been noted
    UNIQUE (profile, path)
  ) STRICT;

  CREATE TABLE ledger (
    folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    verdict TEXT NOT NULL,
    words TEXT,
    sha256 TEXT,
    PRIMARY KEY (folder_id, path)
  ) STRICT;
  `,
  // The decision log: a row in `files` for each file or folder with its last decision, and earlier ones in `decisions`. Filled
  // from jobs and ledger. Equal history entries in a row become one, with a first and a last time.
  `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    subject TEXT NOT NULL,        -- file, folder, account
    path TEXT NOT NULL,
    sha256 TEXT,
    job_id INTEGER,               -- the report that it became, or is the same as
    rule TEXT NOT NULL,
    figures TEXT NOT NULL,
    first_at INTEGER NOT NULL,    -- since when this was decided, and when last again
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE UNIQUE INDEX files_by_path ON files (profile, path);
  CREATE INDEX files_by_time ON files (profile, first_at);
  CREATE INDEX files_by_content ON files (profile, sha256) WHERE sha256 IS NOT NULL;

  CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    rule TEXT NOT NULL,
    figures TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX decisions_by_file ON decisions (file_id);

  INSERT OR IGNORE INTO files (profile, subject, path, sha256, job_id, rule, figures, first_at, last_at)
    SELECT profile, 'file', original_path, sha256, id, 'taken', json_object('jobId', id), taken_at, taken_at
    FROM jobs WHERE original_path IS NOT NULL ORDER BY id DESC;
  INSERT OR IGNORE INTO files (profile, subject, path, sha256, rule, figures, first_at, last_at)
    SELECT folders.profile, 'file', ledger.path, ledger.sha256, ledger.verdict,
      CASE WHEN words IS NULL OR words = '' THEN '{}' ELSE json_object('words', words) END, added_at, added_at
    FROM ledger JOIN folders ON folders.id = ledger.folder_id WHERE verdict <> 'taken';

  ALTER TABLE happenings ADD COLUMN last_at INTEGER;
  ALTER TABLE happenings ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
  `,
  // Rules of a folder, and the files to be moved after their upload, written in the transaction of the upload. Declined images
  // are found by their content.
  `
  ALTER TABLE folders ADD COLUMN rules TEXT;       -- a document; null: the default ones

  CREATE TABLE put_away (
    job_id INTEGER PRIMARY KEY REFERENCES jobs (id),
    folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
    after_upload TEXT NOT NULL,                    -- the folder's rule when the report was sent
    target TEXT,                                   -- the name taken for it, noted before it is used
    state TEXT NOT NULL,                           -- due, done, kept
    reason TEXT,                                   -- why it is still where it was
    since INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX put_away_by_folder ON put_away (folder_id, state);
  CREATE INDEX ledger_by_content ON ledger (folder_id, sha256) WHERE sha256 IS NOT NULL;
  CREATE INDEX jobs_declined ON jobs (profile, sha256) WHERE state = 'declined';
  `,
  // Requests count for every process on this data folder: a row is written when one begins, with a heartbeat until it ends.
  `
  CREATE TABLE requests_of_all (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    known_at INTEGER NOT NULL,     -- when it ended; while it is under way, when its process last said so
    kind TEXT NOT NULL,
    outcome TEXT                   -- null while it is under way
  ) STRICT;
  INSERT INTO requests_of_all (account_id, begun_at, known_at, kind, outcome)
    SELECT account_id, ended_at, ended_at, kind, outcome FROM requests ORDER BY ended_at;
  DROP TABLE requests;
  ALTER TABLE requests_of_all RENAME TO requests;
  CREATE INDEX requests_by_time ON requests (account_id, known_at);
  `,
  // Notices about the data itself, such as a rescue. And indexes for the queries at each change, so that they do not scan the
  // archive: the upload order, the counts.
  `
  CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;

  CREATE INDEX jobs_waiting ON jobs (
    profile, account_id,
    CASE WHEN json_extract(reason, '$.kind') IN ('answer-not-understood', 'service-trouble') THEN attempts ELSE 0 END, id
  ) WHERE state = 'waiting' AND removed_at IS NULL;
  CREATE INDEX jobs_without_flight ON jobs (profile, account_id, id)
    WHERE state = 'uploaded' AND flight_id IS NULL AND removed_at IS NULL;
  CREATE INDEX jobs_by_any_flight ON jobs (account_id, flight_id) WHERE flight_id IS NOT NULL;
  CREATE INDEX flights_by_settling ON flights (account_id, settled_at);
  `,
  // Several pilots may be signed in with one service: the item of each one's tokens, and the active account. Before this step
  // there was one, with an empty item.
  `
  CREATE TABLE sign_ins (
    profile TEXT NOT NULL,
    item TEXT NOT NULL,           -- the end of the name that its tokens have in the secret store
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    in_use INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile, item)
  ) STRICT;
  CREATE UNIQUE INDEX sign_ins_in_use ON sign_ins (profile) WHERE in_use = 1;
  CREATE INDEX sign_ins_by_account ON sign_ins (account_id);

  INSERT INTO sign_ins (profile, item, account_id, in_use)
    SELECT profile, '', id, 1 FROM accounts AS one WHERE signed_out = 0 AND NOT EXISTS (
      SELECT 1 FROM accounts AS later WHERE later.profile = one.profile AND later.signed_out = 0
      AND (later.used_at > one.used_at OR (later.used_at = one.used_at AND later.id > one.id)));
  `,
  // Marks of a file that was overwritten with the same size, even where its modification time was set back. REAL, as inodes may
  // exceed the integers that JavaScript reads.
  `
  ALTER TABLE ledger ADD COLUMN ctime_ms REAL;     -- null: not known yet
  ALTER TABLE ledger ADD COLUMN ino REAL;
  `,
  // Counts the vault's writes (vault-counter.ts).
  `
  CREATE TABLE vault_counter (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
  `,
  // What a process learned, for other processes and the next start (learned-facts.ts).
  `
  CREATE TABLE learned_facts (
    profile TEXT NOT NULL,
    subject TEXT NOT NULL,        -- an account, or the place of a sign-in's tokens
    what TEXT NOT NULL,
    learned_at INTEGER NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (profile, subject, what)
  ) STRICT;
  `,
  // Standard names for tables, columns, states and kinds (docs/glossary.md).
  `
  ALTER TABLE happenings RENAME TO history;
  ALTER TABLE put_away RENAME TO filing_queue;
  ALTER TABLE switches RENAME TO pause_switch;
  ALTER TABLE jobs RENAME COLUMN taken_at TO added_at;
  ALTER TABLE flights RENAME COLUMN looked_at TO polled_at;
  ALTER TABLE folders RENAME COLUMN looked TO scanned;
  ALTER TABLE ledger RENAME COLUMN words TO message;

  DROP INDEX happenings_by_job;
  DROP INDEX happenings_by_flight;
  DROP INDEX happenings_by_kind;
  CREATE INDEX history_by_job ON history (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX history_by_flight ON history (account_id, flight_id) WHERE flight_id IS NOT NULL;
  CREATE INDEX history_by_event ON history (account_id, what, at);
  DROP INDEX put_away_by_folder;
  CREATE INDEX filing_queue_by_folder ON filing_queue (folder_id, state);

  DROP INDEX jobs_waiting;
  UPDATE jobs SET state = 'uploading' WHERE state = 'departing';
  UPDATE jobs SET state = 'rejected' WHERE state = 'refused';
  ${withPresentFailure('jobs', 'reason')}
  ${withPresentFailure('jobs', 'attempt', '.answered.failure')}
  UPDATE jobs SET attempt = json_set(attempt, '$.answered.says', 'rejected')
    WHERE json_extract(attempt, '$.answered.says') = 'refused';
  CREATE INDEX jobs_waiting ON jobs (
    profile, account_id,
    CASE WHEN json_extract(reason, '$.kind') IN ('answer-not-understood', 'service-error') THEN attempts ELSE 0 END, id
  ) WHERE state = 'waiting' AND removed_at IS NULL;

  ${withPresentFailure('filing_queue', 'reason')}
  ${withPresentFailure('learned_facts', 'details', '.failure')}
  ${withPresentFailure('learned_facts', 'details', '.ended.reason')}
  ${withPresentKey('notices', 'details', '.inDoubt', '.outcomeUnknown')}

  UPDATE ledger SET verdict = 'added' WHERE verdict = 'taken';
  UPDATE files SET rule = 'added' WHERE rule = 'taken';
  UPDATE files SET rule = 'rejected' WHERE rule = 'refused';
  UPDATE decisions SET rule = 'added' WHERE rule = 'taken';
  UPDATE decisions SET rule = 'rejected' WHERE rule = 'refused';
  ${withPresentKey('files', 'figures', '.words', '.message')}
  ${withPresentKey('decisions', 'figures', '.words', '.message')}
  ${withPresentKey('history', 'details', '.words', '.message')}
  UPDATE history SET what = 'added' WHERE what = 'taken';
  UPDATE history SET what = 'added-again' WHERE what = 'taken-again';
  UPDATE history SET what = 'not-added' WHERE what = 'not-taken';
  UPDATE history SET what = 'uploading' WHERE what = 'departing';
  UPDATE history SET what = 'rejected' WHERE what = 'refused';
  UPDATE history SET what = 'service-error' WHERE what = 'service-trouble';
  UPDATE history SET what = 'not-filed' WHERE what = 'not-put-away';
  `,
  // Standard names in documents.
  `
  UPDATE folders SET rules = json_set(rules, '$.afterUpload.kind', 'trash')
    WHERE json_extract(rules, '$.afterUpload.kind') = 'bin';
  UPDATE filing_queue SET after_upload = json_set(after_upload, '$.kind', 'trash')
    WHERE json_extract(after_upload, '$.kind') = 'bin';
  UPDATE history SET what = 'trashed' WHERE what = 'binned';
  ${withPresentKey('notices', 'details', '.takenBack', '.restored')}
  UPDATE learned_facts SET details = json_remove(
      json_set(details, '$.isExpired', json(iif(json_extract(details, '$.isGone'), 'true', 'false'))), '$.isGone')
    WHERE json_type(details, '$.isGone') IS NOT NULL;
  `,
  // Standard names for what a scan skipped, for lookups, and for completed flights.
  `
  UPDATE ledger SET verdict = 'skipped' WHERE verdict = 'passed-over';
  UPDATE files SET rule = 'skipped' WHERE rule = 'passed-over';
  UPDATE decisions SET rule = 'skipped' WHERE rule = 'passed-over';
  ${withPresentKey('jobs', 'attempt', '.looks', '.lookups')}
  UPDATE flights SET stage = 'completed' WHERE stage = 'settled';
  UPDATE history SET what = 'completed' WHERE what = 'settled';
  `,
  // The facts of each flight, for the logbook.
  flightFactsStep,
  // Standard names for the pacer's state, for when a flight was completed, and for what an unclear answer means.
  `
  ALTER TABLE pacing RENAME COLUMN memory TO stored_state;
  ALTER TABLE flights RENAME COLUMN settled_at TO completed_at;
  DROP INDEX flights_by_settling;
  CREATE INDEX flights_by_completion ON flights (account_id, completed_at);
  ${withPresentKey('jobs', 'attempt', '.answered.says', '.answered.outcome')}
  ${withRejectedFile('jobs', 'reason')}
  ${withRejectedFile('jobs', 'attempt', '.answered.failure')}
  `,
  // One verb for a report: it is uploaded, not sent.
  `
  UPDATE flights SET stage = 'received' WHERE stage = 'sent';
  UPDATE history SET what = 'received' WHERE what = 'sent';
  UPDATE history SET what = 'uploaded-again-by-pilot' WHERE what = 'sent-again-by-pilot';
  `,
  // A flight that can't be followed is final.
  `
  UPDATE flights SET completed_at = stage_since WHERE stage = 'received';
  CREATE INDEX flights_archived ON flights (account_id) WHERE stage = 'archived';
  CREATE INDEX flights_received ON flights (account_id, id) WHERE stage = 'received';
    `,
  // How it is known that an uploaded report arrived. A flight that was found by a lookup was taken for the report's.
  `
  ALTER TABLE jobs ADD COLUMN evidence TEXT;       -- answered, inferred, unknown; null while it is not uploaded
  ALTER TABLE jobs ADD COLUMN agreed_at INTEGER;   -- when the pilot agreed to what was not answered
  UPDATE jobs SET evidence = 'answered' WHERE state = 'uploaded';
  UPDATE jobs SET evidence = 'unknown', agreed_at = since WHERE state = 'uploaded'
    AND id IN (SELECT job_id FROM history WHERE what = 'received-by-pilot');
  UPDATE jobs SET evidence = 'inferred', agreed_at = since WHERE state = 'uploaded' AND flight_id IS NOT NULL
    AND id IN (SELECT job_id FROM history WHERE what = 'found-again');
  UPDATE history SET what = 'inferred' WHERE what = 'found-again';
    `,
  // What is drawn identifies a report. Files that were there before a folder was watched are read again for it.
  `
  ALTER TABLE jobs ADD COLUMN image_hash TEXT;     -- null: not known
  CREATE UNIQUE INDEX jobs_by_image ON jobs (profile, IFNULL(account_id, 0), IFNULL(image_hash, sha256)) WHERE removed_at IS NULL;
  DROP INDEX jobs_declined;
  CREATE INDEX jobs_declined ON jobs (profile, IFNULL(image_hash, sha256)) WHERE state = 'declined';
  UPDATE ledger SET sha256 = NULL WHERE verdict IN ('existing', 'other-name');
    `,
  // What the leader knows, for the other processes: which service it works for, and the state of each watched folder.
  `
  CREATE TABLE leader (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    id TEXT NOT NULL,
    profile TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  ALTER TABLE folders ADD COLUMN watch_state TEXT;
  `,
];
