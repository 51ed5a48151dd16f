// An AppImage of version 1.0.0 in a temporary folder, and the engine as it runs in it, in Node instead of Electron.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { WholeAppImageUpdater } from '../../../main/electron/updates/engine/engine.ts';
import { createEngine } from '../../../main/electron/updates/engine/engine.ts';
import { updateFailure } from '../../../main/electron/updates/updates.ts';
import { NodeDownloads } from './node-downloads.ts';
import { openUpdateFeed } from './update-feed.ts';

export const oldImage = Buffer.from('the app of version 1.0.0');
export const newImage = Buffer.alloc(300_000, 'the app of version 1.1.0 ');
export const installationId = '7d4ec1f8-3f43-4a0f-8d0a-0d6f0e3ce0aa';

export type InstalledApp = Awaited<ReturnType<typeof openInstalledApp>>;

export async function openInstalledApp() {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-updates-'));
  const installed = join(folder, 'Pilot Companion.AppImage');
  const pending = join(folder, 'updater/pending');
  writeFileSync(installed, oldImage, { mode: 0o755 });
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: updater\n');
  vi.stubEnv('APPIMAGE', installed);
  const feed = await openUpdateFeed();
  return {
    folder,
    installed,
    feed,
    /** Names of what was downloaded, or is being. */
    pending: () => (existsSync(pending) ? readdirSync(pending) : []),
    engineOf({ version = '1.0.0', cache = folder, keys = [feed.publicKey] } = {}) {
      const updater = new WholeAppImageUpdater(null, {
        version,
        name: 'pilot-companion',
        isPackaged: true,
        appUpdateConfigPath: join(folder, 'app-update.yml'),
        userDataPath: folder,
        baseCachePath: cache,
        whenReady: () => Promise.resolve(),
        relaunch() {},
        quit() {},
        onQuit() {},
      });
      Object.assign(updater, { httpExecutor: new NodeDownloads() });
      return createEngine({
        updater,
        feed: { address: feed.address, keys },
        fetch,
        installationId,
        log: { debug() {}, info() {}, warn() {}, error() {} },
      });
    },
    async close() {
      vi.unstubAllEnvs();
      await feed.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The message that the pilot gets. */
export const toldOf = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (error: unknown) => updateFailure(error).message.id,
  );
