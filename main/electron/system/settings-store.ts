// Documents of the desktop app (settings, window position) in electron-store: written to a temporary file, synced,
// renamed.
import ElectronStore from 'electron-store';
import { withoutMark } from '../../core/platform/text/byte-order-mark.ts';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';
import { createStoredDocument } from '../../core/storage/files/json-document.ts';

/** `folder` is absolute; `name` has no extension. */
export const createDocumentStore = (folder: string, name: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStoredDocument({
    folder,
    name,
    clock,
    save(value) {
      const library = new ElectronStore<Record<string, unknown>>({
        cwd: folder,
        name,
        // Resetting an unreadable file would lose the pilot's settings.
        clearInvalidConfig: false,
        // A dot in a name is part of the name.
        accessPropertiesByDotNotation: false,
        deserialize: (text) => JSON.parse(withoutMark(text)) as Record<string, unknown>,
        configFileMode: 0o600,
      });
      library.store = value;
    },
  });
