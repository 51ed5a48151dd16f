// Whether the desktop shows tray icons. On Linux a program of the desktop does, if there is one
// (https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem); GNOME has none without an extension.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limitMs = 2_000;
const ask = 'NameHasOwner';
const watcher = 'org.kde.StatusNotifierWatcher';
const bus = 'org.freedesktop.DBus';
const path = '/org/freedesktop/DBus';

/** Programs that query the session bus; most desktops have both. Each prints `true` or `false`. */
const queries = [
  `gdbus call --session --dest ${bus} --object-path ${path} --method ${bus}.${ask} ${watcher}`,
  `busctl --user call ${bus} ${path} ${bus} ${ask} s ${watcher}`,
];

/** Resolves within seconds. True if nothing can be found out: then nothing is claimed. */
export async function hasTrayHost(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const query of queries) {
    const [program = '', ...args] = query.split(' ');
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
