// Screenshots of logbook and map, of a demonstration pilot with a year of flights.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { createEmulator } from '../../emulator/emulator.ts';
import { autoConsentBrowser } from '../../main/core/service/auto-consent-browser.ts';
import { openCompanion } from '../../main/node/host/open-companion.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { newPicturePage } from './picture-page.ts';

const flights = 380;
const scenario = `title: A year of flights
about: A pilot with a year of flights.
flights:
  - { ago: 365d, over: 364d, count: ${flights - 4}, pilot: demo }
  - { ago: 6h, over: 6h, count: 4, pilot: demo }
steps:
  - { at: 10h, call: flights.archive, with: { id: 4701 }, message: A moderator rejects a flight. }
`;

export async function takeLogbookPictures(browser: Browser, rendererDir: string, pictures: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-logbook-pictures-'));
  writeFileSync(join(folder, 'year.yaml'), scenario);
  await using emulator = await createEmulator({
    scenario: join(folder, 'year.yaml'),
    seed: 'pictures',
    autoConsent: true,
  });
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
    await untilComplete(companion);
    const page = await newPicturePage(browser);
    await page.goto(server.newAddress());
    for (const view of ['logbook', 'map']) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, view);
      await page.waitForTimeout(2_000);
      if (view === 'logbook') await page.locator('[role=row]').nth(6).click();
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: join(pictures, `${view}-dark.png`) });
    }
    await page.close();
  } finally {
    await server.stop();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All flights were read. */
async function untilComplete(companion: { handle(name: string, input: unknown): Promise<unknown> }) {
  for (;;) {
    const answer = (await companion.handle('app.state', {})) as { ok: true; value: { logbook: { flights: number } } };
    if (answer.value.logbook.flights >= flights) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
