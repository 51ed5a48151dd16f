// A real Chromium for tests: the one in PILOT_COMPANION_BROWSER, or else Debian's.
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

/** The variable with the address of the Chromium that the browser tests share. */
export const browserServerVariable = 'PILOT_COMPANION_BROWSER_SERVER';

/**
 * Returns the shared Chromium, or a separate one if none is shared or extra switches (`more`) are needed. The caller has to
 * close it, which for a shared one closes only the caller's pages. Throws with instructions if there is no browser.
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
  // Chromium's sandbox doesn't work as root.
  const isRoot = process.getuid?.() === 0;
  return { executablePath, args: [...(isRoot ? ['--no-sandbox'] : []), ...quiet, ...more] };
}
