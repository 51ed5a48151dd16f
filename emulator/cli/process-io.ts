// Connects the command to the streams of the process. A closed or slow reader never blocks the emulator.

import { isatty } from 'node:tty';
import type { EmulatorCommandIo } from './command.ts';
import { openInBrowser } from './open-browser.ts';

/** Lines are skipped while more than this is unread. */
const mostWaitingBytes = 4 * 1024 ** 2;

/** @param ending stops the command; aborted here when standard output is closed */
export function processIo(
  { stdout, stderr, env, platform }: NodeJS.Process,
  ending: AbortController,
): EmulatorCommandIo {
  let hasListeners = true;
  // EPIPE or a closed terminal: there is no reader for the ready line.
  stdout.on('error', () => ending.abort());
  stderr.on('error', () => (hasListeners = false));
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void (hasListeners && stderr.write(text)),
    isBehind: () => stderr.writableLength > mostWaitingBytes,
    isOutTerminal: isatty(stdout.fd),
    isErrTerminal: isatty(stderr.fd),
    // https://no-color.org
    hasColors: isatty(stderr.fd) && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    open: (address, onNone) => openInBrowser(address, { env, platform }, onNone),
    stop: ending.signal,
  };
}
