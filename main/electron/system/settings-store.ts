// Documents of the desktop app (settings, the window's place), kept by electron-store: written beside, synced, renamed.
import ElectronStore from 'electron-store';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';
import { createStoredDocument } from '../../core/storage/files/json-document.ts';

/** `folder` is absolute; `name` without its extension. */
export const createDocumentStore = (folder: string, name: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStoredDocument({
    folder,
    name,
    clock,
    open: () =>
      new ElectronStore<Record<string, unknown>>({
        cwd: folder,
        name,
        // A settings file that resets itself loses what the pilot set.
        clearInvalidConfig: false,
        // Names with dots are names, not paths.
        accessPropertiesByDotNotation: false,
        configFileMode: 0o600,
      }),
  });
