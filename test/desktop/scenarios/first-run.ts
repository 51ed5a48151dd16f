// What a first run on real Electron shows beside the scenarios: pictures of the window, versions, and the memory at rest.
// scripts/test/first-run.mjs puts them into its report.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DesktopRuntime } from './desktop-app.ts';
import { beginDemo } from './scenario-apps.ts';

const views = ['board', 'logbook', 'settings'];

/** `folder`: of the report, absolute. */
export function firstRunPictures(where: string, runtime: DesktopRuntime, folder: string): void {
  test(`looks as in the pictures of the report, ${where}`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pilot-companion-first-run-'));
    try {
      const app = await runtime.start(dataDir);
      const page = await app.page();
      await beginDemo(page);
      for (const view of views) {
        await page.evaluate((hash) => void (location.hash = hash), view);
        await page.screenshot({ path: join(folder, `${view}.png`) });
      }
      const { versions, kilobytes } = await app.evaluate(
        ({ app }) => ({
          versions: { Electron: process.versions['electron'], Chromium: process.versions['chrome'] },
          kilobytes: app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
        }),
        null,
      );
      const pictures = views.map((view) => `${view}.png`);
      const seen = { versions, memoryMb: Math.round(kilobytes / 1024), pictures };
      await writeFile(join(folder, 'seen.json'), JSON.stringify(seen));
      expect(kilobytes).toBeGreaterThan(0);
    } finally {
      await runtime.tidy();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    }
  });
}
