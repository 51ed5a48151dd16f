// Installs an AppImage: the new file is complete next to the old one before it replaces it. electron-updater deletes
// the old one first, and a full disk or a folder without permission would leave neither.
import { spawn } from 'node:child_process';
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { AppImageUpdater } from 'electron-updater';

/** Throws the error of the disk; then the old file is as it was. Names stay: a launcher and a login entry point there. */
export function replaceAppImage(installed: string, downloaded: string): void {
  const making = `${installed}.update`;
  try {
    // The download may be on another file system.
    copyFileSync(downloaded, making, constants.COPYFILE_FICLONE);
    chmodSync(making, 0o755);
    const file = openSync(making, 'r');
    fsyncSync(file);
    closeSync(file);
    renameSync(making, installed);
  } catch (error) {
    rmSync(making, { force: true });
    throw error;
  }
  rmSync(downloaded, { force: true });
}

export class WholeAppImageUpdater extends AppImageUpdater {
  /** Of the app that is started afterwards. */
  restartArgs: readonly string[] = [];

  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const installed = process.env['APPIMAGE'];
    const downloaded = this.installerPath;
    if (installed === undefined || downloaded === null) return false;
    replaceAppImage(installed, downloaded);
    if (isForceRunAfter) spawn(installed, this.restartArgs, { detached: true, stdio: 'ignore' }).unref();
    return true;
  }
}
