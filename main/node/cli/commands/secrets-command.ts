// `secrets`: where sign-ins are kept, the check for what belongs to nobody, and the choice of the place.
import type { KeptSecret, SecretChoice, SecretPlace } from '../../../contract/secrets.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf } from '../call.ts';
import { exitCodes } from '../exit.ts';
import type { Output } from '../output.ts';
import type { SecretInput } from '../secret-input.ts';
import { text } from '../../text.ts';
import { isSameMessage } from '../../../messages/message.ts';

export const placeWords: Readonly<Record<SecretPlace, string>> = {
  keychain: 'the keychain',
  memory: 'memory only',
  'file-vault': 'the vault with a passphrase',
  'open-vault': 'the vault without a passphrase',
};

type Given = { readonly opened: Opened; readonly out: Output; readonly input: SecretInput };

export async function secrets(opened: Opened, out: Output, input: SecretInput, word?: string): Promise<number> {
  const given: Given = { opened, out, input };
  switch (word) {
    case undefined:
      return check(given);
    case 'keychain':
    case 'file-vault':
    case 'open-vault':
      return choose(given, word);
    case 'passphrase':
      return changePassphrase(given);
    case 'use-older':
      return useOlder(given);
    case 'remove-orphans':
      return removeOrphans(given);
    default:
      out.warn(
        `There is no "${word}": it is keychain, file-vault, open-vault, passphrase, use-older or remove-orphans.`,
      );
      return exitCodes.usage;
  }
}

async function check({ opened: { companion }, out }: Given): Promise<number> {
  const { keeping, secretsIn, secretsConcern } = await stateOf(companion);
  const found = await call(companion, 'secrets.check', {});
  if (!found.ok) return fail(out, found.failure);
  out.say(`Kept in   ${placeWords[secretsIn]}`);
  if (secretsConcern) out.say(`          ${text(secretsConcern.message)}`);
  for (const item of found.value.items) out.say(`${item.isOrphan ? 'Orphan' : 'Item  '}    ${messageOf(item)}`);
  // What could not be looked at, where that is not said already.
  for (const failure of found.value.unseen) {
    if (!secretsConcern || !isSameMessage(failure.message, secretsConcern.message)) out.failure(failure);
  }
  const orphans = found.value.items.filter(({ isOrphan }) => isOrphan);
  if (orphans.length > 0) {
    out.warn(
      'An orphan belongs to nobody who is signed in here: something left of an earlier sign-in, or of another data folder. `secrets remove-orphans` removes them.',
    );
  }
  out.fact({
    type: 'secrets',
    kept_in: secretsIn,
    choice: keeping.choice,
    has_keychain: keeping.hasKeychain,
    vault: keeping.vault,
    items: found.value.items.map(({ name, what, service, isOrphan }) => ({ name, what, service, is_orphan: isOrphan })),
    unseen: found.value.unseen.map(({ message }) => message),
  });
  return exitCodes.done;
}

const messageOf = ({ name, what, service }: KeptSecret) => {
  const kind = { tokens: 'sign-in', 'application-secret': 'application secret', other: 'something else' }[what];
  return `${name} (${kind}${service === null ? '' : `, ${service}`})`;
};

async function choose({ opened: { companion }, out, input }: Given, choice: SecretChoice): Promise<number> {
  const { keeping } = await stateOf(companion);
  const needsPassphrase =
    (choice === 'file-vault' && keeping.vault !== 'unlocked') ||
    (keeping.choice === 'file-vault' && !['none', 'unlocked'].includes(keeping.vault));
  const passphrase = needsPassphrase ? await askFor(input, out, keeping.vault === 'none') : null;
  if (needsPassphrase && passphrase === null) return exitCodes.usage;
  const chosen = await call(companion, 'secrets.choose', { choice, passphrase });
  if (!chosen.ok) return fail(out, chosen.failure);
  const { secretsIn, service } = await stateOf(companion);
  // An emulator and the built-in service have no settings to keep the choice in, and this run ends here.
  out.say(
    service.kind === 'service'
      ? `Sign-ins are kept in ${placeWords[secretsIn]} now.`
      : 'Only a service of your settings keeps this choice: it ends with this command. For one run of another: --vault-passphrase-stdin or --allow-file-vault.',
  );
  out.fact({ type: 'secrets', kept_in: secretsIn, choice });
  return exitCodes.done;
}

async function changePassphrase({ opened: { companion }, out, input }: Given): Promise<number> {
  const from = await input.read('Passphrase of the vault: ');
  const to = from ? await askFor(input, out, true) : null;
  if (!from || to === null) return exitCodes.usage;
  const changed = await call(companion, 'secrets.changePassphrase', { from, to });
  if (!changed.ok) return fail(out, changed.failure);
  out.say('The vault has the new passphrase.');
  out.fact({ type: 'secrets', passphrase: 'changed' });
  return exitCodes.done;
}

async function useOlder({ opened: { companion }, out, input }: Given): Promise<number> {
  const passphrase = await askFor(input, out, false);
  if (passphrase === null) return exitCodes.usage;
  const used = await call(companion, 'secrets.useOlder', { passphrase });
  if (!used.ok) return fail(out, used.failure);
  out.say(
    'The vault is used as it is now. A sign-in that was used up since ends with its next use: then sign in again.',
  );
  out.fact({ type: 'secrets', vault: 'unlocked' });
  return exitCodes.done;
}

/** Null, with words, where none comes. A new one is typed twice. */
async function askFor(input: SecretInput, out: Output, isNew: boolean): Promise<string | null> {
  const passphrase = await input.read(isNew ? 'New passphrase of the vault: ' : 'Passphrase of the vault: ');
  if (!passphrase) {
    out.warn('No passphrase came. Type it here, or hand it over as a line of standard input.');
    return null;
  }
  if (isNew && input.isTerminal && (await input.read('The same once more: ')) !== passphrase) {
    out.warn('The two are not the same. Nothing was changed.');
    return null;
  }
  return passphrase;
}

async function removeOrphans({ opened: { companion }, out }: Given): Promise<number> {
  const removed = await call(companion, 'secrets.removeOrphans', {});
  if (!removed.ok) return fail(out, removed.failure);
  const { count } = removed.value;
  out.say(
    count === 0 ? 'Nothing here belongs to nobody.' : `${count} ${count === 1 ? 'item is' : 'items are'} removed.`,
  );
  out.fact({ type: 'secrets', removed: count });
  return exitCodes.done;
}

function fail(out: Output, failure: Parameters<Output['failure']>[0]): number {
  out.failure(failure);
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
}
