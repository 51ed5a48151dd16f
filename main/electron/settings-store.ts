// Settings and the place of the window, each a document kept by electron-store, which writes beside, syncs and renames
// (a power cut leaves the old document or the new one). electron-store refuses to open what is no longer JSON; here such
// a document is handed on as its text, so that core sees that it cannot be read, says so, and has it kept aside.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import ElectronStore from 'electron-store';
import type { Clock, SettingsStore } from '../core/ports.ts';

type StoredDocumentOptions = {
  /** Absolute. */
  readonly folder: string;
  /** Without its extension. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
};

export function createStoredDocument({ folder, name, clock }: StoredDocumentOptions): SettingsStore {
  const path = join(folder, `${name}.json`);
  const open = () =>
    new ElectronStore<Record<string, unknown>>({
      cwd: folder,
      name,
      // The default today; said here because a settings file that resets itself loses what the pilot set.
      clearInvalidConfig: false,
      // Names with dots are names, not paths.
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
    });

  return {
    /** Undefined where there is no document yet; the bare text where it is not JSON. */
    read() {
      if (!existsSync(path)) return undefined;
      const text = readFileSync(path, 'utf8');
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
    },
    write(value) {
      if (typeof value !== 'object' || value === null) throw new TypeError('A stored document is an object.');
      open().store = { ...value };
    },
    keepAside() {
      if (!existsSync(path)) return null;
      const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
      const aside = join(folder, `${name}.unreadable-${stamp}.json`);
      renameSync(path, aside);
      return basename(aside);
    },
  };
}
