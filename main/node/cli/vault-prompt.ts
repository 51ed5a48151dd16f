// At the start of a command that has to do with sign-ins: whoever is there opens the vault. Headless it is the first line of
// standard input, where that was asked for; an argument or the environment would show it to other programs.
import type { Keeping, SecretPlaces } from '../../core/platform/ports.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Output } from './output.ts';
import type { SecretInput } from './secret-input.ts';

const tries = 3;

/** False where the command cannot go on: a passphrase was given that opens nothing. */
export async function unlockVault(
  places: SecretPlaces,
  { place, vault }: Keeping,
  given: { fromStdin: boolean; mayAsk: boolean; input: SecretInput; out: Output },
): Promise<boolean> {
  const { input, out } = given;
  if (place !== 'file-vault' || vault === 'unlocked') return true;
  if (given.fromStdin) {
    const passphrase = await input.read('Passphrase of the vault: ');
    const opened = passphrase ? await places.unlock(passphrase) : null;
    if (opened?.ok) return true;
    if (opened) out.failure(opened.failure);
    else out.warn('No passphrase came on standard input.');
    return false;
  }
  if (!given.mayAsk || !input.isTerminal || vault === 'none') return true;
  for (let count = 0; count < tries; count += 1) {
    const passphrase = await input.read('Passphrase of the vault (Enter alone leaves it locked): ');
    if (!passphrase) return true;
    const opened = await places.unlock(passphrase);
    if (opened.ok) return true;
    out.failure(opened.failure);
    if (opened.failure.kind !== failures.vaultPassphraseWrong().kind) return true;
  }
  return true;
}
