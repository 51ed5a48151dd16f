import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

// The first is Debian's headless shell, which takes a third less time.
const linuxNames = [
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];
const windowsEdge = 'Microsoft\\Edge\\Application\\msedge.exe';

/**
 * Returns the usual paths of Chrome, Chromium and Edge, best first. Pure.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]} absolute paths
 */
export function browserPlaces(platform, env) {
  if (platform === 'darwin') {
    const folders = ['/Applications', ...(env['HOME'] ? [posix.join(env['HOME'], 'Applications')] : [])];
    return macApps.flatMap((app) => folders.map((folder) => `${folder}/${app}.app/Contents/MacOS/${app}`));
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((path) => !!path);
    return [...windowsApps, windowsEdge].flatMap((app) => folders.map((folder) => win32.join(String(folder), app)));
  }
  const folders = [...(env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin'].filter((path) =>
    path.startsWith('/'),
  );
  const inFolders = linuxNames.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  // Last, because a snap can't see temporary profiles.
  const isSnap = (/** @type {string} */ path) => path.startsWith('/snap/');
  return [
    ...new Set([...inFolders.filter((path) => !isSnap(path)), '/opt/google/chrome/chrome', '/snap/bin/chromium']),
  ];
}

/** Returns the path of the best installed browser, or undefined. */
export const installedBrowser = () => browserPlaces(process.platform, process.env).find((path) => existsSync(path));
