// The home folder, and folders that the environment names.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { realpath } from 'node:fs/promises';

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

// A path as a person types or pastes it. The working directory of the process means nothing to a window, so a path
// that is not absolute names nothing; the command line makes its own paths absolute first.

/**
 * Returns the absolute path: without the quotes that "Copy as path" puts around it, and with `~` for the home folder.
 * Null if it is not absolute.
 */
export function typedPath(text: string, home: string = homeDir()): string | null {
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  const path = withHome(plain, home);
  return isAbsolute(path) ? normalize(path) : null;
}

// A folder keeps the path that it was given, so that a link in it is followed wherever it leads later.

/** Returns where a path leads; the path itself if nothing is there. */
export const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Returns the folder that a path leads to, by its own path or through links; null if it is not among these. */
export async function findFolder<T extends { readonly path: string }>(
  folders: readonly T[],
  path: string,
): Promise<T | null> {
  const real = await realPathOf(path);
  for (const folder of folders) if (folder.path === path || (await realPathOf(folder.path)) === real) return folder;
  return null;
}
