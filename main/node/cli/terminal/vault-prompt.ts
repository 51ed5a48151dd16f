// Opens the vault at the start of a command that uses sign-ins. Without a terminal the passphrase is the first line of
// standard input: arguments and the environment are visible to other programs.
import type { Keeping, SecretPlaces } from '../../../core/platform/ports.ts';
import { failures } from '../../../core/messages/failures.ts';
import { message } from '../../../messages/message.ts';
import type { Output } from './output.ts';
import type { SecretInput } from './secret-input.ts';

const ATTEMPTS = 3;

/** Returns false if the passphrase on standard input is missing or wrong. */
export async function unlockVault(
  places: SecretPlaces,
  { place, vault }: Keeping,
  given: { fromStdin: boolean; mayAsk: boolean; input: SecretInput; out: Output },
): Promise<boolean> {
  const { input, out } = given;
  if (place !== 'file-vault' || vault === 'unlocked') return true;
  if (given.fromStdin) {
    const passphrase = await input.read(message('cli.secrets.passphrasePrompt'));
    const opened = passphrase ? await places.unlock(passphrase) : null;
    if (opened?.ok) return true;
    if (opened) out.failure(opened.failure);
    else out.warn(message('cli.secrets.noPassphraseOnStdin'));
    return false;
  }
  if (!given.mayAsk || !input.isTerminal || vault === 'none') return true;
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const passphrase = await input.read(message('cli.secrets.passphraseOrEnterPrompt'));
    if (!passphrase) return true;
    const opened = await places.unlock(passphrase);
    if (opened.ok) return true;
    out.failure(opened.failure);
    if (opened.failure.kind !== failures.vaultPassphraseWrong().kind) return true;
  }
  return true;
}
