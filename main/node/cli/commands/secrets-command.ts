// `secrets`: where sign-ins are stored, what is stored, and the choice of the place.
import { type KeptSecret, type SecretChoice, secretChoices, placeOf } from '../../../contract/secrets.ts';
import { isSameMessage, message } from '../../../messages/message.ts';
import { nameText, text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call, stateOf } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodes, fail, row, type Output, wrongUsage } from '../terminal/output.ts';
import type { SecretInput } from '../terminal/secret-input.ts';

type Context = { readonly companion: Opened['companion'] } & Pick<Given, 'out' | 'input'>;

export async function secrets({ companion }: Opened, { args, options, out, input }: Given): Promise<number> {
  const [action] = args;
  const context: Context = { companion, out, input };
  const choice = secretChoices.find((one) => one === action);
  if (choice) return choose(context, choice);
  switch (action) {
    case undefined:
      return list(context);
    case 'passphrase':
      return changePassphrase(context);
    case 'remove-orphans':
      return removeOrphans(context);
    case 'remove-all':
      return removeAll(context, options['yes'] === true);
    default:
      return wrongUsage(out, message('cli.secrets.unknownAction', { given: action }));
  }
}

async function list({ companion, out }: Context): Promise<number> {
  const { secretStorage, secretsIn, secretsConcern } = await stateOf(companion);
  const found = await call(companion, 'secrets.check', {});
  if (!found.ok) return fail(out, found.failure);
  const { items, unseen } = found.value;
  out.print(row('cli.label.storage', message('cli.secrets.place', { place: placeOf(secretsIn) })));
  if (secretsConcern) out.print(row(null, secretsConcern.message));
  for (const item of items) out.print(row(item.isOrphan ? 'cli.label.orphan' : 'cli.label.item', itemMessage(item)));
  for (const failure of unseen) {
    if (!secretsConcern || !isSameMessage(failure.message, secretsConcern.message)) out.failure(failure);
  }
  if (items.some(({ isOrphan }) => isOrphan)) out.warn(message('cli.secrets.orphanHint'));
  out.printJson({
    type: 'secrets',
    kept_in: secretsIn,
    choice: secretStorage.choice,
    has_keychain: secretStorage.hasKeychain,
    vault: secretStorage.vault,
    items: items.map(({ name, what, service, isOrphan }) => ({
      name,
      what,
      service: service === null ? null : nameText(service),
      is_orphan: isOrphan,
    })),
    unseen: unseen.map((failure) => text(failure.message)),
  });
  return exitCodes.done;
}

function itemMessage({ name, what, service }: KeptSecret) {
  const kind = what === 'application-secret' ? 'clientSecret' : what === 'tokens' ? what : null;
  return service === null
    ? message('cli.secrets.item', { name, kind })
    : message('cli.secrets.itemOf', { name, kind, service });
}

async function choose({ companion, out, input }: Context, choice: SecretChoice): Promise<number> {
  const { secretStorage } = await stateOf(companion);
  const needsPassphrase =
    (choice === 'file-vault' && secretStorage.vault !== 'unlocked') ||
    (secretStorage.choice === 'file-vault' && secretStorage.vault === 'locked');
  const passphrase = needsPassphrase ? await askFor(input, out, secretStorage.vault === 'none') : null;
  if (needsPassphrase && passphrase === null) return exitCodes.usage;
  const chosen = await call(companion, 'secrets.choose', { choice, passphrase });
  if (!chosen.ok) return fail(out, chosen.failure);
  const { secretsIn, service } = await stateOf(companion);
  // An emulator and the built-in service have no settings that could keep the choice.
  out.print(
    service.kind === 'service'
      ? message('cli.secrets.stored', { place: placeOf(secretsIn) })
      : message('cli.secrets.storedForThisRun'),
  );
  out.printJson({ type: 'secrets', kept_in: secretsIn, choice });
  return exitCodes.done;
}

async function changePassphrase({ companion, out, input }: Context): Promise<number> {
  const from = await input.read(message('cli.secrets.passphrasePrompt'));
  const to = from ? await askFor(input, out, true) : null;
  if (!from || to === null) return exitCodes.usage;
  const changed = await call(companion, 'secrets.changePassphrase', { from, to });
  if (!changed.ok) return fail(out, changed.failure);
  out.print(message('cli.secrets.passphraseChanged'));
  out.printJson({ type: 'secrets', passphrase: 'changed' });
  return exitCodes.done;
}

/** Returns the passphrase, or prints why there is none and returns null. A new one is typed twice. */
async function askFor(input: SecretInput, out: Output, isNew: boolean): Promise<string | null> {
  const prompt = message(isNew ? 'cli.secrets.newPassphrasePrompt' : 'cli.secrets.passphrasePrompt');
  const passphrase = await input.read(prompt);
  if (!passphrase) {
    out.warn(message('cli.secrets.noPassphrase'));
    return null;
  }
  if (isNew && input.isTerminal && (await input.read(message('cli.secrets.confirmPrompt'))) !== passphrase) {
    out.warn(message('cli.secrets.mismatch'));
    return null;
  }
  return passphrase;
}

async function removeOrphans({ companion, out }: Context): Promise<number> {
  const removed = await call(companion, 'secrets.removeOrphans', {});
  if (!removed.ok) return fail(out, removed.failure);
  const { count } = removed.value;
  out.print(message('cli.secrets.orphansRemoved', { count }));
  out.printJson({ type: 'secrets', removed: count });
  return exitCodes.done;
}

/** Removes what an uninstall leaves: the keychain's items under our name, and the vault. */
async function removeAll({ companion, out }: Context, isConfirmed: boolean): Promise<number> {
  const found = await call(companion, 'secrets.check', {});
  if (!found.ok) return fail(out, found.failure);
  const count = found.value.items.length;
  if (!isConfirmed) return wrongUsage(out, message('cli.secrets.confirmRemoveAll', { count }));
  const removed = await call(companion, 'account.signOutAll', {});
  if (!removed.ok) return fail(out, removed.failure);
  out.print(message('cli.secrets.allRemoved', { count }));
  out.printJson({ type: 'secrets', removed: count });
  return exitCodes.done;
}
