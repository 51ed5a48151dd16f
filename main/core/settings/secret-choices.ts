// Where the pilot's settings store a profile's secrets. For hosts, before the companion is open.
import type { SecretChoice, KeptSecret } from '../../contract/secrets.ts';
import { serviceKey, applicationSecretName, tokensName } from '../service/profile.ts';
import { settingsOrDefaults } from './settings.ts';
import type { Name } from '../../messages/message.ts';
import type { Database } from '../storage/database/database.ts';

/** @param otherwise the choice of the start options, for profiles without a setting */
export const secretChoicesOf =
  (settings: { read(): unknown }, otherwise: SecretChoice) =>
  (profileKey: string): SecretChoice => {
    const { services } = settingsOrDefaults(settings.read());
    const choice = services.find(({ address }) => address !== '' && serviceKey(address) === profileKey)?.keepIn;
    return choice === undefined || choice === 'keychain' ? otherwise : choice;
  };

// Finds the owner of each secret by its name: an orphan belongs to no service of the settings and to no signed-in
// account. docs/design/security.md lists the names.

export function describeKept(
  names: readonly string[],
  known: {
    /** Services of the settings, the built-in one and the emulator in use, by profile key. */
    profiles: ReadonlyMap<string, Name>;
    /** Names of the tokens of all signed-in accounts. */
    tokens: ReadonlySet<string>;
  },
): KeptSecret[] {
  return names.map((name) => {
    const [kind, key = ''] = name.split('/');
    const what = kind === 'tokens' || kind === 'application-secret' ? kind : 'other';
    const isKnown = what === 'tokens' ? known.tokens.has(name) : isSecretOf(known.profiles, name);
    return { name, what, service: known.profiles.get(key) ?? null, isOrphan: !isKnown };
  });
}

const isSecretOf = (profiles: ReadonlyMap<string, Name>, name: string) =>
  [...profiles.keys()].some((key) => applicationSecretName(key) === name);

// All sign-ins of every service, to find orphans and to sign everyone out.

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
