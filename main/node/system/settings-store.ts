// The settings document of the node host, kept by `conf`: written beside, synced and renamed.
import Conf from 'conf';
import { createStoredDocument } from '../../core/storage/files/json-document.ts';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';

export const createSettingsStore = (folder: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStoredDocument({
    folder,
    name: 'settings',
    clock,
    open: () =>
      new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: 'settings',
        // A settings file that resets itself loses what the pilot set.
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
        configFileMode: 0o600,
      }),
  });
