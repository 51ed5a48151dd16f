// Connects the command to the streams of the process. A closed or slow reader never blocks the emulator.

import { isatty } from 'node:tty';
import type { EmulatorCommandIo } from './command.ts';
import { onTerminal } from '../http/visible.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Lines are skipped while more than this is unread. */
const mostWaitingBytes = 4 * 1024 ** 2;

/** @param ending stops the command; aborted here when standard output is closed */
export function processIo(
  { argv, stdout, stderr, env, platform }: NodeJS.Process,
  ending: AbortController,
): EmulatorCommandIo {
  let hasListeners = true;
  const [isOutTerminal, isErrTerminal] = [isatty(stdout.fd), isatty(stderr.fd)];
  // EPIPE or a closed terminal: there is no reader for the ready line.
  stdout.on('error', () => ending.abort());
  stderr.on('error', () => (hasListeners = false));
  return {
    name: commandName(argv[1] ?? '', env),
    out: (text) => void stdout.write(isOutTerminal ? onTerminal(text) : text),
    err: (text) => void (hasListeners && stderr.write(isErrTerminal ? onTerminal(text) : text)),
    isBehind: () => stderr.writableLength > mostWaitingBytes,
    isOutTerminal,
    isErrTerminal,
    // https://no-color.org
    hasColors: isErrTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    open: (address, onNone) => openInBrowser(address, { env, platform }, onNone),
    stop: ending.signal,
  };
}

/** How it was started: from a checkout, by npx, as an installed command, or as one of another program. */
export function commandName(script: string, env: Readonly<Record<string, string | undefined>>): string {
  const isOfCompanion = /(?:^|[\\/])(?:cli(?:\.\w+)?|pilot-companion)$/.test(script);
  if (script.endsWith('.ts')) return isOfCompanion ? 'npm run -s companion -- emulator' : 'npm run -s emulator --';
  if (isOfCompanion) return 'pilot-companion emulator';
  return env['npm_command'] === 'exec' ? 'npx pilot-companion-emulator' : 'pilot-companion-emulator';
}

// Opens a URL in the user's browser: `$BROWSER`, otherwise that of the system. Without a shell, so that the URL is one
// argument; the browser outlives the emulator.

type BrowserPlace = Pick<NodeJS.Process, 'env' | 'platform'>;

/** Calls `onNone` if no browser could be started. */
export function openInBrowser(address: string, place: BrowserPlace, onNone: () => void): void {
  const [program, ...argv] = browserCommand(address, place);
  if (program === undefined) return onNone();
  const child = spawn(program, argv, { detached: true, stdio: 'ignore', shell: false });
  child.unref();
  child.once('error', onNone);
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) onNone();
  });
}

/** The program and its arguments; empty without a display. */
export function browserCommand(address: string, { env, platform }: BrowserPlace): string[] {
  const named = env['BROWSER']?.trim() ?? '';
  if (named !== '') return [...(existsSync(named) ? [named] : named.split(/\s+/)), address];
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open', address] : [];
}
