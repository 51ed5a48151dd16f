// Which copies in the spool are needed, by the jobs of all profiles. A job keeps its copy forever; a removed report's
// copy stays for a day, in case it was removed by mistake.
import type { Database } from '../../storage/database/database.ts';

export type SpoolNames = ReturnType<typeof createSpoolNames>;

const DAY_MS = 86_400_000;
const PAGE_ROWS = 1_000;

const isWanted = `(removed_at IS NULL OR removed_at > :now - ${DAY_MS})`;

export function createSpoolNames(database: Database) {
  const page = database.prepare(
    `SELECT id, spool, ${isWanted} AS wanted FROM jobs WHERE id > :after ORDER BY id LIMIT ${PAGE_ROWS}`,
  );
  const among = database.prepare(
    `SELECT spool FROM jobs WHERE spool IN (SELECT value FROM json_each(:names)) AND ${isWanted}`,
  );
  return {
    /** Page by page, so that a long history does not block everything else. */
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
