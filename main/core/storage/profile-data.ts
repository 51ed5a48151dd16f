// The data of a service at one address, and what becomes of it when the service has another one.
import { inTransaction, type Database } from './database/database.ts';

const tables = ['accounts', 'jobs', 'folders', 'files', 'pause_switch'] as const;

export function createProfileData(database: Database) {
  const waiting = database.prepare(
    `SELECT COUNT(*) AS n FROM jobs WHERE profile = ? AND removed_at IS NULL AND state NOT IN ('uploaded', 'declined')`,
  );
  const any = ['accounts', 'jobs', 'folders'].map((table) =>
    database.prepare(`SELECT 1 FROM ${table} WHERE profile = ? LIMIT 1`),
  );
  return {
    /** How many reports are not uploaded yet; null if nothing of this profile is stored. */
    waiting: (profile: string): number | null =>
      any.some((one) => one.get(profile) !== undefined) ? Number(waiting.get(profile)!['n']) : null,

    /**
     * Everything of one profile belongs to another from now on. Reports of a pilot known to both go to that account;
     * what the other profile has already stays there as it is. Sign-ins end: their tokens are for the earlier address.
     */
    move(from: string, to: string) {
      inTransaction(database, () => {
        database.prepare('UPDATE accounts SET signed_out = 1 WHERE profile = ?').run(from);
        database.prepare('DELETE FROM sign_ins WHERE profile = ?').run(from);
        database
          .prepare(
            `UPDATE OR IGNORE jobs SET profile = :to, account_id = IFNULL((
               SELECT there.id FROM accounts AS here JOIN accounts AS there USING (subject)
               WHERE here.id = jobs.account_id AND there.profile = :to), account_id)
             WHERE profile = :from`,
          )
          .run({ from, to });
        for (const table of tables)
          database.prepare(`UPDATE OR IGNORE ${table} SET profile = ? WHERE profile = ?`).run(to, from);
      });
    },
  };
}
