// The command: starts an emulator and serves until it is stopped. It accesses the process only through its io
// (process-io.ts).

import { once } from 'node:events';
import { readCommandArguments, commandHelp } from './arguments.ts';
import { createHost } from '../server/host.ts';
import type { EmulatorLifecycle } from '../server/host.ts';
import { recordingLine, recordingText, createLogs } from './request-log.ts';
import { EmulatorError } from '../emulator-error.ts';
import { visible } from '../http/visible.ts';
import { version } from '../version.ts';

export type EmulatorCommandIo = {
  /** How the user starts it, for the help. */
  name: string;
  /** Standard output, for the ready line only. */
  out(text: string): void;
  /** Standard error, for an error at startup and for requests. */
  err(text: string): void;
  /** Whether standard error is read too slowly. */
  isBehind(): boolean;
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  /** Whether standard error supports colours. */
  hasColors: boolean;
  /** Opens a URL in a browser; calls `onNone` if there is none. */
  open(address: string, onNone: () => void): void;
  stop: AbortSignal;
};

/** Resolves with the exit code: 0 when it was stopped, 2 if it could not start. */
export async function runEmulatorCommand(argv: readonly string[], io: EmulatorCommandIo): Promise<number> {
  try {
    const { options, json, quiet, open, version: isVersion, help } = readCommandArguments(argv);
    if (help === true || isVersion === true) {
      io.out(help === true ? commandHelp(io.name) : `${version}\n`);
      return 0;
    }
    const emulator = await createHost(options);
    try {
      const logs = createLogs(
        { write: io.err, isBehind: io.isBehind },
        (json ?? !io.isErrTerminal) ? 'json' : io.hasColors ? 'colors' : 'text',
      );
      if (quiet !== true) emulator.control.events.listen(logs.log);
      await emulator.start({ holdsProcess: true });
      io.out((json ?? !io.isOutTerminal) ? readyLine(emulator) : readyText(emulator));
      const { consoleUrl } = emulator;
      if (open === true && consoleUrl !== null) {
        io.open(consoleUrl, () => io.err(`Couldn’t open a browser. Open the console at ${consoleUrl}\n`));
      }
      if (!io.stop.aborted) await once(io.stop, 'abort');
      await emulator.stop();
      logs.flush();
      const recorded = emulator.control.recording.read();
      if (recorded !== null) io.err((json ?? !io.isErrTerminal) ? recordingLine(recorded) : recordingText(recorded));
      return 0;
    } finally {
      // Not `await using`, which would combine an error of stop and dispose into a SuppressedError.
      await emulator[Symbol.asyncDispose]();
    }
  } catch (cause) {
    if (!(cause instanceof EmulatorError)) throw cause;
    io.err(`${cause.message.split('\n').map(visible).join('\n')}\n`);
    return 2;
  }
}

function readyLine(emulator: EmulatorLifecycle): string {
  const { url, mode, clients, pilots, controlToken, consoleUrl, certificate, records } = emulator;
  const control = controlToken === null ? {} : { controlToken, console: consoleUrl };
  const tls = certificate === null ? {} : { certificate };
  const recording = records === null ? {} : { records };
  return `${JSON.stringify({ url, mode, ...control, ...tls, ...recording, clients, pilots })}\n`;
}

function readyText({ url, mode, clients, pilots, controlToken, consoleUrl, records }: EmulatorLifecycle): string {
  const lines = [
    records === null
      ? `Pilot Flight Service emulator listening at ${url} (${mode} mode)`
      : `Recording ${records} at ${url}`,
    ...(controlToken === null ? [] : [`  console ${consoleUrl}`, `  control token ${controlToken}`]),
    ...clients.map((client) => `  application ${client.client_id}, secret ${client.client_secret}`),
    ...pilots.map((pilot) => `  pilot ${pilot.id}, ${pilot.name}`),
    'Press Ctrl-C to stop.',
  ];
  return `${lines.join('\n')}\n`;
}
