// One process at a time works with a secret. The lock is where the secret is: for the keychain, which all data folders of
// a user share, in one folder of the user; for the vault, beside it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { homeDir } from '../../core/platform/files/home-dir.ts';
import { makeFolder } from '../../core/platform/files/make-folder.ts';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { takeLock, type Lock } from '../../core/storage/files/lock-file.ts';

/** The app's id in Flatpak (scripts/release/desktop/identity.mjs). */
const flatpakId = 'app.pilotcompanion.PilotCompanion';

/**
 * The user's own folder for locks, whatever the environment of a process is. On Linux it is the one folder that
 * Flatpak shows to the app and to the system under the same path.
 */
export function userLockDir(platform: NodeJS.Platform = process.platform, home = accountHome()): string {
  if (platform === 'win32') return join(home, 'AppData', 'Local', 'Pilot Companion', 'Locks');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Pilot Companion', 'Locks');
  const runtime = `/run/user/${process.getuid?.() ?? 0}`;
  return existsSync(runtime) ? join(runtime, 'app', flatpakId) : join(home, '.local', 'state', 'Pilot Companion');
}

/** Not `HOME`, which may differ between processes. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // The system doesn't know this user.
    return homeDir();
  }
}

export function createSecretLock(deps: {
  dataDir: string;
  /** Of the user. */
  lockDir: string;
  /** The service name of items in the keychain. */
  service: string;
  clock: Clock;
  log: Logger;
}) {
  const { clock, log } = deps;

  const take = (folder: string, name: string) => takeLock(join(folder, `refresh-${name}.lock`), clock);

  /** Null where this user has no folder for it: then only the processes on one data folder are exclusive. */
  async function takeForUser(name: string): Promise<Lock | null> {
    try {
      makeFolder(deps.lockDir);
      return await take(deps.lockDir, name);
    } catch (error) {
      log.warn('the processes on other data folders are not excluded', { error });
      return null;
    }
  }

  /**
   * `inKeychain`: its item may be there. The lock beside the vault is taken in any case, and first: where the item is
   * can change, and differ between processes.
   */
  return async <T>(name: string, inKeychain: boolean, work: () => Promise<T>): Promise<T> => {
    const digest = createHash('sha256').update(`${deps.service}\0${name}`).digest('hex').slice(0, 16);
    const beside = await take(deps.dataDir, digest);
    const ofUser = inKeychain ? await takeForUser(digest) : null;
    try {
      return await work();
    } finally {
      ofUser?.release();
      beside.release();
    }
  };
}
