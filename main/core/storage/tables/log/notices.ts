// What to tell the pilot about the data, stored so that the next window or command can show it.
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';

const rescueSchema = z.object({
  reports: z.number(),
  flights: z.number(),
  restored: z.number(),
  outcomeUnknown: z.number(),
  unreadable: z.number(),
  /** Where the damaged file is; null if the database had only lost commits. */
  keptIn: z.nullable(z.string()),
});
export type Rescue = z.infer<typeof rescueSchema>;

const RECENT_MS = 7 * 86_400_000;

export function createNotices(database: Database) {
  const insert = database.prepare("INSERT INTO notices (at, what, details) VALUES (?, 'rescued', ?)");
  const last = database.prepare(
    "SELECT details FROM notices WHERE what = 'rescued' AND at > ? ORDER BY at DESC, id DESC LIMIT 1",
  );
  return {
    rescued: (rescue: Rescue, now: number) => void insert.run(now, JSON.stringify(rescue)),
    /** The last rescue, while it is recent. */
    lastRescue(now: number): Rescue | null {
      const details = last.get(now - RECENT_MS)?.['details'];
      return typeof details === 'string' ? rescueSchema.parse(JSON.parse(details)) : null;
    },
  };
}
