// Makes a stand-in for Electron's runtime, for packing where it can't be downloaded: files with the same names that
// can't be run. Packages made with it are only for checking our own files, and are never released.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} folder is created */
export function makeStandInRuntime(folder) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000810000000', 'latin1');
  const script = Buffer.from('#!/bin/sh\necho "A stand-in for Electron: it starts nothing." >&2\nexit 1\n# ');
  writeFileSync(join(folder, 'electron'), Buffer.concat([script, fuses, Buffer.from('\n')]));
  writeFileSync(join(folder, 'chrome-sandbox'), '#!/bin/sh\nexit 1\n');
  for (const name of ['electron', 'chrome-sandbox']) chmodSync(join(folder, name), 0o755);
  for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'resources.pak', 'icudtl.dat', 'version']) {
    writeFileSync(join(folder, name), 'stand-in\n');
  }
  return folder;
}
