// The settings file of the Node hosts, kept by `conf`, which replaces it atomically.
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
        // Never reset: the pilot's settings would be lost.
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
        configFileMode: 0o600,
      }),
  });
