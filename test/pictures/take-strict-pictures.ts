// The board on a service that only has the documented interface: uploads, and nothing about what follows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { createEmulator } from '../../emulator/emulator.ts';
import { samples } from '../../emulator/samples/sample-files.ts';
import { autoConsentBrowser } from '../../main/core/service/auto-consent-browser.ts';
import { openCompanion } from '../../main/node/host/open-companion.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { newPicturePage, themes } from './picture-page.ts';

const reports = 4;

export async function takeStrictPictures(browser: Browser, rendererDir: string, pictures: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-strict-pictures-'));
  await using emulator = await createEmulator({ mode: 'strict', seed: 'pictures', autoConsent: true });
  await emulator.start();
  const opened = await openCompanion({
    dataDir: join(folder, 'data'),
    profile: { kind: 'emulator', address: emulator.url },
    secretsInMemory: true,
    browser: () => autoConsentBrowser,
  });
  if (!opened.ok) throw new Error(opened.failure.message.id);
  const { companion, ports, close } = opened.value;
  const server = await createWindowServer({ companion, rendererDir, incomingDir: join(folder, 'in'), log: ports.log });
  try {
    await companion.handle('account.signIn', {});
    const files = samples.slice(0, reports).map(({ path, name }) => ({ path, name }));
    await companion.addFiles(files, { kind: 'dropped' });
    for (const colorScheme of themes) {
      const page = await newPicturePage(browser, colorScheme);
      await page.goto(server.newAddress());
      await page
        .locator('.stage-received')
        .nth(reports - 1)
        .waitFor({ timeout: 60_000 });
      await page
        .getByRole('button', { name: /flight \d+/ })
        .first()
        .click();
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(pictures, `strict-${colorScheme}.png`) });
      await page.close();
    }
  } finally {
    await server.stop();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
