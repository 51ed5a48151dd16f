// The default data folder, shared with the desktop app.
import { join } from 'node:path';
import { homeDir, namedDir, withHome } from '../../core/platform/files/home-dir.ts';

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
