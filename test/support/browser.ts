// A real Chromium for tests: the one named in PILOT_COMPANION_BROWSER, else where Debian puts its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { Browser, BrowserServer } from 'playwright';

const quiet = [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Where the browser tests find the Chromium that they share. */
export const browserServerVariable = 'PILOT_COMPANION_BROWSER_SERVER';

/**
 * The shared Chromium, or a separate one if none is shared or extra switches (`more`) are needed. The caller closes it;
 * of a shared one, that closes only the caller's pages. Throws with instructions if there is no browser.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const shared = process.env[browserServerVariable];
  return shared !== undefined && more.length === 0 ? chromium.connect(shared) : chromium.launch(options(more));
}

export const launchBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(options());

function options(more: readonly string[] = []) {
  const executablePath = process.env['PILOT_COMPANION_BROWSER'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}. Name one in PILOT_COMPANION_BROWSER, or type: npm test`);
  // Chromium's sandbox does not run as root; everywhere else it stays on.
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: [...(isRoot ? ['--no-sandbox'] : []), ...quiet, ...more] };
}
