// A landed step of the migrations, never edited. The facts that the other columns of the logbook are sorted by: block
// time, checks, and the names of both airports, which are written with the distance.
import {
  durationMin,
  field,
  firstColumns,
  firstValuesOf,
  flightStatisticsStep,
  numberIn,
  rewriteFacts,
} from './flight-facts.ts';

const blockMin = (record: string) => numberIn(record, 'totalFt', durationMin);
/** 0 none, 1 automatic, 2 by a moderator as well. */
const checks = (record: string) => `CASE WHEN ${field(record, 'moderatorChecked')} THEN 2
      WHEN ${field(record, 'automatedChecked')} THEN 1 ELSE 0 END`;

const columns = [...firstColumns, 'block_min', 'checks'];
const values = [...firstValuesOf('NEW'), blockMin('NEW.record'), checks('NEW.record')];

const isSameRoute = 'icao_out IS excluded.icao_out AND icao_in IS excluded.icao_in';
const writeOfNew = `
    INSERT INTO flight_facts (${columns.join(', ')}) VALUES (${values.join(', ')})
    ON CONFLICT (account_id, id) DO UPDATE SET
      ${columns
        .slice(2)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')},
      distance_nm = CASE WHEN ${isSameRoute} THEN distance_nm END,
      route = CASE WHEN ${isSameRoute} THEN route END;`;

export const factTriggers = `
  DROP TRIGGER flight_facts_of_new;
  DROP TRIGGER flight_facts_of_changed;
  DROP TRIGGER flight_facts_of_moved;
  CREATE TRIGGER flight_facts_of_new AFTER INSERT ON flights BEGIN ${writeOfNew}
  END;
  CREATE TRIGGER flight_facts_of_changed AFTER UPDATE OF record, stage ON flights BEGIN ${writeOfNew}
  END;
  CREATE TRIGGER flight_facts_of_moved AFTER UPDATE OF account_id, id ON flights BEGIN
    DELETE FROM flight_facts WHERE account_id = OLD.account_id AND id = OLD.id;${writeOfNew}
  END;
`;

/** Writes the facts of all flights. Distances are measured again, and the names of the airports are written with them. */
export const sortFactsStep = `
  ALTER TABLE flight_facts ADD COLUMN block_min REAL;
  ALTER TABLE flight_facts ADD COLUMN checks INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE flight_facts ADD COLUMN route TEXT;
  ${rewriteFacts(columns, [...firstValuesOf('flights'), blockMin('flights.record'), checks('flights.record')])}
  CREATE INDEX flight_facts_by_checks ON flight_facts (account_id, checks, day, id, status);
  -- Most flights are uploaded in the order of their ids: sorting by this would replace the first flight again and again.
  CREATE INDEX flight_facts_by_upload ON flight_facts (account_id, created_at, day, id, status);
  CREATE INDEX jobs_by_file ON jobs (account_id, name COLLATE NOCASE, flight_id)
    WHERE flight_id IS NOT NULL AND removed_at IS NULL;
  ${flightStatisticsStep}
  -- The size keeps the planner from reading all flights through one of these indexes.
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('flight_facts', 'flight_facts_by_checks', '100000 100000 50000 14 1 1 sz=500'),
    ('flight_facts', 'flight_facts_by_upload', '100000 100000 1 1 1 1 sz=500');
  ANALYZE sqlite_schema;
${factTriggers}`;
