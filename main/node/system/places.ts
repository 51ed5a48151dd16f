// Where the user's files are, and the version of this program.
import { join } from 'node:path';
import { homeDir, namedDir, withHome } from '../../core/platform/files/home-dir.ts';
import { existsSync, readFileSync } from 'node:fs';

/** For what can be made again. Never one that all users share: its files are run. */
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

/** Shared with the desktop app. */
export function defaultDataDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homeDir(),
): string {
  if (env['PILOT_COMPANION_DATA_DIR']) return withHome(env['PILOT_COMPANION_DATA_DIR'], home);
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Pilot Companion');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pilot Companion');
  return join(namedDir(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'Pilot Companion');
}

// The package.json beside the bundle, and that of the sources.
const manifests = [new URL('../../package.json', import.meta.url), new URL('../../../package.json', import.meta.url)];
const manifest = manifests.find((url) => existsSync(url)) ?? manifests[0]!;

export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
