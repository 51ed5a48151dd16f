// Opens an address in the browser of whoever started the emulator: `$BROWSER` first, else the system's own way. Without
// a shell: the address is one argument. The browser lives on by itself.

import { spawn } from 'node:child_process';

export interface BrowserPlace {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

/** Calls `onNone` where no browser took it. */
export function openInBrowser(address: string, place: BrowserPlace, onNone: () => void): void {
  tryEach(browserCommands(address, place), onNone);
}

export type BrowserCommand = readonly [program: string, ...argv: string[]];

/** What to try, in order; nothing where there is no screen to show it on. */
export function browserCommands(address: string, { env, platform }: BrowserPlace): BrowserCommand[] {
  const { BROWSER: named = '', DISPLAY, WAYLAND_DISPLAY } = env;
  if (named.trim() !== '') {
    // Several are parted by colons, as xdg-open reads it; on Windows a colon stands in a path.
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
