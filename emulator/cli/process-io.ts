// The streams of a process as the command wants them. What is read no longer, or not quickly enough, stops nothing.

import { isatty } from 'node:tty';
import type { EmulatorCommandIo } from './command.ts';
import { openInBrowser } from './open-browser.ts';

/** A reader that is so far behind gets no more lines until it has caught up. */
const mostWaitingBytes = 4 * 1024 ** 2;

/** @param ending ends the command: told from outside, and aborted when nobody reads standard output any more */
export function processIo(
  { stdout, stderr, env, platform }: NodeJS.Process,
  ending: AbortController,
): EmulatorCommandIo {
  let hasListeners = true;
  // EPIPE, or a terminal that went away. Who cannot be told where the emulator listens does not need it.
  stdout.on('error', () => ending.abort());
  stderr.on('error', () => (hasListeners = false));
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void (hasListeners && stderr.write(text)),
    isBehind: () => stderr.writableLength > mostWaitingBytes,
    isOutTerminal: isatty(stdout.fd),
    isErrTerminal: isatty(stderr.fd),
    // https://no-color.org: set, and not empty.
    hasColours: isatty(stderr.fd) && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    open: (address, onNone) => openInBrowser(address, { env, platform }, onNone),
    stop: ending.signal,
  };
}
