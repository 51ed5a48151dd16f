// A settings document in a file. The library that writes it (electron-store, atomically) is safe against power failures;
// invalid JSON is returned as text, so that the parser rejects it and it can be moved aside.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { withoutMark } from '../../platform/text/byte-order-mark.ts';
import type { Clock, SettingsStore } from '../../platform/ports.ts';

export function createStoredDocument(deps: {
  /** Absolute. */
  readonly folder: string;
  /** Without its extension. */
  readonly name: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Replaces that file by the library. */
  save(value: Record<string, unknown>): void;
}): SettingsStore {
  const { folder, name, clock } = deps;
  const path = join(folder, `${name}.json`);
  const copyPath = join(folder, `${name}.last-good.json`);

  /** A second copy of the last write: some power failures leave zeros in a renamed file. */
  function keepCopy(text: string) {
    const making = `${copyPath}.new`;
    try {
      writeFileSync(making, text, { mode: 0o600, flush: true });
      renameSync(making, copyPath);
    } catch {
      // The document itself is written; only its copy failed.
    }
  }

  return {
    read: () => readDocument(path),
    write(value) {
      if (typeof value !== 'object' || value === null) throw new TypeError('A stored document is an object.');
      deps.save({ ...value });
      keepCopy(JSON.stringify(value));
    },
    keepAside() {
      if (!existsSync(path)) return null;
      const stamp = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
      const aside = join(folder, `${name}.unreadable-${stamp}.json`);
      renameSync(path, aside);
      if (typeof readDocument(copyPath) === 'object') copyFileSync(copyPath, path);
      return basename(aside);
    },
  };
}

/** Undefined if there is no document; the text if it is not JSON, and empty if it cannot be read. */
function readDocument(path: string): unknown {
  let text: string;
  try {
    text = withoutMark(readFileSync(path, 'utf8'));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : '';
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
