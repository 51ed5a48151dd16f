// electron-updater, reduced to what the app needs: check, download, install. Tests inject their own updater.
import { CancellationToken, type AppUpdater, type BaseUpdater } from 'electron-updater';
import type { UpdateChannel } from '../../../contract/settings.ts';
import type { Logger } from '../../../core/platform/ports.ts';
import { isInRollout, type FeedConfig } from './feed-config.ts';
import { type Fetch, signedFeed } from './signed-provider.ts';

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
