// A document of settings in a file. The library that writes it (electron-store, conf) writes beside, syncs and renames,
// so that a power cut leaves the old document or the new one, but refuses to open what is no longer JSON; here such a
// document is handed on as its text, so that whoever parses it sees that it cannot be read, and can have it kept aside.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import type { Clock, SettingsStore } from '../../platform/ports.ts';

export function createStoredDocument(deps: {
  /** Absolute. */
  readonly folder: string;
  /** Without its extension. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  /** The library's store on that very file. */
  open(): { store: Record<string, unknown> };
}): SettingsStore {
  const { folder, name, clock } = deps;
  const path = join(folder, `${name}.json`);
  const copyPath = join(folder, `${name}.last-good.json`);

  /** What was written last, once more: some power cuts leave zeroes where a renamed file was. */
  function keepCopy(text: string) {
    const making = `${copyPath}.new`;
    try {
      writeFileSync(making, text, { mode: 0o600, flush: true });
      renameSync(making, copyPath);
    } catch {
      // The document itself is written: what is in the way of its copy costs the copy alone.
    }
  }

  return {
    /** Undefined where there is no document yet; the bare text where it is not JSON (none of a folder, of what nobody may read). */
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (error) {
        return errorCode(error) === 'ENOENT' ? undefined : '';
      }
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
    },
    write(value) {
      if (typeof value !== 'object' || value === null) throw new TypeError('A stored document is an object.');
      deps.open().store = { ...value };
      keepCopy(JSON.stringify(value));
    },
    keepAside() {
      if (!existsSync(path)) return null;
      const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
      const aside = join(folder, `${name}.unreadable-${stamp}.json`);
      renameSync(path, aside);
      if (isDocument(copyPath)) copyFileSync(copyPath, path);
      return basename(aside);
    },
  };
}

function isDocument(path: string): boolean {
  try {
    return typeof JSON.parse(readFileSync(path, 'utf8')) === 'object';
  } catch {
    return false;
  }
}
