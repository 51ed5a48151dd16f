#!/usr/bin/env node
// The command line: reads the arguments, opens the companion for the command, ends with its exit code.
// No stack trace reaches a person: what nobody expected is a few words here, and its details in the log.
import '../core/platform/inspector-signal.ts';
import { appStateSchema } from '../contract/state.ts';
import { firstWord, readArguments, type CommandLineOptions } from './cli/arguments.ts';
import { dryRunFolders, dryRunUpload } from './cli/commands/dry-run-commands.ts';
import { approve, folders } from './cli/commands/folder-commands.ts';
import { signIn, signOut, takeApplicationSecret } from './cli/commands/account-commands.ts';
import { accounts } from './cli/commands/accounts-command.ts';
import { exitCodes } from './cli/exit.ts';
import { diagnostics, diagnosticsWithout } from './cli/commands/diagnostics-command.ts';
import { explain, explainSearch } from './cli/commands/explain-command.ts';
import { flights, queue } from './cli/commands/look-commands.ts';
import { settings } from './cli/commands/settings-command.ts';
import { createSecretInput } from './cli/secret-input.ts';
import { secrets } from './cli/commands/secrets-command.ts';
import { unlockVault } from './cli/vault-prompt.ts';
import { status } from './cli/commands/status-command.ts';
import { createOutput, type Output } from './cli/output.ts';
import { openWindow, watch } from './cli/commands/stay-commands.ts';
import { upload } from './cli/commands/upload-command.ts';
import { createBrowserOpener, neverOpens } from './system/open-browser.ts';
import { defaultDataDir } from './system/data-dir.ts';
import { forceExit, endNow } from './system/force-exit.ts';
import { isKeychainAsked } from './secrets/keytar.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import type { Failure } from '../contract/failure.ts';
import type { Logger } from '../core/platform/ports.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import { choiceOf } from '../core/settings/profile-choice.ts';
import { openCompanion, type Opened, type OpenOptions } from './open-companion.ts';
import { version } from './version.ts';
import { text } from './text.ts';

/** The log of the companion that is open, once there is one. */
let log: Logger | null = null;
const onBug = createCrashHandler({
  log: { debug() {}, info() {}, warn() {}, error: (message, fields) => log?.error(message, fields) },
  tell: (_title, message) => void process.stderr.write(`${message}\n`),
  end: () => endNow(exitCodes.failed),
});
process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);

const stopping = new AbortController();
onShutdownSignals({ first: () => stopping.abort(), again: () => endNow(exitCodes.failed) });
const input = createSecretInput(process.stdin, process.stderr);
// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

/** What each command needs of the companion: only looking, reading from the service, or all of its work. */
const workOf: Readonly<Record<string, OpenOptions['work']>> = {
  queue: 'none',
  status: 'none',
  explain: 'none',
  diagnostics: 'none',
  folders: 'none',
  approve: 'none',
  settings: 'none',
  accounts: 'none',
  // Without --wait files are only taken in: whatever sends them later does it whole.
  upload: 'none',
  'sign-in': 'account',
  'sign-out': 'account',
  secrets: 'account',
  flights: 'reading',
};

const saysNothingOfKeys: ReadonlySet<string> = new Set([
  'window',
  'settings',
  'accounts',
  'queue',
  'explain',
  'diagnostics',
  'folders',
  'approve',
  'status',
  'flights',
  'secrets',
]);

const dataDirOf = (options: CommandLineOptions) => (options['data-dir'] as string | undefined) ?? defaultDataDir();

async function main(argv: readonly string[]): Promise<number> {
  if (firstWord(argv) === 'emulator') {
    const { processIo, runEmulatorCommand } = await import('./emulator-command.ts');
    const at = argv.indexOf('emulator');
    return runEmulatorCommand(argv.toSpliced(at, 1), processIo(process, stopping));
  }
  const parsed = readArguments(argv);
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.text);
    return exitCodes.done;
  }
  if (parsed.kind === 'version') {
    process.stdout.write(`${version}\n`);
    return exitCodes.done;
  }
  if (parsed.kind === 'usage') {
    process.stderr.write(`${parsed.message}\n`);
    return exitCodes.usage;
  }
  const { name, message, options } = parsed;
  const out = createOutput({ json: options['json'] === true, stdout: process.stdout, stderr: process.stderr });
  if (name === 'demo') {
    const { runDemo } = await import('./demo.ts');
    return runDemo(out, stopping.signal);
  }
  const port = Number(options['port'] ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    out.warn('A port is a number from 0 to 65535; 0 takes any free one.');
    return exitCodes.usage;
  }
  const opened = await openFor(name, options, out);
  if (typeof opened === 'number') {
    const given = { dataDir: dataDirOf(options), file: message[0], out };
    return name === 'diagnostics' && whyClosed ? diagnosticsWithout(whyClosed, given) : opened;
  }
  try {
    return await run(name, message, options, opened, out);
  } finally {
    await opened.close();
  }
}

/** Why it did not open. */
let whyClosed: Failure | null = null;

/** The companion for a command; where it does not open, the exit code. */
async function openFor(name: string, options: CommandLineOptions, out: Output): Promise<Opened | number> {
  const isDryRun = options['dry-run'] === true;
  const work = isDryRun ? 'none' : name === 'upload' && options['wait'] === true ? 'all' : workOf[name];
  // The settings are looked at and changed whatever the profile in use is short of.
  const profile = name === 'settings' ? undefined : (options['profile'] as string | undefined);
  const emulator = options['emulator'] as string | undefined;
  const fromStdin = options['vault-passphrase-stdin'] === true;
  // `secrets` moves what is kept: for it the option gives the passphrase and no place.
  const keepIn =
    fromStdin && name !== 'secrets' ? 'file-vault' : options['allow-file-vault'] === true ? 'open-vault' : undefined;
  let isRejected = false;
  const opened = await openCompanion({
    dataDir: dataDirOf(options),
    ...(keepIn && { keepIn }),
    async unlock(places, keeping) {
      const given = { fromStdin, mayAsk: !isDryRun && !saysNothingOfKeys.has(name), input, out };
      isRejected = !(await unlockVault(places, keeping, given));
    },
    onLog: (opening) => (log = opening),
    browser: (log) =>
      options['no-browser'] === true
        ? neverOpens
        : createBrowserOpener({ env: process.env, platform: process.platform, log }),
    ...(work && { work }),
    ...(emulator
      ? { profile: { kind: 'emulator' as const, address: emulator } }
      : profile
        ? { profile: choiceOf(profile) }
        : {}),
  });
  if (!opened.ok) {
    out.failure(opened.failure);
    whyClosed = opened.failure;
    return opened.failure.kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
  }
  if (isRejected) {
    await opened.value.close();
    return exitCodes.failed;
  }
  // What is the matter with the data is said at every start, whoever mended it; `status` has a place for it.
  const state = await opened.value.companion.handle('app.state', {});
  const dataConcern = state.ok && appStateSchema.safeParse(state.value).data?.dataConcern;
  if (dataConcern && name !== 'status') out.warn(text(dataConcern.message));
  // Where tokens are not in a keychain it is said at every start that has to do with them.
  const keeping = state.ok ? appStateSchema.parse(state.value) : null;
  const concern = keeping?.secretsConcern;
  if (concern && profile !== 'demo' && !isDryRun && !saysNothingOfKeys.has(name)) {
    out.warn(
      keeping.secretsIn === 'memory'
        ? `${text(concern.message)} On the command line: \`secrets file-vault\`.`
        : concern.requiredAction === 'passphrase'
          ? `${text(concern.message)} On the command line: --vault-passphrase-stdin.`
          : text(concern.message),
    );
  }
  return opened.value;
}

async function run(
  name: string,
  message: readonly string[],
  options: CommandLineOptions,
  opened: Opened,
  out: Output,
): Promise<number> {
  switch (name) {
    case 'sign-in': {
      const early = options['application-secret'] === true ? await takeApplicationSecret(opened, out, input) : null;
      const noBrowser = options['no-browser'] === true;
      return early ?? signIn(opened, out, { noBrowser, otherPilot: options['other-pilot'] === true }, stopping.signal);
    }
    case 'sign-out':
      return signOut(opened, out, options['all'] === true);
    case 'secrets':
      return secrets(opened, out, input, message[0]);
    case 'upload':
      if (options['dry-run'] === true) return dryRunUpload(opened, out, message);
      return upload(opened, out, message, options['wait'] === true, stopping.signal);
    case 'watch':
      if (options['dry-run'] === true) return dryRunFolders(opened, out, message, options['existing'] === true);
      return watch(opened, out, message, options['existing'] === true, stopping.signal);
    case 'folders':
      return folders(opened, out, message, options);
    case 'approve':
      return approve(opened, out, message, { all: options['all'] === true, decline: options['decline'] === true });
    case 'accounts':
      return accounts(opened, out, message);
    case 'queue':
      return queue(opened, out, message);
    case 'flights':
      return flights(opened, out, options['settled'] === true);
    case 'status':
      return status(opened, out);
    case 'explain':
      return typeof options['search'] === 'string'
        ? explainSearch(opened, out, options['search'])
        : explain(opened, out, message[0]);
    case 'diagnostics':
      return diagnostics(opened, { dataDir: dataDirOf(options), file: message[0], out });
    case 'settings':
      return settings(opened, out, message);
    case 'window':
      return openWindow(
        opened,
        out,
        { port: Number(options['port'] ?? 0), noOpen: options['no-open'] === true },
        stopping.signal,
      );
    default:
      throw new Error(`no such command: ${name}`);
  }
}

process.exitCode = await main(process.argv.slice(2));
if (isKeychainAsked()) await forceExit(process.exitCode);
