// The home folder, and folders that the environment names.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

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

/** Returns a folder that the environment names; a relative one is not used (XDG Base Directory Specification). */
export const namedDir = (path: string | undefined): string | null =>
  path !== undefined && isAbsolute(path) ? path : null;
