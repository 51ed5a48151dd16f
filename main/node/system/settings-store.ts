// Settings in JSON files, by conf; on the desktop by electron-store, which is based on it. Both write a temporary file,
// sync and rename it.
import Conf from 'conf';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock, SettingsStore } from '../../core/platform/ports.ts';
import { withoutMark } from '../../core/platform/text/byte-order-mark.ts';

type Document = Record<string, unknown>;

const storeOptions = {
  // Resetting an unreadable file would lose the pilot's settings.
  clearInvalidConfig: false,
  // A dot in a name is part of the name.
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
  deserialize: parsed,
} as const;

function parsed(text: string): Document {
  const document: unknown = JSON.parse(withoutMark(text));
  // A list would be read as a document without settings, and be written over.
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new TypeError('A stored document is an object.');
  return document as Document;
}

/** `folder` is absolute. */
export const createSettingsStore = (folder: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStore(folder, 'settings', clock, (options) => new Conf({ cwd: folder, configName: 'settings', ...options }));

type Options = typeof storeOptions & { readonly watch?: true };

/** `name` has no extension. `open` makes the library's store of that file; it reads the file, and throws if it can't. */
export function createStore(
  folder: string,
  name: string,
  clock: Pick<Clock, 'now'>,
  open: (options: Options) => Pick<Conf<Document>, 'store' | 'onDidAnyChange' | '_closeWatcher'>,
): SettingsStore {
  const path = join(folder, `${name}.json`);
  const copyPath = join(folder, `${name}.last-good.json`);
  let opened: { store: Document } | undefined;
  const library = () => (opened ??= open(storeOptions));

  function keepAside(): string | null {
    if (!existsSync(path)) return null;
    const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
    const aside = join(folder, `${name}.unreadable-${stamp}.json`);
    renameSync(path, aside);
    if (isDocument(copyPath)) copyFileSync(copyPath, path);
    return basename(aside);
  }

  return {
    read() {
      if (!existsSync(path)) return undefined;
      try {
        return { ...library().store };
      } catch {
        // Text, so that the parser rejects it and it is moved aside.
        return '';
      }
    },
    write(value) {
      // The library reads the file when it opens it, and throws if it can't: the app would not start.
      if (existsSync(path) && !isDocument(path)) keepAside();
      library().store = { ...(value as Document) };
      try {
        copyFileSync(path, copyPath);
      } catch {
        // The document itself is written; only its copy failed.
      }
    },
    keepAside,
    onChange(listener) {
      // Another store: one that watches reads from its cache, and would write over a change that it has not seen yet.
      const watching = open({ ...storeOptions, watch: true });
      watching.onDidAnyChange(listener);
      return () => watching._closeWatcher();
    },
  };
}

function isDocument(path: string): boolean {
  try {
    parsed(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
