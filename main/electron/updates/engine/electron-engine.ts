// The updater of this system, on Electron. Loaded when the first check is due.
import { app, session } from 'electron';
import { MacUpdater, NsisUpdater } from 'electron-updater';
import type { Logger } from '../../../core/platform/ports.ts';
import { createEngine, readFeedAddress, WholeAppImageUpdater, type UpdateEngine } from './engine.ts';

type Options = {
  readonly platform: NodeJS.Platform;
  /** A folder, absolute. */
  readonly resources: string;
  readonly keys: readonly string[];
  readonly installationId: string;
  readonly restartArgs: readonly string[];
  readonly log: Logger;
};

export function createElectronEngine(options: Options): UpdateEngine {
  const { platform, resources, keys, installationId, restartArgs, log } = options;
  // The session that electron-updater downloads with: without cookies or a cache, and nothing of the person in its headers.
  const own = session.fromPartition('electron-updater', { cache: false });
  own.setUserAgent('Pilot-Companion', 'en');
  const engine = createEngine({
    updater: updaterOf(platform, restartArgs),
    feed: { address: readFeedAddress(resources), keys },
    fetch: (address, request) => own.fetch(address, request),
    installationId,
    log,
  });
  return {
    ...engine,
    install(how) {
      // The version that is started next must not find this one's lock.
      if (how.restart) app.releaseSingleInstanceLock();
      engine.install(how);
    },
  };
}

function updaterOf(platform: NodeJS.Platform, restartArgs: readonly string[]) {
  if (platform === 'win32') return new NsisUpdater();
  if (platform === 'darwin') return new MacUpdater();
  const updater = new WholeAppImageUpdater();
  updater.restartArgs = restartArgs;
  return updater;
}
