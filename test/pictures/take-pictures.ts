// `node scripts/run.mjs test/pictures/take-pictures.ts`: the screenshots of the README and the guides, taken of the real
// window on the demonstration service with its samples, and of the emulator's console. The service's checks are quick, so
// that every bay has something to show.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samples } from '../../emulator/samples/sample-files.ts';
import { neverOpens } from '../../main/node/system/open-browser.ts';
import { createEmbeddedService } from '../../main/node/host/embedded-service.ts';
import { openCompanion } from '../../main/node/host/open-companion.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { launchBrowser } from '../support/browser.ts';
import { takeConsolePicture } from './take-console-picture.ts';

const look = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  colorScheme: 'dark',
  reducedMotion: 'reduce',
} as const;
const root = join(import.meta.dirname, '../..');
const pictures = join(root, 'docs', 'pictures');
const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-pictures-'));
mkdirSync(pictures, { recursive: true });

const opened = await openCompanion({
  dataDir: join(folder, 'data'),
  profile: { kind: 'demo' },
  secretsInMemory: true,
  browser: () => neverOpens,
  embeddedService: (deps) =>
    createEmbeddedService({
      ...deps,
      options: { checkDelayMs: 9_000, moderationShare: 0.5, moderationDelayMs: 14_000, seed: 'pictures' },
    }),
});
if (!opened.ok) throw new Error(opened.failure.message.id);
const { companion, ports, close } = opened.value;
const server = await createWindowServer({
  companion,
  rendererDir: join(root, 'dist', 'renderer'),
  incomingDir: join(folder, 'incoming'),
  log: ports.log,
});
const browser = await launchBrowser();
try {
  const files = samples.slice(0, 8).map(({ path, name }) => ({ path, name }));
  await companion.addFiles(files, { kind: 'dropped' });
  // Five are uploaded by then: some are completed, some under review, and others still queued.
  await new Promise((resolve) => setTimeout(resolve, 27_000));
  const page = await browser.newPage(look);
  await page.goto(server.newAddress());
  await page.getByRole('listitem').first().waitFor();
  await page
    .getByRole('button', { name: /flight \d+/ })
    .last()
    .click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(pictures, 'board-dark.png') });
  await companion.handle('service.addSampleFlights', {});
  for (const view of ['logbook', 'map']) {
    await page.evaluate((hash) => void (location.hash = hash), view);
    // The flights are read, and the map is still.
    await page.waitForTimeout(10_000);
    if (view === 'logbook') await page.locator('[role=row]').nth(6).click();
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(pictures, `${view}-dark.png`) });
  }
  await takeConsolePicture(browser, look, pictures);
} finally {
  await browser.close();
  await server.stop();
  await close();
  rmSync(folder, { recursive: true, force: true });
}
