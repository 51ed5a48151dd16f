// A landed step of the migrations, never edited. The facts of a flight by which the logbook filters, sorts and counts.
// Triggers write them with the record, in its transaction. A value that is unknown, not a number (A6) or impossible for
// a flight is NULL: one absurd record must not make every sum wrong.

export const field = (record: string, name: string) => `json_extract(${record}, '$.${name}')`;

/** A number, or text that is a plain one: `asNumber` of the window is the same rule. Outside of the range: NULL. */
export const numberIn = (record: string, name: string, [least, most]: readonly [number, number]) => {
  const value = field(record, name);
  const text = `trim(${value})`;
  const found = `CASE json_type(${record}, '$.${name}') WHEN 'integer' THEN CAST(${value} AS REAL) WHEN 'real' THEN ${value}
      WHEN 'text' THEN CASE WHEN (${text} GLOB '[0-9]*' OR ${text} GLOB '[+-][0-9]*') AND ${text} GLOB '*[0-9]'
        AND substr(${text}, 2) NOT GLOB '*[^0-9.]*' AND ${text} NOT GLOB '*.*.*' THEN CAST(${text} AS REAL) END END`;
  return `(SELECT CASE WHEN v BETWEEN ${least} AND ${most} THEN v END FROM (SELECT ${found} AS v))`;
};

const counted = [0, 1e9] as const;
const signed = [-1e9, 1e9] as const;
/** Two months. */
export const durationMin = [0, 86_400] as const;

/** The day of a date as the service wrote it, in its own zone, where it is one of the calendar. */
function dayIn(record: string): string {
  const day = `substr(trim(${field(record, 'date')}), 1, 10)`;
  return `CASE WHEN ${day} BETWEEN '1900-01-01' AND '2199-12-31' AND date(${day}) = ${day} THEN ${day} END`;
}

/** `UNKNOWN` and empty text are what a record has before it is checked. */
const codeIn = (record: string, name: string) => `NULLIF(NULLIF(upper(trim(${field(record, name)})), ''), 'UNKNOWN')`;

export const firstColumns = [
  'account_id',
  'id',
  'day',
  'status',
  'aircraft',
  'icao_out',
  'icao_in',
  'minutes',
  'pax',
  'cargo_kg',
  'delay_min',
  'points',
  'rating',
  'created_at',
] as const;

/** The values of `firstColumns`. `row` is a row of flights: a table's name, or NEW. */
export function firstValuesOf(row: string): string[] {
  const record = `${row}.record`;
  return [
    `${row}.account_id`,
    `${row}.id`,
    dayIn(record),
    `CASE ${row}.stage WHEN 'archived' THEN 2 WHEN 'completed' THEN 1 ELSE 0 END`,
    codeIn(record, 'aircraft'),
    codeIn(record, 'icaoOut'),
    codeIn(record, 'icaoIn'),
    numberIn(record, 'enRoute', durationMin),
    numberIn(record, 'pax', counted),
    numberIn(record, 'cargoKg', counted),
    numberIn(record, 'delayMin', signed),
    numberIn(record, 'seasonPoints', signed),
    numberIn(record, 'ratingContribution', signed),
    `CAST(${field(record, 'createdAt')} AS INTEGER)`,
  ];
}

const writeOfNew = `
    INSERT INTO flight_facts (${firstColumns.join(', ')}) VALUES (${firstValuesOf('NEW').join(', ')})
    ON CONFLICT (account_id, id) DO UPDATE SET
      ${firstColumns
        .slice(2)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')},
      distance_nm = CASE WHEN icao_out IS excluded.icao_out AND icao_in IS excluded.icao_in THEN distance_nm END;`;

const indexes = `
  -- With what is summed by them, so that a sum of everything reads the index only.
  CREATE INDEX flight_facts_by_day ON flight_facts (account_id, day, id, status, minutes, points);
  CREATE INDEX flight_facts_by_aircraft ON flight_facts (account_id, aircraft, day, status, minutes);
  CREATE INDEX flight_facts_by_route ON flight_facts (account_id, icao_out, icao_in, day, status, minutes);
  CREATE INDEX flight_facts_by_arrival ON flight_facts (account_id, icao_in, day, status);
  CREATE INDEX flight_facts_unmeasured ON flight_facts (icao_out, icao_in)
    WHERE distance_nm IS NULL AND icao_out IS NOT NULL AND icao_in IS NOT NULL;`;

/** Writes the facts of all flights again. The indexes are created afterwards, which takes a fraction of the time. */
export const rewriteFacts = (columns: readonly string[], values: readonly string[]) => `
  DROP INDEX flight_facts_by_day;
  DROP INDEX flight_facts_by_aircraft;
  DROP INDEX flight_facts_by_route;
  DROP INDEX flight_facts_by_arrival;
  DROP INDEX flight_facts_unmeasured;
  DELETE FROM flight_facts;
  INSERT INTO flight_facts (${columns.join(', ')}) SELECT ${values.join(', ')} FROM flights ORDER BY account_id, id;
  ${indexes}`;

/**
 * A step of the migrations. `distance_nm` is measured later: NULL until then, -1 if the table lacks an airport. The facts
 * of existing flights are written by a later step (sort-facts.ts), so that their records are parsed once.
 */
export const flightFactsStep = `
  CREATE TABLE flight_facts (
    account_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    day TEXT,
    status INTEGER NOT NULL,       -- 0 under review, 1 completed, 2 archived
    aircraft TEXT,
    icao_out TEXT,
    icao_in TEXT,
    minutes REAL,
    distance_nm REAL,
    pax REAL,
    cargo_kg REAL,
    delay_min REAL,
    points REAL,
    rating REAL,
    created_at INTEGER,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  ${indexes}
  CREATE INDEX jobs_by_flight_name ON jobs (account_id, flight_id, name)
    WHERE flight_id IS NOT NULL AND removed_at IS NULL;

  CREATE TRIGGER flight_facts_of_new AFTER INSERT ON flights BEGIN ${writeOfNew}
  END;
  CREATE TRIGGER flight_facts_of_changed AFTER UPDATE OF record, stage ON flights BEGIN ${writeOfNew}
  END;
  CREATE TRIGGER flight_facts_of_moved AFTER UPDATE OF account_id, id ON flights BEGIN
    DELETE FROM flight_facts WHERE account_id = OLD.account_id AND id = OLD.id;${writeOfNew}
  END;
  CREATE TRIGGER flight_facts_of_deleted AFTER DELETE ON flights BEGIN
    DELETE FROM flight_facts WHERE account_id = OLD.account_id AND id = OLD.id;
  END;
`;

/**
 * Statistics for SQLite's planner, by hand, so that it has the same plans on each computer and none has to be measured:
 * rows, then rows for each value of the first columns. They are those of a pilot with 100,000 flights; without them the
 * planner walks through all flights to find those of one airport.
 */
export const flightStatisticsStep = `
  ANALYZE sqlite_schema;           -- creates the table
  DELETE FROM sqlite_stat1 WHERE tbl = 'flight_facts';
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('flight_facts', 'flight_facts', '100000 100000 1'),
    ('flight_facts', 'flight_facts_by_day', '100000 100000 14 1 1 1 1'),
    ('flight_facts', 'flight_facts_by_aircraft', '100000 100000 8000 3 3 1'),
    ('flight_facts', 'flight_facts_by_route', '100000 100000 340 20 1 1 1'),
    ('flight_facts', 'flight_facts_by_arrival', '100000 100000 340 1 1'),
    ('flight_facts', 'flight_facts_unmeasured', '10 2 1');
  ANALYZE sqlite_schema;           -- reads them
`;
