// Opens the companion as a command of the command line needs it, and warns of what is wrong with the data and the sign-ins.
import type { Failure } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { SecretStorage, SecretPlaces } from '../../core/platform/ports.ts';
import { readPresetFile } from '../../core/settings/presets.ts';
import { choiceOf } from '../../core/settings/profile-choice.ts';
import { message } from '../../messages/message.ts';
import { call } from './terminal/call.ts';
import type { CompanionCommand, Given } from './commands/command.ts';
import { exitCodes, type Output } from './terminal/output.ts';
import type { SecretInput } from './terminal/secret-input.ts';
import { openCompanion, type Opened, type OpenOptions } from '../host/open-companion.ts';
import { createBrowserOpener, neverOpens } from '../system/open-browser.ts';

/** Returns the companion for a command, or the exit code if it cannot be opened. */
export async function openFor(
  command: CompanionCommand,
  given: Given,
  onLog: OpenOptions['onLog'],
): Promise<Opened | number> {
  const { needs, runClosed } = command;
  const { options, dataDir, input, out } = given;
  const isDryRun = options['dry-run'] === true;
  const profile = needs.anyProfile ? undefined : (options['profile'] as string | undefined);
  const emulator = options['emulator'] as string | undefined;
  const fromStdin = options['vault-passphrase-stdin'] === true;
  const usesSecrets = needs.secrets === 'open' && !isDryRun;
  // A command that moves secrets takes the passphrase from this option, but not the place.
  const keepIn =
    fromStdin && needs.secrets !== 'manage'
      ? 'file-vault'
      : options['allow-file-vault'] === true
        ? 'open-vault'
        : undefined;
  const preset = typeof options['preset'] === 'string' ? await readPresetFile(options['preset']) : null;
  if (preset?.ok === false) {
    out.failure(preset.failure);
    return exitCodes.usage;
  }
  let isRejected = false;
  const opened = await openCompanion({
    dataDir,
    ...(preset && { presets: [preset.value] }),
    ...(keepIn && { keepIn }),
    async unlock(places, secretStorage) {
      isRejected = !(await unlockVault(places, secretStorage, { fromStdin, mayAsk: usesSecrets, input, out }));
    },
    ...(onLog && { onLog }),
    browser: (log) =>
      options['no-browser'] === true
        ? neverOpens
        : createBrowserOpener({ env: process.env, platform: process.platform, log }),
    work: isDryRun ? 'none' : typeof needs.work === 'function' ? needs.work(options) : needs.work,
    ...(emulator
      ? { profile: { kind: 'emulator' as const, address: emulator } }
      : profile
        ? { profile: choiceOf(profile) }
        : {}),
  });
  if (!opened.ok) {
    out.failure(opened.failure);
    return runClosed ? runClosed(opened.failure, given) : exitCodeOfClosed(opened.failure);
  }
  if (isRejected) {
    await opened.value.close();
    return exitCodes.failed;
  }
  await warnOfConcerns(opened.value, given, {
    data: !needs.showsDataConcern,
    secrets: usesSecrets && profile !== 'demo',
  });
  return opened.value;
}

const exitCodeOfClosed = ({ kind }: Failure) => (kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed);

/** Warns of problems with the data, and of sign-ins that are not in a keychain, at every start. */
async function warnOfConcerns(
  { companion }: Opened,
  { out }: Given,
  of: { readonly data: boolean; readonly secrets: boolean },
): Promise<void> {
  if (!of.data && !of.secrets) return;
  const state = await call(companion, 'app.state', {});
  if (!state.ok) return;
  const { dataConcern, secretsConcern, secretsIn } = state.value;
  if (of.data && dataConcern) out.warn(dataConcern.message);
  if (!of.secrets || !secretsConcern) return;
  out.warn(secretsConcern.message);
  if (secretsIn === 'memory') out.warn(message('cli.secrets.vaultHere'));
  else if (secretsConcern.requiredAction === 'passphrase') out.warn(message('cli.secrets.passphraseHere'));
}

// Opens the vault at the start of a command that uses sign-ins. Without a terminal the passphrase is the first line of
// standard input: arguments and the environment are visible to other programs.

const attempts = 3;

/** Returns false if the passphrase on standard input is missing or wrong. */
export async function unlockVault(
  places: SecretPlaces,
  { place, vault }: SecretStorage,
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
  for (let count = 0; count < attempts; count += 1) {
    const passphrase = await input.read(message('cli.secrets.passphraseOrEnterPrompt'));
    if (!passphrase) return true;
    const opened = await places.unlock(passphrase);
    if (opened.ok) return true;
    out.failure(opened.failure);
    if (opened.failure.kind !== failures.vaultPassphraseWrong().kind) return true;
  }
  return true;
}
