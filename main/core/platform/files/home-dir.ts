// The home folder, and folders that the environment names.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Returns the home folder: the account's own where `HOME` is empty or relative. A user without an account has none: `/`. */
export function homeDir(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The system doesn't know this user.
    }
  }
  return '/';
}

/** Returns a path with the home folder for a `~` at its start, which a shell leaves alone in `--option=~/x`. */
export const withHome = (path: string, home: string = homeDir()): string =>
  /^~(?=$|[\\/])/.test(path) ? join(home, path.slice(1)) : path;

/** Returns a folder that the environment names; a relative one is not used (XDG Base Directory Specification). */
export function namedDir(path: string | undefined): string | null {
  const whole = withHome(path ?? '');
  return isAbsolute(whole) ? whole : null;
}
