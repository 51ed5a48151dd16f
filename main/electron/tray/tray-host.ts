// Whether the desktop shows tray icons. On Linux a program of the desktop does, if there is one
// (https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem); GNOME has none without an extension.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limitMs = 2_000;
const bus = 'org.freedesktop.DBus';
const watcher = 'org.kde.StatusNotifierWatcher';

/** Programs that query the session bus; most desktops have both. Each prints `true` or `false`. */
const queries: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    'gdbus',
    'call',
    '--session',
    '--dest',
    bus,
    '--object-path',
    '/org/freedesktop/DBus',
    '--method',
    `${bus}.NameHasOwner`,
    watcher,
  ],
  ['busctl', '--user', 'call', bus, '/org/freedesktop/DBus', bus, 'NameHasOwner', 's', watcher],
];

/** Resolves within seconds. True if nothing can be found out: then nothing is claimed. */
export async function hasTrayHost(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, ...args] of queries) {
    try {
      const { stdout } = await run(program, args, { env, timeout: limitMs });
      const [answer] = /\b(?:true|false)\b/.exec(stdout) ?? [];
      if (answer !== undefined) return answer === 'true';
    } catch {
      // Not installed, or there is no session bus.
    }
  }
  return true;
}
