// The database's versions, oldest first. A landed step is never edited: add another.
// Moments are epoch milliseconds; documents in JSON are parsed by the repository that reads them.
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
];
