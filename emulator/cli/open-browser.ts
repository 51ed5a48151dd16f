// Opens a URL in the user's browser: `$BROWSER`, otherwise that of the system. Without a shell, so that the URL is one
// argument; the browser outlives the emulator.

import { spawn } from 'node:child_process';

interface BrowserPlace {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

/** Calls `onNone` if no browser could be started. */
export function openInBrowser(address: string, place: BrowserPlace, onNone: () => void): void {
  tryEach(browserCommands(address, place), onNone);
}

type BrowserCommand = readonly [program: string, ...argv: string[]];

/** The commands to try, in order; none without a display. */
export function browserCommands(address: string, { env, platform }: BrowserPlace): BrowserCommand[] {
  const { BROWSER: named = '', DISPLAY, WAYLAND_DISPLAY } = env;
  if (named.trim() !== '') {
    // A colon-separated list, as for xdg-open; on Windows a colon is part of a path.
    return (platform === 'win32' ? [named] : named.split(':')).flatMap((text) => {
      const [program, ...argv] = text.split(/\s+/).filter((word) => word !== '');
      if (program === undefined) return [];
      const filled = argv.map((argument) => argument.replaceAll('%s', () => address));
      return [[program, ...(text.includes('%s') ? filled : [...argv, address])] as const];
    });
  }
  if (platform === 'darwin') return [['open', address]];
  if (platform === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler', address]];
  return DISPLAY || WAYLAND_DISPLAY ? [['xdg-open', address]] : [];
}

function tryEach([command, ...others]: readonly BrowserCommand[], onNone: () => void): void {
  if (command === undefined) return onNone();
  const [program, ...argv] = command;
  const child = spawn(program, argv, { detached: true, stdio: 'ignore', shell: false });
  child.unref();
  child.once('error', () => tryEach(others, onNone));
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) tryEach(others, onNone);
  });
}
