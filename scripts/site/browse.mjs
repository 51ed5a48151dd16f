// Opens the built site in a browser, in light and dark, and searches it. Reports requests to other addresses, requests
// that fail, errors of scripts, and a search that finds nothing.
import { chromium } from 'playwright';
import { preview } from 'vite';

const paths = [
  '',
  'pilots/install.html',
  'pilots/cli.html',
  'architecture.html',
  'decisions/0001-typescript-run-as-it-is.html',
];

/**
 * @param {{ folder: string, base: string, browser: string }} options `browser`: the path of a Chromium
 * @returns {Promise<string[]>} one line for each fault
 */
export async function browse({ folder, base, browser }) {
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    root: folder,
    base,
    appType: 'mpa',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const bound = server.httpServer.address();
  const origin = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
  /** @type {string[]} */
  const faults = [];
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await chrome.newPage({ colorScheme });
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`A page requests ${url}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} for ${response.url()}`);
      });
      page.on('pageerror', (error) => faults.push(`A script failed: ${error.message}`));
      for (const path of paths) {
        await page.goto(`${origin}${base}${path}`, { waitUntil: 'networkidle' });
        const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'));
        if (isDark !== (colorScheme === 'dark')) faults.push(`/${path} is not ${colorScheme}`);
      }
      faults.push(...(await search(page)));
      await page.close();
    }
  } finally {
    await chrome.close();
    await server.close();
  }
  return faults;
}

/** @param {import('playwright').Page} page */
async function search(page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('keychain');
  const first = page.locator('.VPLocalSearchBox a.result').first();
  const isFound = await first.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  );
  if (!isFound) return ['The search for "keychain" finds nothing'];
  await first.click();
  // The page changes without a load event, so its content is polled.
  const isThere = await page
    .locator('main', { hasText: /keychain/i })
    .waitFor({ timeout: 30_000 })
    .then(
      () => true,
      () => false,
    );
  return isThere ? [] : ['The first result of the search for "keychain" is a page without it'];
}
