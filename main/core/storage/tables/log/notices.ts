// What to tell the pilot about the data, stored so that the next window or command can show it; and in a backup, when it
// was made.
import * as z from 'zod/mini';
import type { Database } from '../../database/database.ts';

const rescueSchema = z.object({
  /** `replaced`: the database was damaged; `settled`: after an unclean end it was compared with the attempt journal. */
  what: z.enum(['replaced', 'settled']),
  /** When the backup that replaced it was made (epoch ms); null if there was none. */
  copiedAt: z.nullable(z.number()),
  restored: z.number(),
  outcomeUnknown: z.number(),
  /** Where the damaged file is; null if there was none. */
  keptIn: z.nullable(z.string()),
});
export type Rescue = z.infer<typeof rescueSchema>;

const RECENT_MS = 7 * 86_400_000;

export function createNotices(database: Database) {
  const insert = database.prepare('INSERT INTO notices (at, what, details) VALUES (?, ?, ?)');
  const last = database.prepare(
    "SELECT details FROM notices WHERE what = 'rescued' AND at > ? ORDER BY at DESC, id DESC LIMIT 1",
  );
  return {
    rescued: (rescue: Rescue, now: number) => void insert.run(now, 'rescued', JSON.stringify(rescue)),
    backedUp: (now: number) => void insert.run(now, 'backed-up', '{}'),
    /** When this copy was made; null if it is none. */
    lastBackup(): number | null {
      const at = database.prepare("SELECT MAX(at) AS at FROM notices WHERE what = 'backed-up'").get()?.['at'];
      return typeof at === 'number' ? at : null;
    },
    /** The last rescue, while it is recent. */
    lastRescue(now: number): Rescue | null {
      const details = last.get(now - RECENT_MS)?.['details'];
      return typeof details === 'string' ? rescueSchema.parse(JSON.parse(details)) : null;
    },
  };
}
