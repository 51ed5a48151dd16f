// The settings file of the Node hosts: written to a temporary file, synced, renamed.
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { createStoredDocument } from '../../core/storage/files/json-document.ts';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';

export const createSettingsStore = (folder: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStoredDocument({
    folder,
    name: 'settings',
    clock,
    save: (value) =>
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(value, undefined, '\t'), { mode: 0o600 }),
  });
