// Launch at login: a login item on macOS, an entry of the registry on Windows, an autostart file on Linux
// (https://specifications.freedesktop.org/autostart-spec). The system is queried each time, because it can be changed
// there.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import type { LaunchState } from '../../contract/commands.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { appId } from './app-id.ts';
import { appImageOf } from './app-image.ts';

/** Read by run-options.ts. */
const args = ['--background'];

type LaunchOptions = {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The program, absolute. */
  readonly program: string;
};

type LaunchAtLogin = {
  read(): LaunchState;
  set(isWanted: boolean): Result<null>;
};

export function createLaunchAtLogin({ app, platform, env, home, program }: LaunchOptions): LaunchAtLogin {
  // An AppImage is mounted at another place each time; this is the file itself.
  const file = appImageOf(env, program) ?? program;
  const entry = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'autostart', `${appId}.desktop`);

  function readSystem(): LaunchState {
    if (platform === 'linux') return autostartState(readOrNull(entry));
    const item = app.getLoginItemSettings(platform === 'win32' ? { args } : {});
    if (platform === 'darwin') {
      return item.status === 'requires-approval' ? 'blocked' : item.status === 'enabled' ? 'on' : 'off';
    }
    return !item.openAtLogin ? 'off' : item.executableWillLaunchAtLogin ? 'on' : 'blocked';
  }

  function writeEntry(isWanted: boolean) {
    if (!isWanted) return rmSync(entry, { force: true });
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(entry, autostartEntry(file));
  }

  return {
    // Started from the repository there is no program to launch.
    read: () => (app.isPackaged ? readSystem() : 'unavailable'),
    set(isWanted) {
      try {
        if (platform === 'linux') writeEntry(isWanted);
        else app.setLoginItemSettings({ openAtLogin: isWanted, ...(platform === 'win32' && { args, enabled: true }) });
        return ok(null);
      } catch (error) {
        return failed(failures.launchNotChanged(errorCode(error)));
      }
    },
  };
}

/** Whether macOS opened the app at login: it passes no argument then. */
export const wasOpenedAtLogin = (
  app: Pick<App, 'getLoginItemSettings'>,
  platform: NodeJS.Platform = process.platform,
): boolean => platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

/** The file that starts a program at login. */
const autostartEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Pilot Companion',
    `Exec=${quoted(program)} ${args.join(' ')}`,
    // Without the program, which an uninstall removes, the desktop ignores the file.
    `TryExec=${program}`,
    'Icon=pilot-companion',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/** An argument as the Desktop Entry Specification wants it: quoted, and a percent sign doubled. */
const quoted = (text: string) => `"${text.replace(/["`$\\]/g, String.raw`\\$&`).replaceAll('%', '%%')}"`;

/** `text`: the file's, null if there is none. Desktops switch an entry off in one of two ways. */
export function autostartState(text: string | null): LaunchState {
  if (text === null) return 'off';
  return /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(text) ? 'blocked' : 'on';
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
