#!/usr/bin/env node
// The command line: reads the arguments, opens the companion for the command, and ends with its exit code.
import '../core/platform/inspector-signal.ts';
import type { Failure } from '../contract/failure.ts';
import { appStateSchema } from '../contract/state.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import type { Logger } from '../core/platform/ports.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import { readPresetFile } from '../core/settings/preset-file.ts';
import { choiceOf } from '../core/settings/profile-choice.ts';
import { message } from '../messages/message.ts';
import { readArguments } from './cli/arguments.ts';
import type { CompanionCommand, Given } from './cli/command.ts';
import { exitCodes } from './cli/exit.ts';
import { createOutput } from './cli/output.ts';
import { createSecretInput } from './cli/secret-input.ts';
import { unlockVault } from './cli/vault-prompt.ts';
import { openCompanion, type Opened } from './open-companion.ts';
import { isKeychainAsked } from './secrets/keytar.ts';
import { defaultDataDir } from './system/data-dir.ts';
import { endNow, forceExit } from './system/force-exit.ts';
import { createBrowserOpener, neverOpens } from './system/open-browser.ts';
import { text } from './text.ts';
import { version } from './version.ts';

/** The log of the open companion. */
let log: Logger | null = null;
const onBug = createCrashHandler({
  log: { debug() {}, info() {}, warn() {}, error: (message, fields) => log?.error(message, fields) },
  show: (_title, message) => void process.stderr.write(`${text(message)}\n`),
  end: () => endNow(exitCodes.failed),
});
process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);

const stopping = new AbortController();
onShutdownSignals({ first: () => stopping.abort(), again: () => endNow(exitCodes.failed) });
// A reader that has read enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

async function main(argv: readonly string[]): Promise<number> {
  const parsed = readArguments(argv);
  const isJson = parsed.kind === 'command' && parsed.options['json'] === true;
  const out = createOutput({ json: isJson, stdout: process.stdout, stderr: process.stderr });
  if (parsed.kind === 'help' || parsed.kind === 'version') {
    process.stdout.write(parsed.kind === 'help' ? parsed.text : `${version}\n`);
    return exitCodes.done;
  }
  if (parsed.kind === 'usage') {
    out.warn(parsed.problem);
    return exitCodes.usage;
  }
  const { command, args, options } = parsed;
  const given: Given = {
    args,
    options,
    dataDir: (options['data-dir'] as string | undefined) ?? defaultDataDir(),
    out,
    input: createSecretInput(process.stdin, process.stderr),
    stop: stopping.signal,
  };
  if (command.needs === null) return command.run(given);
  const opened = await openFor(command, given);
  if (typeof opened === 'number') return opened;
  try {
    return await command.run(opened, given);
  } finally {
    await opened.close();
  }
}

/** Returns the companion for a command, or the exit code where it cannot be opened. */
async function openFor(command: CompanionCommand, given: Given): Promise<Opened | number> {
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
    async unlock(places, keeping) {
      isRejected = !(await unlockVault(places, keeping, { fromStdin, mayAsk: usesSecrets, input, out }));
    },
    onLog: (opening) => (log = opening),
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
  const result = await companion.handle('app.state', {});
  const state = result.ok ? appStateSchema.safeParse(result.value).data : undefined;
  if (!state) return;
  const { dataConcern, secretsConcern, secretsIn } = state;
  if (of.data && dataConcern) out.warn(dataConcern.message);
  if (!of.secrets || !secretsConcern) return;
  out.warn(secretsConcern.message);
  if (secretsIn === 'memory') out.warn(message('cli.secrets.vaultHere'));
  else if (secretsConcern.requiredAction === 'passphrase') out.warn(message('cli.secrets.passphraseHere'));
}

process.exitCode = await main(process.argv.slice(2));
if (isKeychainAsked()) await forceExit(process.exitCode);
