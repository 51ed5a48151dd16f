// The emulator as a command: reads its arguments by the table of options, says where it listens, and serves until it is
// told to stop. It touches no process; process-io.ts does, and whoever embeds it brings an io of its own.

import { readCommandArguments } from './arguments.ts';
import { commandHelp } from './help.ts';
import { createHost } from '../server/host.ts';
import type { EmulatorAtWork } from '../server/host.ts';
import { createLogs } from './request-log.ts';
import { EmulatorError } from '../emulator-error.ts';
import { version } from '../version.ts';

export interface EmulatorCommandIo {
  /** Standard output, for the ready line alone; the text brings its own line ends. */
  out(text: string): void;
  /** Standard error, for one sentence where it does not start, and for the requests. */
  err(text: string): void;
  /** Whether standard error is read too slowly for more. */
  isBehind(): boolean;
  /** Whether a person reads it as it comes. */
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  /** Whether standard error may be coloured. */
  hasColours: boolean;
  /** Opens an address in a browser; `onNone` where there is none. */
  open(address: string, onNone: () => void): void;
  /** Ends the command. */
  stop: AbortSignal;
}

/** Resolves with the exit code when the emulator has stopped: 0, or 2 where it could not start as asked. */
export async function runEmulatorCommand(argv: readonly string[], io: EmulatorCommandIo): Promise<number> {
  try {
    const { options, json, quiet, open, version: isVersion, help } = readCommandArguments(argv);
    if (help === true || isVersion === true) {
      io.out(help === true ? commandHelp() : `${version}\n`);
      return 0;
    }
    const emulator = await createHost(options);
    try {
      const logs = createLogs(
        { write: io.err, isBehind: io.isBehind },
        (json ?? !io.isErrTerminal) ? 'json' : io.hasColours ? 'colours' : 'message',
      );
      if (quiet !== true) emulator.controls.journal.listen(logs.hear);
      await emulator.start();
      io.out((json ?? !io.isOutTerminal) ? readyLine(emulator) : readyWords(emulator));
      if (open === true && emulator.consoleUrl !== null) openConsole(emulator.consoleUrl, io);
      await isAborted(io.stop);
      await emulator.stop();
      logs.flush();
      return 0;
    } finally {
      // Not by `await using`: where stop and end meet the same trouble, it would make of the two an error of its own.
      await emulator[Symbol.asyncDispose]();
    }
  } catch (cause) {
    if (!(cause instanceof EmulatorError)) throw cause;
    io.err(`${cause.message}\n`);
    return 2;
  }
}

function openConsole(address: string, io: EmulatorCommandIo): void {
  io.open(address, () => io.err(`Couldn’t open a browser. Open the console at ${address}\n`));
}

function readyLine({ url, mode, clients, pilots, controlToken, consoleUrl }: EmulatorAtWork): string {
  const control = controlToken === null ? {} : { controlToken, console: consoleUrl };
  return `${JSON.stringify({ url, mode, ...control, clients, pilots })}\n`;
}

function readyWords({ url, mode, clients, pilots, controlToken, consoleUrl }: EmulatorAtWork): string {
  const lines = [
    `Pilot Flight Service emulator listening at ${url} (${mode} mode)`,
    ...(controlToken === null ? [] : [`  console ${consoleUrl}`, `  control token ${controlToken}`]),
    ...clients.map((client) => `  application ${client.client_id}, secret ${client.client_secret}`),
    ...pilots.map((pilot) => `  pilot ${pilot.id}, ${pilot.name}`),
    'Press Ctrl-C to stop.',
  ];
  return `${lines.join('\n')}\n`;
}

const isAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
