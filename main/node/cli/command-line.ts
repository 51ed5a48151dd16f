// A command of the command line, from its arguments to its exit code. The process around it is cli.ts.
import type { Logger } from '../../core/platform/ports.ts';
import { readArguments } from './arguments.ts';
import { message } from '../../messages/message.ts';
import type { Command, Given } from './commands/command.ts';
import { exitCodes, createOutput, type Stream, wrongUsage } from './terminal/output.ts';
import { createSecretInput, type Terminal } from './terminal/secret-input.ts';
import { defaultDataDir, version } from '../system/places.ts';
import { loadLanguage } from '../host/text.ts';

/** The streams of a command, and its abort signal. */
export type Surroundings = {
  readonly stdin: Terminal;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal;
  /** Called with the log of the companion that is opened. */
  readonly onLog?: (log: Logger) => void;
};

/** Returns the exit code. */
export async function runCommandLine(argv: readonly string[], around: Surroundings): Promise<number> {
  const { stdin, stdout, stderr, stop, onLog } = around;
  await loadLanguage();
  const parsed = readArguments(argv);
  const isJson = parsed.kind === 'command' && parsed.options['json'] === true;
  const out = createOutput({ json: isJson, stdout, stderr });
  if (parsed.kind === 'help' || parsed.kind === 'version') {
    stdout.write(parsed.kind === 'help' ? parsed.text : `${version}\n`);
    return exitCodes.done;
  }
  if (parsed.kind === 'usage') return wrongUsage(out, parsed.problem);
  const { command, args, options } = parsed;
  const given: Given = {
    args,
    options,
    dataDir: (options['data-dir'] as string | undefined) ?? defaultDataDir(),
    out,
    input: createSecretInput(stdin, stderr),
    stop,
  };
  try {
    return await runCommand(command, given, onLog);
  } catch (error) {
    if (!isFolderGone(error)) throw error;
    out.warn(message('cli.noWorkingFolder'));
    return exitCodes.failed;
  }
}

async function runCommand(command: Command, given: Given, onLog: Surroundings['onLog']): Promise<number> {
  if (command.needs === null) return command.run(given);
  const wrong = await command.examine?.(given);
  if (wrong) {
    given.out.failure(wrong);
    return exitCodes.usage;
  }
  // Help and wrong usage do without the companion.
  const { openFor } = await import('./open-for-command.ts');
  const opened = await openFor(command, given, onLog);
  if (typeof opened === 'number') return opened;
  try {
    return await command.run(opened, given);
  } finally {
    await opened.close();
  }
}

/** The folder that it was started in was deleted, and a relative path means nothing. */
const isFolderGone = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
