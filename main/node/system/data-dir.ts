// The default data folder, shared with the desktop app.
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultDataDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home = homedir(),
): string {
  if (env['PILOT_COMPANION_DATA_DIR']) return env['PILOT_COMPANION_DATA_DIR'];
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Pilot Companion');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pilot Companion');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Pilot Companion');
}
