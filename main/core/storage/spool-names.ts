// Which copies in the spool are still wanted, by the jobs of all profiles: one spool serves them all.
// A job names its picture as long as it may be sent; an uploaded one for 90 days more, so that the window can show it (the
// service has it, and the pilot's own file is untouched); a removed one for a day, in case that was a slip.
import type { Database } from './database.ts';

export type SpoolNames = ReturnType<typeof createSpoolNames>;

const DAY_MS = 86_400_000;
/** How long the window can show the picture of a report that the service has. */
export const SHOWN_DAYS = 90;
const PAGE_ROWS = 1_000;

const isWanted = `CASE
  WHEN removed_at IS NOT NULL THEN removed_at > :now - ${DAY_MS}
  WHEN state = 'uploaded' AND flight_id IS NOT NULL THEN IFNULL(uploaded_at, :now) > :now - ${SHOWN_DAYS * DAY_MS}
  ELSE 1 END`;

export function createSpoolNames(database: Database) {
  const page = database.prepare(
    `SELECT id, spool, ${isWanted} AS wanted FROM jobs WHERE id > :after ORDER BY id LIMIT ${PAGE_ROWS}`,
  );
  const among = database.prepare(
    `SELECT spool FROM jobs WHERE spool IN (SELECT value FROM json_each(:names)) AND ${isWanted}`,
  );
  return {
    /** Page by page, so that a long history does not hold up everything else. */
    *wanted(now: number): Iterable<readonly string[]> {
      for (let last = 0, isMore = true; isMore;) {
        const rows = page.all({ after: last, now });
        yield rows.filter((row) => row['wanted'] === 1).map((row) => String(row['spool']));
        isMore = rows.length === PAGE_ROWS;
        last = Number(rows.at(-1)?.['id'] ?? last);
      }
    },
    wantedAmong: (names: readonly string[], now: number): ReadonlySet<string> =>
      new Set(among.all({ names: JSON.stringify(names), now }).map((row) => String(row['spool']))),
  };
}
