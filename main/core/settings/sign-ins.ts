// All sign-ins of every service, to find orphans and to sign everyone out.
import { tokensName } from '../service/profile.ts';
import type { Database } from '../storage/database/database.ts';

export function createSignIns(database: Database) {
  const all = database.prepare('SELECT profile, item FROM sign_ins');
  const forgetAll = database.prepare('DELETE FROM sign_ins');
  const endAll = database.prepare('UPDATE accounts SET signed_out = 1 WHERE signed_out = 0');
  return {
    /** Names of their tokens in the secret store. */
    tokenNames: () => all.all().map(({ profile, item }) => tokensName(String(profile), String(item))),
    noteAllSignedOut() {
      forgetAll.run();
      endAll.run();
    },
  };
}
