// Finds the owner of each secret by its name: an orphan belongs to no service of the settings and to no signed-in
// account. docs/design/security.md lists the names.
import type { Name } from '../../messages/message.ts';
import type { KeptSecret } from '../../contract/secrets.ts';
import { applicationSecretName } from '../service/profile.ts';

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
