// electron-updater, reduced to what the app needs: check, download, install. Tests inject their own updater.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppImageUpdater, CancellationToken, type AppUpdater, type BaseUpdater } from 'electron-updater';
import { parse } from 'yaml';
import { z } from 'zod';
import type { UpdateChannel } from '../../../contract/settings.ts';
import type { Logger } from '../../../core/platform/ports.ts';
import { signedFeed, type FeedConfig, type Fetch } from './signed-feed.ts';

/** What a check found. `is`: whether this installation gets it; `held`: it is newer, and this one is not in its rollout. */
export type Found = { readonly version: string; readonly is: 'offered' | 'same' | 'older' | 'held' };

export type UpdateEngine = {
  /** Throws if there is no answer, or one that must not be used. */
  check(channel: UpdateChannel): Promise<Found>;
  /** Downloads what the last check offered and verifies its hash, on Windows its publisher too. Throws; also when aborted. */
  download(options: { readonly signal: AbortSignal; onProgress(percent: number): void }): Promise<void>;
  /** Installs what was downloaded, at the very end of the process. Throws; then this version is as it was. */
  install(options: { readonly restart: boolean }): void;
  /** Quits so that the update is installed and the app starts again. */
  quitToInstall(quit: () => void): void;
};

type Options = {
  readonly updater: AppUpdater;
  readonly feed: FeedConfig;
  readonly fetch: Fetch;
  readonly installationId: string;
  readonly log: Logger;
};

export function createEngine({ updater, feed, fetch, installationId, log }: Options): UpdateEngine {
  let channel: UpdateChannel = 'stable';
  updater.setFeedURL(signedFeed({ ...feed, fetch, channel: () => channel }));
  updater.autoDownload = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // Squirrel.Mac installs on its own when the app has quit; elsewhere `install` does, after everything is stopped.
  const isMac = !canInstall(updater);
  updater.autoInstallOnAppQuit = isMac;
  // Its information names the user's id.
  updater.logger = {
    info() {},
    warn: (text: unknown) => log.warn('the updater warns', { text: String(text) }),
    error: (text: unknown) => log.warn('the updater failed', { text: String(text) }),
  };
  updater.isUserWithinRollout = ({ version, stagingPercentage }) =>
    isInRollout(installationId, version, stagingPercentage);

  return {
    async check(wanted) {
      channel = wanted;
      const result = await updater.checkForUpdates();
      if (result === null) throw new Error('The updater is not active in this app');
      const { version } = result.updateInfo;
      if (result.isUpdateAvailable) return { version, is: 'offered' };
      const order = updater.currentVersion.compare(version);
      return { version, is: order === 0 ? 'same' : order > 0 ? 'older' : 'held' };
    },
    async download({ signal, onProgress }) {
      const token = new CancellationToken();
      const cancel = () => token.cancel();
      const report = ({ percent }: { percent: number }) => onProgress(percent);
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel, { once: true });
      updater.on('download-progress', report);
      try {
        await updater.downloadUpdate(token);
      } finally {
        updater.off('download-progress', report);
        signal.removeEventListener('abort', cancel);
      }
    },
    install({ restart }) {
      if (!canInstall(updater)) return;
      let failure: unknown;
      const hear = (error: unknown) => (failure = error);
      updater.on('error', hear);
      const isInstalled = updater.install(true, restart);
      updater.off('error', hear);
      if (!isInstalled) throw failure ?? new Error('The update was not installed');
    },
    quitToInstall(quit) {
      if (isMac) updater.quitAndInstall();
      else quit();
    },
  };
}

const canInstall = (updater: AppUpdater): updater is BaseUpdater => 'install' in updater;

// Where updates come from: the address in `app-update.yml`, which electron-builder writes beside the app's archive.

const configSchema = z.object({ provider: z.literal('generic'), url: z.url().refine(isPrivateEnough) });

/** `resources` is a folder, absolute. Throws if the app was built without a feed. */
export const readFeedAddress = (resources: string): string =>
  configSchema.parse(parse(readFileSync(join(resources, 'app-update.yml'), 'utf8'))).url;

/** Without TLS, others on the network could see which version is downloaded, and hold updates back. */
function isPrivateEnough(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}

// The share of a staged rollout that an installation is in. The id never leaves this computer.

/**
 * Stable for an installation and a version, and independent from one version to the next, so that no installation is
 * always first. `percentage`: 0 to 100; undefined: all.
 */
export function isInRollout(installationId: string, version: string, percentage: number | undefined): boolean {
  if (percentage === undefined) return true;
  const hash = createHash('sha256').update(`${installationId} ${version}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < percentage / 100;
}

// Installs an AppImage: the new file is complete next to the old one before it replaces it. electron-updater deletes the old
// one first, and a full disk or a folder without permission would leave neither.

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
