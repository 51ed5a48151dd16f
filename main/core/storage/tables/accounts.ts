// The accounts that reports belong to. An account is a pilot at a service; if the service does not name the pilot
// (A18), it lasts for one sign-in, so that a later one never counts as the same pilot. Several can be signed in; one is
// active. `item` names an account's tokens in the secret store.
import type { Database } from '../database/database.ts';

type StoredAccount = { readonly id: number; readonly subject: string | null; readonly name: string | null };
/** A signed-in account. */
type SignedInAccount = StoredAccount & {
  readonly item: string;
  readonly isInUse: boolean;
  /** When it was created, epoch ms. */
  readonly createdAt: number;
};

/** The item of the first account, once the only one. */
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
  const end = database.prepare('UPDATE accounts SET signed_out = 1, used_at = ? WHERE id = ?');
  const one = database.prepare('SELECT id, subject, name FROM accounts WHERE id = ?');
  const everyone = database.prepare('SELECT id, name FROM accounts WHERE profile = ? ORDER BY id');
  const lastUsed = database.prepare(
    'SELECT id, subject, name FROM accounts WHERE profile = ? ORDER BY used_at DESC, id DESC LIMIT 1',
  );
  const names = database.prepare('SELECT DISTINCT name FROM accounts WHERE name IS NOT NULL');
  const keep = database.prepare(
    `INSERT INTO sign_ins (profile, item, account_id) VALUES (?, ?, ?)
     ON CONFLICT (profile, item) DO UPDATE SET account_id = excluded.account_id`,
  );
  const deactivateOthers = database.prepare(
    'UPDATE sign_ins SET in_use = 0 WHERE profile = ? AND in_use = 1 AND item <> ?',
  );
  const activate = database.prepare('UPDATE sign_ins SET in_use = 1 WHERE profile = ? AND item = ? AND in_use = 0');
  const activateFirst = database.prepare(
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
    /** Whether reports can still be this account's: that of a pilot whom the service doesn't name ends with the sign-in. */
    isLasting: (profile: string, id: number): boolean =>
      row(one.get(id))?.subject != null || list(profile).some((signedIn) => signedIn.id === id),
    /** Of every pilot who ever signed in, with any service. */
    names: () => names.all().map((found) => String(found['name'])),
    /** Of every pilot who signed in with this service here, now or before. */
    ofProfile: (profile: string) =>
      everyone.all(profile).map(({ id, name }) => ({ id: Number(id), name: name as string | null })),
    /** The pilot who signed in or out last. */
    lastUsed: (profile: string) => row(lastUsed.get(profile)),
    /** All signed-in accounts, oldest first. */
    list,
    /** The active account; null after a sign-out, and before the first sign-in. */
    current: (profile: string) => list(profile).find(({ isInUse }) => isInUse) ?? null,
    /** The account of the sign-in whose tokens are at `item`, created if it is new. */
    signedIn(
      profile: string,
      who: { subject: string | null; name: string | null },
      now: number,
      item = firstItem,
      /** Whether it becomes the shown one where none is. */
      mayShow = true,
    ): StoredAccount {
      const here = row(byItem.get(profile, item));
      // Tokens of an unnamed pilot in place of a named one's may be anybody's.
      const known =
        who.subject === null ? (here?.subject === null ? here : null) : row(bySubject.get(profile, who.subject));
      const id = known?.id ?? Number(insert.run(profile, who.subject, who.name, now, now).lastInsertRowid);
      note.run(now, who.name, id);
      keep.run(profile, item, id);
      if (mayShow) activateFirst.run({ profile, item });
      return { id, subject: who.subject, name: who.name ?? known?.name ?? null };
    },
    /** Makes the account at `item` the active one. */
    use(profile: string, item: string) {
      deactivateOthers.run(profile, item);
      activate.run(profile, item);
    },
    /** Other items with tokens of the account at `item`: older sign-ins. */
    olderItems(profile: string, item: string): string[] {
      const all = list(profile);
      const mine = all.find((account) => account.item === item);
      return all.filter((account) => account.id === mine?.id && account.item !== item).map((account) => account.item);
    },
    /** The tokens at this item are removed. */
    forget: (profile: string, item: string) => void drop.run(profile, item),
    /** The service named the pilot of this sign-in late. False if that pilot has an account already. */
    learnName(profile: string, id: number, who: { subject: string; name: string | null }): boolean {
      if (bySubject.get(profile, who.subject)) return false;
      nameIt.run(who.subject, who.name, id);
      return true;
    },
    signedOut(id: number, now: number) {
      dropAll.run(id);
      end.run(now, id);
    },
  };
}
