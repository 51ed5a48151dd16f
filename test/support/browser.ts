// A real Chromium for tests: the one named in PILOT_COMPANION_BROWSER, else where Debian puts its own.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';

const quiet = [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** Throws, saying what to do, where there is no browser. The caller closes it. `more`: switches of Chromium. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['PILOT_COMPANION_BROWSER'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}. Name one in PILOT_COMPANION_BROWSER, or type: npm test`);
  // Chromium's sandbox does not run as root; everywhere else it stays on.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...(isRoot ? ['--no-sandbox'] : []), ...quiet, ...more] });
}
