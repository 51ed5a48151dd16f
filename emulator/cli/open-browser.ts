// Opens a URL in the user's browser: `$BROWSER`, otherwise that of the system. Without a shell, so that the URL is one
// argument; the browser outlives the emulator.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

type BrowserPlace = {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
};

/** Calls `onNone` if no browser could be started. */
export function openInBrowser(address: string, place: BrowserPlace, onNone: () => void): void {
  tryEach(browserCommands(address, place), onNone);
}

type BrowserCommand = readonly [program: string, ...argv: string[]];

/** The commands to try, in order; none without a display. */
export function browserCommands(address: string, { env, platform }: BrowserPlace): BrowserCommand[] {
  const { BROWSER: named = '', DISPLAY, WAYLAND_DISPLAY } = env;
  if (named.trim() !== '') {
    return commandLines(named, platform === 'win32').flatMap(([program, ...argv]) => {
      if (program === undefined) return [];
      const filled = argv.map((argument) => argument.replaceAll('%s', () => address));
      return [[program, ...(argv.some((argument) => argument.includes('%s')) ? filled : [...argv, address])] as const];
    });
  }
  if (platform === 'darwin') return [['open', address]];
  if (platform === 'win32') return [['rundll32', 'url.dll,FileProtocolHandler', address]];
  return DISPLAY || WAYLAND_DISPLAY ? [['xdg-open', address]] : [];
}

/**
 * Splits a colon-separated list of commands, as for xdg-open, into words as a shell does. The path of a program may
 * contain spaces without quotes. On Windows colons and backslashes are parts of paths.
 */
function commandLines(named: string, isWindows: boolean): string[][] {
  if (existsSync(named)) return [[named]];
  if (isWindows) return [(named.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ''))];
  const lines: string[][] = [[]];
  for (const word of named.match(/(?:[^\s:"'\\]|\\.|"(?:\\.|[^"\\])*"|'[^']*')+|:/gs) ?? []) {
    if (word === ':') lines.push([]);
    else
      lines
        .at(-1)
        ?.push(
          word.replace(/\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs, (_, ...[bare, single, double]) =>
            String(bare ?? single ?? String(double).replace(/\\(["\\$`])/g, '$1')),
          ),
        );
  }
  return lines;
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
