// A path as a person types or pastes it. The working directory of the process means nothing to a window, so a path
// that is not absolute names nothing; the command line makes its own paths absolute first.
import { isAbsolute, normalize } from 'node:path';
import { homeDir, withHome } from './home-dir.ts';

/**
 * Returns the absolute path: without the quotes that "Copy as path" puts around it, and with `~` for the home folder.
 * Null if it is not absolute.
 */
export function typedPath(text: string, home: string = homeDir()): string | null {
  const plain = text.trim().replace(/^"(.*)"$/, '$1');
  const path = withHome(plain, home);
  return isAbsolute(path) ? normalize(path) : null;
}
