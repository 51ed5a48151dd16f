// Whose reports they are. An account is a pilot at a service; where the service does not say who (A18), it lasts from one
// sign-in until the pilot signs out, so that a later sign-in is never taken for the same pilot. Several may be signed in;
// one of them is in use. Where the tokens of each are, the secret store knows by `item`; no token is here.
import type { Database } from '../database.ts';

type StoredAccount = { readonly id: number; readonly subject: string | null; readonly name: string | null };
/** An account that is signed in, as far as is known here. */
type SignedInAccount = StoredAccount & {
  readonly item: string;
  readonly isInUse: boolean;
  /** When it was made, epoch ms. */
  readonly createdAt: number;
};

/** The place of the first pilot's tokens; it was the only one once. */
export const firstItem = '';

const columns = 'accounts.id, subject, name';

export function createAccounts(database: Database) {
  const bySubject = database.prepare('SELECT id, subject, name FROM accounts WHERE profile = ? AND subject = ?');
  const byItem = database.prepare(
    `SELECT ${columns} FROM sign_ins JOIN accounts ON accounts.id = account_id WHERE sign_ins.profile = ? AND item = ?`,
  );
  const listed = database.prepare(
    `SELECT ${columns}, item, in_use AS inUse, created_at AS createdAt
     FROM sign_ins JOIN accounts ON accounts.id = account_id WHERE sign_ins.profile = ? ORDER BY accounts.id`,
  );
  const insert = database.prepare(
    'INSERT INTO accounts (profile, subject, name, created_at, used_at) VALUES (?, ?, ?, ?, ?)',
  );
  const note = database.prepare('UPDATE accounts SET used_at = ?, name = IFNULL(?, name), signed_out = 0 WHERE id = ?');
  const nameIt = database.prepare('UPDATE accounts SET subject = ?, name = ? WHERE id = ?');
  const end = database.prepare('UPDATE accounts SET signed_out = 1 WHERE id = ?');
  const one = database.prepare('SELECT id, subject, name FROM accounts WHERE id = ?');
  const names = database.prepare('SELECT DISTINCT name FROM accounts WHERE name IS NOT NULL');
  const keep = database.prepare(
    `INSERT INTO sign_ins (profile, item, account_id) VALUES (?, ?, ?)
     ON CONFLICT (profile, item) DO UPDATE SET account_id = excluded.account_id`,
  );
  const putDown = database.prepare('UPDATE sign_ins SET in_use = 0 WHERE profile = ? AND in_use = 1 AND item <> ?');
  const takeUp = database.prepare('UPDATE sign_ins SET in_use = 1 WHERE profile = ? AND item = ? AND in_use = 0');
  const takeUpFirst = database.prepare(
    `UPDATE sign_ins SET in_use = 1 WHERE profile = :profile AND item = :item
     AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE profile = :profile AND in_use = 1)`,
  );
  const dropAll = database.prepare('DELETE FROM sign_ins WHERE account_id = ?');
  const drop = database.prepare('DELETE FROM sign_ins WHERE profile = ? AND item = ?');

  const row = (value: unknown) => (value === undefined ? null : (value as StoredAccount));
  const list = (profile: string) =>
    listed.all(profile).map((found): SignedInAccount => {
      const { inUse, ...account } = found as unknown as SignedInAccount & { inUse: number };
      return { ...account, isInUse: inUse === 1 };
    });

  return {
    byId: (id: number) => row(one.get(id)),
    /** Of every pilot who ever signed in, with whatever service. */
    names: () => names.all().map((found) => String(found['name'])),
    /** All who signed in and did not sign out, the first of them first. */
    list,
    /** The one whose reports leave now; null after a sign-out, and before the first sign-in. */
    current: (profile: string) => list(profile).find(({ isInUse }) => isInUse) ?? null,
    /** The account of the sign-in whose tokens are at `item`, made where it is new. */
    signedIn(
      profile: string,
      who: { subject: string | null; name: string | null },
      now: number,
      item = firstItem,
    ): StoredAccount {
      const here = row(byItem.get(profile, item));
      // Tokens without a name at the place of a named pilot's may be anybody's.
      const known =
        who.subject === null ? (here?.subject === null ? here : null) : row(bySubject.get(profile, who.subject));
      const id = known?.id ?? Number(insert.run(profile, who.subject, who.name, now, now).lastInsertRowid);
      note.run(now, who.name, id);
      keep.run(profile, item, id);
      takeUpFirst.run({ profile, item });
      return { id, subject: who.subject, name: who.name ?? known?.name ?? null };
    },
    /** From now on it is the reports of the account at `item` that leave. */
    use(profile: string, item: string) {
      putDown.run(profile, item);
      takeUp.run(profile, item);
    },
    /** Other places where tokens of the account at `item` are: an older sign-in, replaced by this one. */
    olderItems(profile: string, item: string): string[] {
      const all = list(profile);
      const mine = all.find((account) => account.item === item);
      return all.filter((account) => account.id === mine?.id && account.item !== item).map((account) => account.item);
    },
    /** What was at this place is gone. */
    forget: (profile: string, item: string) => void drop.run(profile, item),
    /** The service said later who the pilot of this very sign-in is. False where that pilot has an account already. */
    learnName(profile: string, id: number, who: { subject: string; name: string | null }): boolean {
      if (bySubject.get(profile, who.subject)) return false;
      nameIt.run(who.subject, who.name, id);
      return true;
    },
    signedOut(id: number) {
      dropAll.run(id);
      end.run(id);
    },
  };
}
