#!/usr/bin/env node
// The process of the command line: its signals, its standard streams, what happens on a bug, and its exit code.
import '../core/platform/inspector-signal.ts';
import { message } from '../messages/message.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import type { Logger } from '../core/platform/ports.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import { exitCodes, terminalText } from './cli/terminal/output.ts';
import { runCommandLine } from './cli/command-line.ts';
import { isKeychainAsked } from './secrets/keytar.ts';
import { text } from './host/text.ts';

/** The log of the open companion. */
let log: Logger | null = null;
const onBug = createCrashHandler({
  log: { debug() {}, info() {}, warn() {}, error: (message, fields) => log?.error(message, fields) },
  show: (_title, message) => void process.stderr.write(`${terminalText(text(message))}\n`),
  end: () => endNow(exitCodes.failed),
});
process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);

const stopping = new AbortController();
onShutdownSignals({ first: () => stopping.abort(), again: () => endNow(exitCodes.failed) });
// A reader that has read enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  const problem = text(message('cli.output.notWritten', { code: error.code ?? error.message }));
  process.stderr.write(`${terminalText(problem)}\n`);
  endNow(exitCodes.failed);
});

const { stdin, stdout, stderr } = process;
const onLog = (opening: Logger) => (log = opening);

async function main() {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    stop: stopping.signal,
    onLog,
  });
  if (isKeychainAsked()) await forceExit(process.exitCode);
}
void main();

// Ends the process while a keychain waits for an unanswered prompt. The library's call blocks a thread, and `exit`
// waits for threads (seen with gnome-keyring). Everything is on disk by then, so the process replaces itself with one
// that exits with the same code.

export async function forceExit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  endNow(code);
}

/** Ends without waiting for pending output. */
function endNow(code: number): never {
  // Windows' Credential Manager never prompts.
  if (isKeychainAsked() && process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  process.exit(code);
}
