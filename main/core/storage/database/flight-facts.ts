// A landed step of the migrations, never edited. The facts of a flight by which the logbook filters, sorts and counts.
// Triggers write them with the record, in its transaction. A value that is unknown, not a number (A6) or impossible for
// a flight is NULL: one absurd record must not make every sum wrong.

const field = (record: string, name: string) => `json_extract(${record}, '$.${name}')`;

/** A number, or text that is a plain one: `asNumber` of the window is the same rule. Outside of the range: NULL. */
const numberIn = (record: string, name: string, [least, most]: readonly [number, number]) => {
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
const durationMin = [0, 86_400] as const;

/** The day of a date as the service wrote it, in its own zone, where it is one of the calendar. */
function dayIn(record: string): string {
  const day = `substr(trim(${field(record, 'date')}), 1, 10)`;
  return `CASE WHEN ${day} BETWEEN '1900-01-01' AND '2199-12-31' AND date(${day}) = ${day} THEN ${day} END`;
}

/** `UNKNOWN` and empty text are what a record has before it is checked. */
const codeIn = (record: string, name: string) => `NULLIF(NULLIF(upper(trim(${field(record, name)})), ''), 'UNKNOWN')`;

const columns = [
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
  'block_min',
  'checks',
] as const;

/** The values of `columns`. `row` is a row of flights: a table's name, or NEW. */
function valuesOf(row: string): string[] {
  const record = `${row}.record`;
  return [
    `${row}.account_id`,
    `${row}.id`,
    dayIn(record),
    `CASE ${row}.stage WHEN 'archived' THEN 2 WHEN 'completed' THEN 1 WHEN 'received' THEN 3 ELSE 0 END`,
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
    numberIn(record, 'totalFt', durationMin),
    `CASE WHEN ${field(record, 'moderatorChecked')} THEN 2 WHEN ${field(record, 'automatedChecked')} THEN 1 ELSE 0 END`,
  ];
}

const writeOf = (row: string, from = '') =>
  `INSERT INTO flight_facts (${columns.join(', ')}) SELECT ${valuesOf(row).join(', ')} ${from};`;
const deleteOld = 'DELETE FROM flight_facts WHERE account_id = OLD.account_id AND id = OLD.id;';

/** A step of the migrations. */
export const flightFactsStep = `
  CREATE TABLE flight_facts (
    account_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    day TEXT,
    status INTEGER NOT NULL,       -- 0 under review, 1 completed, 2 archived, 3 received: it can't be followed
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
    checks INTEGER NOT NULL,       -- 0 none, 1 automatic, 2 by a moderator as well
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;
  ${writeOf('flights', 'FROM flights')}
  -- With what is summed by them, so that a sum of everything reads the index only.
  CREATE INDEX flight_facts_by_day ON flight_facts (account_id, day, id, status, minutes, points);
  CREATE INDEX flight_facts_by_route ON flight_facts (account_id, icao_out, icao_in, day, status, minutes);

  CREATE TRIGGER flight_facts_of_new AFTER INSERT ON flights BEGIN ${writeOf('NEW')}
  END;
  CREATE TRIGGER flight_facts_of_changed AFTER UPDATE OF account_id, id, record, stage ON flights BEGIN
    ${deleteOld} ${writeOf('NEW')}
  END;
  CREATE TRIGGER flight_facts_of_deleted AFTER DELETE ON flights BEGIN ${deleteOld}
  END;
`;
