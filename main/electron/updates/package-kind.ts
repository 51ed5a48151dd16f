// Who updates this installation: the app itself, the system's package manager, or no one.
import { dirname, isAbsolute, sep } from 'node:path';
import type { UpdatesState } from '../../contract/state.ts';

type Installation = {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The running program, absolute. */
  readonly program: string;
  /** The content of `package-type` among the resources, which a deb and an rpm have; null if there is none. */
  readonly packageType: string | null;
  /** Whether this build has the address of a feed and keys. */
  readonly hasFeed: boolean;
};

export function updatedBy({
  isPackaged,
  platform,
  env,
  program,
  packageType,
  hasFeed,
}: Installation): UpdatesState['by'] {
  if (!isPackaged) return 'nobody';
  if (platform !== 'linux') {
    // A portable program is unpacked to another place at each start.
    return hasFeed && !env['PORTABLE_EXECUTABLE_DIR'] ? 'app' : 'nobody';
  }
  // Before package-type: electron-builder packs the AppImage from a folder in which the deb's file may lie.
  if (isAppImage(env, program)) return hasFeed ? 'app' : 'nobody';
  if (packageType !== null || env['FLATPAK_ID'] || env['SNAP']) return 'system';
  return 'nobody';
}

/** The variables are inherited by programs that an AppImage starts: they apply only inside its mount. */
function isAppImage(env: Installation['env'], program: string): boolean {
  const { APPIMAGE: file, APPDIR: mount } = env;
  if (!file || !mount || !isAbsolute(file) || file.includes('\0')) return false;
  return `${dirname(program)}${sep}`.startsWith(mount.endsWith(sep) ? mount : `${mount}${sep}`);
}
