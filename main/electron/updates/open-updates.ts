// Joins the updates with this installation: what kind it is, where its updates come from, and what is new in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Companion } from '../../core/app/companion.ts';
import type { AppState } from '../../contract/state.ts';
import type { Clock, Logger, SettingsStore } from '../../core/platform/ports.ts';
import { settingsOrDefaults } from '../../core/settings/settings.ts';
import { keysIn, notesSince, updatedBy } from './installation.ts';
import { createUpdateRecord, createUpdates, type Updates } from './updates.ts';

type OpenOptions = {
  readonly app: Pick<App, 'isPackaged' | 'getVersion' | 'getAppPath' | 'quit'>;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: string;
  /** The arguments of this start, for the one after an update. */
  readonly args: readonly string[];
  /** Of the package; absent if the app runs from the repository. */
  readonly resources: string | undefined;
  /** The file with all notes of releases. */
  readonly changelog: string;
  readonly settings: SettingsStore;
  readonly stored: SettingsStore;
  readonly clock: Clock;
  readonly log: Logger;
};

export function openUpdates(options: OpenOptions): Updates {
  const { app, platform, env, program, args, resources = '', settings, stored, clock, log } = options;
  const version = app.getVersion();
  const packageType = app.isPackaged ? readOrNull(join(resources, 'package-type')) : null;
  const keys = app.isPackaged ? keysIn(app.getAppPath()) : [];
  const hasFeed = keys.length > 0 && existsSync(join(resources, 'app-update.yml'));
  const record = createUpdateRecord(stored, version);
  return createUpdates({
    by: updatedBy({ isPackaged: app.isPackaged, platform, env, program, packageType, hasFeed }),
    version,
    clock,
    log,
    random: Math.random,
    settings: () => settingsOrDefaults(settings.read()),
    async openEngine() {
      const { createElectronEngine } = await import('./engine/electron-engine.ts');
      const restartArgs = args.filter((arg) => arg.startsWith('--'));
      const installationId = record.installationId();
      return createElectronEngine({ platform, resources, keys, installationId, restartArgs, log });
    },
    record,
    news: newsOf(options.changelog, record.readVersion(), version),
    quit: () => app.quit(),
  });
}

/** Keeps the updates informed about the queue and the settings, from the companion's start on. */
export async function followCompanion(updates: Updates, companion: Companion): Promise<void> {
  companion.subscribe((event) => {
    if (event.type === 'settings.changed') updates.settingsChanged();
    if (event.type === 'state.changed') updates.follow(event.state);
  });
  const state = await companion.handle('app.state', {});
  if (state.ok) updates.follow(state.value as AppState);
  updates.start();
}

function newsOf(changelog: string, before: string, version: string) {
  if (before === version) return null;
  const notes = notesSince(readOrNull(changelog) ?? '', before, version);
  return { version, notes };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
