// The database: every table with its indexes, and the triggers that write a flight's facts. Times are epoch
// milliseconds. Columns named as documents (source, reason, attempt, record, details, figures, rules and others) hold
// JSON, parsed by stored.ts and the repositories. There is no release yet, so this text is edited in place; after it,
// a change is a step in migrate.ts.
import { serviceFailureKinds } from '../../../contract/failure.ts';
import { flightStatuses, type FlightStatus } from '../../../contract/logbook.ts';
import {
  longestFlightMin,
  ownFigures,
  uploadTimeMs,
  type OwnEntry,
  type OwnFigure,
} from '../../../contract/own-entry.ts';

/** More than any id. */
const behind = 1e10;
/** Oldest first; but a report that keeps failing at the service lets the others pass, by the number of its attempts. */
export const uploadOrder = `id + CASE WHEN state = 'waiting' AND json_extract(reason, '$.kind') IN (${serviceFailureKinds
  .map((kind) => `'${kind}'`)
  .join()}) THEN attempts * ${behind} ELSE 0 END`;

const accounts = `
  -- A pilot at a service.
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

  -- Several pilots may be signed in with one service; one is active.
  CREATE TABLE sign_ins (
    profile TEXT NOT NULL,
    item TEXT NOT NULL,           -- the end of the name that its tokens have in the secret store
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    in_use INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (profile, item)
  ) STRICT;
  CREATE UNIQUE INDEX sign_ins_in_use ON sign_ins (profile) WHERE in_use = 1;
  CREATE INDEX sign_ins_by_account ON sign_ins (account_id);`;

const jobs = `
  -- Upload jobs. Rows are never deleted, only marked as removed.
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile TEXT NOT NULL,
    account_id INTEGER REFERENCES accounts (id),   -- null: added while nobody was signed in
    sha256 TEXT NOT NULL,
    image_hash TEXT,              -- of what is drawn; null: not known
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    spool TEXT NOT NULL,
    source TEXT NOT NULL,
    original_path TEXT,
    added_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    attempt TEXT,                 -- the one in progress, or whose answer was lost
    flight_id INTEGER,
    uploaded_at INTEGER,
    evidence TEXT,                -- answered, inferred, unknown; null while it is not uploaded
    agreed_at INTEGER,            -- when the pilot agreed to what was not answered
    lacks_text INTEGER,           -- hardly any text was found on the image; null: not looked at, or unknown
    looks_like TEXT,              -- the route that was read from the image, a JSON null if none; null: not read
    removed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX jobs_by_content ON jobs (profile, IFNULL(account_id, 0), sha256) WHERE removed_at IS NULL;
  CREATE UNIQUE INDEX jobs_by_image ON jobs (profile, IFNULL(account_id, 0), IFNULL(image_hash, sha256)) WHERE removed_at IS NULL;
  CREATE UNIQUE INDEX jobs_by_flight ON jobs (account_id, flight_id) WHERE flight_id IS NOT NULL AND removed_at IS NULL;
  CREATE INDEX jobs_by_any_flight ON jobs (account_id, flight_id) WHERE flight_id IS NOT NULL;
  CREATE INDEX jobs_by_state ON jobs (profile, state, account_id) WHERE removed_at IS NULL;
  CREATE INDEX jobs_unread ON jobs (profile, added_at) WHERE looks_like IS NULL AND removed_at IS NULL;
  CREATE INDEX jobs_declined ON jobs (profile, IFNULL(image_hash, sha256)) WHERE state = 'declined';
  CREATE INDEX jobs_without_flight ON jobs (profile, account_id, id)
    WHERE state = 'uploaded' AND flight_id IS NULL AND removed_at IS NULL;
  -- In the order of their upload.
  CREATE INDEX jobs_waiting ON jobs (profile, account_id, ${uploadOrder}) WHERE state = 'waiting' AND removed_at IS NULL;

  -- The history of reports and flights. Equal events in a row are one row, with a first and a last time.
  CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    account_id INTEGER,
    job_id INTEGER,
    flight_id INTEGER,
    at INTEGER NOT NULL,
    last_at INTEGER,
    times INTEGER NOT NULL DEFAULT 1,
    what TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_by_job ON history (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX history_by_flight ON history (account_id, flight_id) WHERE flight_id IS NOT NULL;
  CREATE INDEX history_by_event ON history (account_id, what, at);

  -- Notices about the data itself, such as a rescue.
  CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;`;

const folders = `
  CREATE TABLE folders (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    scanned INTEGER NOT NULL DEFAULT 0,     -- whether what was there before has been noted
    rules TEXT,                             -- null: the default ones
    watch_state TEXT,                       -- what its watcher knows, for the other processes
    UNIQUE (profile, path)
  ) STRICT;

  -- The files of each folder, and what was decided about them.
  CREATE TABLE ledger (
    folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    ctime_ms REAL NOT NULL,
    ino REAL NOT NULL,            -- may exceed the integers that JavaScript reads
    verdict TEXT NOT NULL,
    message TEXT,
    sha256 TEXT,
    PRIMARY KEY (folder_id, path)
  ) STRICT;
  CREATE INDEX ledger_by_content ON ledger (folder_id, sha256) WHERE sha256 IS NOT NULL;

  -- The files to be moved or put in the trash, written in the transaction of the upload.
  CREATE TABLE filing_queue (
    job_id INTEGER PRIMARY KEY REFERENCES jobs (id),
    folder_id TEXT NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
    after_upload TEXT NOT NULL,   -- the folder's rule at the time of the upload
    target TEXT,                  -- the name taken for it, noted before it is used
    state TEXT NOT NULL,          -- due, done, kept
    reason TEXT,                  -- why it is still where it was
    since INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX filing_queue_by_folder ON filing_queue (folder_id, state);

  -- The decision log: the last decision about each file or folder, and the earlier ones in decisions.
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
  CREATE INDEX decisions_by_file ON decisions (file_id);`;

const processes = `
  -- The requests of every process on this data folder: a row when one begins, with a heartbeat until it ends.
  CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    known_at INTEGER NOT NULL,    -- when it ended, or its last heartbeat
    kind TEXT NOT NULL,
    outcome TEXT                  -- null while it is in progress
  ) STRICT;
  CREATE INDEX requests_by_time ON requests (account_id, known_at);

  CREATE TABLE pacing (account_id INTEGER PRIMARY KEY, stored_state TEXT NOT NULL) STRICT;

  CREATE TABLE pause_switch (profile TEXT NOT NULL, name TEXT NOT NULL, is_on INTEGER NOT NULL, PRIMARY KEY (profile, name)) STRICT;

  -- What a process learned, for other processes and the next start (learned-facts.ts).
  CREATE TABLE learned_facts (
    profile TEXT NOT NULL,
    subject TEXT NOT NULL,        -- an account, a sign-in, or the service
    what TEXT NOT NULL,
    learned_at INTEGER NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (profile, subject, what)
  ) STRICT;

  -- What the one process that uploads and watches works for, for the other processes (leader.ts).
  CREATE TABLE leader (
    profile TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;`;

const flights = `
  -- Flight records as last read.
  CREATE TABLE flights (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    id INTEGER NOT NULL,
    record TEXT NOT NULL,
    own TEXT,                     -- what the pilot adds; null: nothing
    stage TEXT NOT NULL,
    stage_since INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    polled_at INTEGER NOT NULL,
    completed_at INTEGER,
    PRIMARY KEY (account_id, id)
  ) STRICT;
  CREATE INDEX flights_open ON flights (account_id) WHERE completed_at IS NULL;
  CREATE INDEX flights_by_completion ON flights (account_id, completed_at, id);
  CREATE INDEX flights_archived ON flights (account_id) WHERE stage = 'archived';
  CREATE INDEX flights_received ON flights (account_id, id) WHERE stage = 'received';`;

// The facts of a flight by which the logbook filters, sorts and counts (0029). Triggers write them with the record, in
// its transaction. A value that is unknown, not a number (A6) or impossible for a flight is NULL: one absurd record must
// not make every sum wrong.

const field = (name: string) => `json_extract(NEW.record, '$.${name}')`;

/** A number, or text that is a plain one: `asNumber` of flight.ts is the same rule. Outside of the range: NULL. */
function numberIn(name: string, least: number, most: number) {
  const value = field(name);
  const text = `trim(${value})`;
  const found = `CASE json_type(NEW.record, '$.${name}') WHEN 'integer' THEN CAST(${value} AS REAL) WHEN 'real' THEN ${value}
      WHEN 'text' THEN CASE WHEN (${text} GLOB '[0-9]*' OR ${text} GLOB '[+-][0-9]*') AND ${text} GLOB '*[0-9]'
        AND substr(${text}, 2) NOT GLOB '*[^0-9.]*' AND ${text} NOT GLOB '*.*.*' THEN CAST(${text} AS REAL) END END`;
  return `(SELECT CASE WHEN v BETWEEN ${least} AND ${most} THEN v END FROM (SELECT ${found} AS v))`;
}

/** A status in the facts, by which flights are sorted. */
export const statusNumber = (status: FlightStatus): number => flightStatuses.indexOf(status);

const durationMin = (name: string) => numberIn(name, 0, longestFlightMin);
const count = (name: string) => numberIn(name, 0, 1e9);
const signed = (name: string) => numberIn(name, -1e9, 1e9);

/** `UNKNOWN` and empty text are what a record has before it is checked. */
const code = (name: string) => `NULLIF(NULLIF(upper(trim(${field(name)})), ''), 'UNKNOWN')`;

/** The day of a date as the service wrote it, in its own zone, where it is one of the calendar. */
function dayIn(name: string) {
  const day = `substr(trim(${field(name)}), 1, 10)`;
  return `CASE WHEN ${day} BETWEEN '1900-01-01' AND '2199-12-31' AND date(${day}) = ${day} THEN ${day} END`;
}

// What the service tells counts before what the pilot entered (contract/own-entry.ts has the same rule).
const isUploadTime = `IFNULL(abs(${field('dateAt')} - ${field('createdAt')}) < ${uploadTimeMs}, FALSE)`;
const told = {
  day: `CASE WHEN NOT ${isUploadTime} THEN ${dayIn('date')} END`,
  icaoOut: code('icaoOut'),
  icaoIn: code('icaoIn'),
  aircraft: code('aircraft'),
  minutes: durationMin('enRoute'),
  block: durationMin('totalFt'),
} satisfies Record<OwnFigure, string>;
const own = (figure: keyof OwnEntry) => `json_extract(NEW.own, '$.${figure}')`;
const toldOrOwn = (figure: OwnFigure) => `IFNULL(${told[figure]}, ${own(figure)})`;
const hasCountedOwn = ownFigures
  .map((figure) => `(${own(figure)} IS NOT NULL AND (${told[figure]}) IS NULL)`)
  .join(' OR ');

/** The value of each column, from the row that is written. */
const facts = {
  account_id: 'NEW.account_id',
  id: 'NEW.id',
  day: `IFNULL(${toldOrOwn('day')}, ${dayIn('date')})`,
  status: `CASE NEW.stage WHEN 'archived' THEN ${statusNumber('archived')}
    WHEN 'completed' THEN ${statusNumber('completed')}
    WHEN 'received' THEN ${statusNumber('uploaded')} ELSE ${statusNumber('under-review')} END`,
  aircraft: toldOrOwn('aircraft'),
  icao_out: toldOrOwn('icaoOut'),
  icao_in: toldOrOwn('icaoIn'),
  minutes: toldOrOwn('minutes'),
  pax: count('pax'),
  cargo_kg: count('cargoKg'),
  delay_min: signed('delayMin'),
  points: signed('seasonPoints'),
  rating: signed('ratingContribution'),
  created_at: `CAST(${field('createdAt')} AS INTEGER)`,
  block_min: toldOrOwn('block'),
  checks: `CASE WHEN ${field('moderatorChecked')} THEN 2
      WHEN ${field('automatedChecked')} THEN 1 ELSE 0 END`,
  has_own: hasCountedOwn,
  note: own('note'),
};
const writeFacts = `
    INSERT INTO flight_facts (${Object.keys(facts).join(', ')}) VALUES (${Object.values(facts).join(', ')});`;
const deleteFacts = `
    DELETE FROM flight_facts WHERE account_id = OLD.account_id AND id = OLD.id;`;

const flightFacts = `
  CREATE TABLE flight_facts (
    account_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    day TEXT,
    status INTEGER NOT NULL,      -- its place among the flightStatuses of the contract, by which flights are sorted
    aircraft TEXT,
    icao_out TEXT,
    icao_in TEXT,
    minutes REAL,
    pax REAL,
    cargo_kg REAL,
    delay_min REAL,
    points REAL,
    rating REAL,
    created_at INTEGER,
    block_min REAL,
    checks INTEGER NOT NULL DEFAULT 0,      -- 0 none, 1 automatic, 2 by a moderator as well
    has_own INTEGER NOT NULL,     -- whether a figure is the pilot's
    note TEXT,                    -- the pilot's
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  -- With what is summed by them, so that a sum of everything reads the index only.
  CREATE INDEX flight_facts_by_day ON flight_facts (account_id, day, id, status, minutes, points);
  CREATE INDEX flight_facts_by_route ON flight_facts (account_id, icao_out, icao_in, day, status, minutes);

  CREATE TRIGGER flight_facts_of_new AFTER INSERT ON flights BEGIN ${writeFacts}
  END;
  -- Not INSERT OR REPLACE: the conflict rule of the outer statement would win.
  CREATE TRIGGER flight_facts_of_changed AFTER UPDATE OF account_id, id, record, own, stage ON flights BEGIN ${deleteFacts}${writeFacts}
  END;
  CREATE TRIGGER flight_facts_of_deleted AFTER DELETE ON flights BEGIN ${deleteFacts}
  END;`;

export const schema = [accounts, jobs, folders, processes, flights, flightFacts].join('\n');
