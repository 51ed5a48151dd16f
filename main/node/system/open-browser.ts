// Opens an address in the pilot's browser: `$BROWSER` first (several with colons between, as in xdg-open, with
// arguments, quotes and `%s`), else the system's default. No shell is used. Other users can see the arguments of processes, and
// an address may open the window or end a sign-in: macOS gets it on standard input, on Linux the listeners check the
// user (socket-owner.ts), and Windows hides arguments from other users.
import { existsSync } from 'node:fs';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { withHome } from '../../core/platform/files/home-dir.ts';
import { failures } from '../../core/messages/failures.ts';
import type { BrowserOpener, Logger } from '../../core/platform/ports.ts';

type Command = {
  readonly program: string;
  readonly arguments: readonly string[];
  /** Written to its standard input. */
  readonly input?: string;
};

/** A program that still runs after this time has opened the address. */
const settledAfterMs = 3_000;

export function createBrowserOpener(deps: {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  log: Logger;
}): BrowserOpener {
  const { env, platform, log } = deps;
  return {
    async open(address) {
      if (!URL.canParse(address) || !['http:', 'https:'].includes(new URL(address).protocol))
        return failed(failures.noBrowser());
      for (const command of browserCommands(env, platform, new URL(address).href)) {
        const outcome = await start(command, env);
        if (outcome === null) return ok(null);
        log.info('a browser did not open', { program: command.program, outcome });
      }
      return failed(failures.noBrowser());
    },
  };
}

/** For `--no-browser`: the host shows the address. */
export const neverOpens: BrowserOpener = {
  open: async (): Promise<Result<null>> => failed(failures.noBrowser()),
};

/** Returns the commands to try, in order; none without a display. */
export function browserCommands(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, address: string): Command[] {
  const named = env['BROWSER']?.trim();
  if (named) {
    return commandLines(named, platform === 'win32').flatMap((words) => commandOf(words, address));
  }
  if (platform === 'darwin') {
    return [
      { program: 'osascript', arguments: ['-'], input: `open location "${quoted(address)}"\n` },
      { program: 'open', arguments: [address] },
    ];
  }
  if (platform === 'win32') return [{ program: 'rundll32', arguments: ['url.dll,FileProtocolHandler', address] }];
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return [];
  return [{ program: 'xdg-open', arguments: [address] }];
}

/** Escapes what would end the string in a script. */
const quoted = (address: string) => address.replaceAll('\\', '%5C').replaceAll('"', '%22');

/** Words as a shell reads them, and colons between commands. On Windows colons and backslashes are parts of paths. */
const posixWords = /(?:[^\s:"'\\]|\\.|"(?:\\.|[^"\\])*"|'[^']*')+|:/gs;
const windowsWords = /(?:[^\s"]|"[^"]*")+/g;

/** The commands of `$BROWSER`, each as its words. The path of a program may contain spaces without quotes. */
function commandLines(named: string, isWindows: boolean): string[][] {
  if (existsSync(withHome(named))) return [[withHome(named)]];
  if (isWindows) return [(named.match(windowsWords) ?? []).map((word) => word.replaceAll('"', ''))];
  const lines: string[][] = [[]];
  for (const word of named.match(posixWords) ?? []) {
    if (word === ':') lines.push([]);
    else lines.at(-1)!.push(withHome(unquoted(word)));
  }
  return lines;
}

const unquoted = (word: string) =>
  word.replace(
    /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs,
    (_, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? double!.replace(/\\(["\\$`])/g, '$1'),
  );

function commandOf([program, ...given]: readonly string[], address: string): Command[] {
  if (!program) return [];
  const filled = given.map((argument) => argument.replaceAll('%s', () => address));
  return [{ program, arguments: given.some((argument) => argument.includes('%s')) ? filled : [...filled, address] }];
}

/** Returns null if the command runs or has succeeded, else the reason. */
async function start(command: Command, env: NodeJS.ProcessEnv): Promise<string | null> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const stdio = [command.input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'] as const;
    const child = spawn(command.program, command.arguments, { detached: true, stdio: [...stdio], shell: false, env });
    child.unref();
    // A missing program, or one that reads nothing, is reported by its exit.
    child.stdin?.on('error', () => {});
    child.stdin?.end(command.input);
    const timer = setTimeout(() => resolve(null), settledAfterMs);
    timer.unref();
    child.once('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    child.once('exit', (code, signal) => finish(code === 0 ? null : `ended with ${code ?? signal}`));
    function finish(outcome: string | null) {
      clearTimeout(timer);
      resolve(outcome);
    }
  });
}
