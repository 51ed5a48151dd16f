// The real Chromium that tests drive. `npm test` finds it and names it in PILOT_COMPANION_BROWSER; where a test is run
// by itself, the first one in the usual places does.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright';

const usualPlaces = [
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Absolute path of the browser to drive. */
export function browserPath(): string {
  const path = process.env['PILOT_COMPANION_BROWSER'] || usualPlaces.find((place) => existsSync(place));
  if (path === undefined) throw new Error('There is no Chrome or Chromium here. Name one in PILOT_COMPANION_BROWSER.');
  return path;
}

/** Nothing that a browser does by itself; and no sandbox only where Chromium could not start with one. */
export const browserArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath: browserPath(),
    args: [...browserArgs, ...(options.args ?? [])],
  });
}
