// Whose reports they are. An account is a pilot at a service; where the service does not say who (A18),
// it lasts from one sign-in until the pilot signs out, so that a later sign-in is never taken for the same pilot.
import type { Database } from './database.ts';

export type StoredAccount = { readonly id: number; readonly subject: string | null; readonly name: string | null };

export function createAccounts(database: Database) {
  const bySubject = database.prepare('SELECT id, subject, name FROM accounts WHERE profile = ? AND subject = ?');
  const current = database.prepare(
    'SELECT id, subject, name FROM accounts WHERE profile = ? AND signed_out = 0 ORDER BY used_at DESC, id DESC LIMIT 1',
  );
  const unnamed = database.prepare(
    'SELECT id, subject, name FROM accounts WHERE profile = ? AND subject IS NULL AND signed_out = 0 ORDER BY used_at DESC LIMIT 1',
  );
  const insert = database.prepare(
    'INSERT INTO accounts (profile, subject, name, created_at, used_at) VALUES (?, ?, ?, ?, ?)',
  );
  const use = database.prepare('UPDATE accounts SET used_at = ?, name = IFNULL(?, name), signed_out = 0 WHERE id = ?');
  const nameIt = database.prepare('UPDATE accounts SET subject = ?, name = ? WHERE id = ?');
  const end = database.prepare('UPDATE accounts SET signed_out = 1 WHERE id = ?');
  const one = database.prepare('SELECT id, subject, name FROM accounts WHERE id = ?');
  const names = database.prepare('SELECT DISTINCT name FROM accounts WHERE name IS NOT NULL');

  const row = (value: unknown) => (value === undefined ? null : (value as StoredAccount));

  return {
    /** The pilot who is or was last signed in and did not sign out. */
    current: (profile: string) => row(current.get(profile)),
    byId: (id: number) => row(one.get(id)),
    /** Of every pilot who ever signed in, with whatever service. */
    names: () => names.all().map((found) => String(found['name'])),
    /** The account of a sign-in, made where it is new. */
    signedIn(profile: string, who: { subject: string | null; name: string | null }, now: number): StoredAccount {
      const known = row(who.subject === null ? unnamed.get(profile) : bySubject.get(profile, who.subject));
      const id = known?.id ?? Number(insert.run(profile, who.subject, who.name, now, now).lastInsertRowid);
      use.run(now, who.name, id);
      return { id, subject: who.subject, name: who.name ?? known?.name ?? null };
    },
    /** The service said later who the pilot of this very sign-in is. False where that pilot has an account already. */
    learnName(profile: string, id: number, who: { subject: string; name: string | null }): boolean {
      if (bySubject.get(profile, who.subject)) return false;
      nameIt.run(who.subject, who.name, id);
      return true;
    },
    signedOut: (id: number) => void end.run(id),
  };
}
