// Main script of the single executable. Node can load the npm package and the keychain's binary only from files, so the
// first start unpacks them into a folder of this version in the user's own cache.
'use strict';
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset, getAssetKeys, getRawAsset } = require('node:sea');

process.on('SIGUSR1', () => {});
const { version, digest } = JSON.parse(getAsset('about.json', 'utf8'));
const args = process.argv.slice(2);

if (args.length === 1 && args[0] === '--version') {
  writeSync(1, `${version}\n`);
} else {
  try {
    const folder = unpacked();
    createRequire(join(folder, 'package.json'))('./dist/cli/pilot-companion.cjs');
  } catch (error) {
    writeSync(2, `The program could not be unpacked into ${cacheFolder()}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** As in main/node/system/places.ts. */
function cacheFolder() {
  const { env, platform } = process;
  const home = homedir();
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Pilot Companion', 'Cache');
  }
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Pilot Companion');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'Pilot Companion');
}

/** Returns the folder with the unpacked files. It is created with all of them or not at all. */
function unpacked() {
  const cache = cacheFolder();
  const folder = join(cache, `program-${version}-${digest}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    const part = mkdtempSync(join(cache, 'unpacking-'));
    for (const key of getAssetKeys().filter((one) => one !== 'about.json')) {
      const path = join(part, ...key.split('/'));
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, new Uint8Array(getRawAsset(key)), { mode: 0o600 });
    }
    chmodSync(part, 0o700);
    try {
      renameSync(part, folder);
    } catch (error) {
      rmSync(part, { recursive: true, force: true });
      // Unless another process has created it meanwhile.
      if (!existsSync(folder)) throw error;
    }
  }
  const { uid, mode } = statSync(folder);
  // Files that others can change must not be executed.
  if (process.platform !== 'win32' && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${folder} can be changed by another user. Remove it.`);
  }
  return folder;
}
