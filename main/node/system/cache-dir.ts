// The user's own folder for what can be made again. Never one that all users share: its files are run.
import { join } from 'node:path';
import { homeDir, namedDir } from '../../core/platform/files/home-dir.ts';

export function defaultCacheDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homeDir(),
): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Pilot Companion', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Pilot Companion');
  return join(namedDir(env['XDG_CACHE_HOME']) ?? join(home, '.cache'), 'Pilot Companion');
}
