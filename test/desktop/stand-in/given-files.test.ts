// Files passed to the app outside its window: presets in the package or by double click, files on the tray, folders.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { announcePaths } from '../../support/electron-stand-in/launch.ts';
import { dropOn } from '../scenarios/desktop-app.ts';
import { beginDemo, createScenarioApps } from '../scenarios/scenario-apps.ts';
import { createStandInRuntime } from '../scenarios/stand-in-runtime.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const runtime = createStandInRuntime();

describe('The desktop app on the stand-in', () => {
  const { newDataDir, log } = createScenarioApps(runtime);

  async function newFolder(files: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const folder = await newDataDir();
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  }
  async function launch(dataDir: string, env: Readonly<Record<string, string>> = {}) {
    const app = await runtime.launch([`--data-dir=${dataDir}`], env);
    return { app, page: await runtime.pageOf(app) };
  }

  test('offers each preset of its package, and leaves out an unusable one, on the stand-in', async () => {
    const resources = await newFolder({
      'presets/a.json': preset,
      'presets/b.pilotpreset': { ...preset, name: 'Other Virtual', address: 'https://other.example' },
      'presets/c.json': { ...preset, clientSecret: 'never here' },
      'presets/README.md': 'not a preset',
    });
    const dataDir = await newFolder();
    const { page } = await launch(dataDir, { STAND_IN_RESOURCES: resources });
    const buttons = page.getByRole('button', { name: /^Sign in to/ });
    await buttons.first().waitFor();
    expect(await buttons.allInnerTexts()).toEqual(['Sign in to Example Virtual', 'Sign in to Other Virtual']);
    expect(await log(dataDir)).toMatch(/ignored an invalid built-in preset.*clientSecret/);
  });

  test('offers to watch a folder that is dropped on its window, on the stand-in', async () => {
    const shots = await newFolder({ 'report.png': 'not an image' });
    const { page } = await launch(await newFolder());
    await beginDemo(page);
    await announcePaths(page, [shots]);
    await dropOn(page, [shots]);
    const dialog = page.getByRole('dialog', { name: 'Watch this folder?' });
    await dialog.getByRole('button', { name: 'Preview uploads' }).click();
    await dialog.getByRole('list', { name: 'Preview of each file' }).getByText('report.png', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate(() => void (location.hash = 'files'));
    await page.getByText(shots).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Stop watching/ }).count()).toBe(1);
  });

  test('continues the first start at its step, and ends it for good, on the stand-in', async () => {
    const service = { id: 'ours', ...preset, mode: 'broker' };
    const dataDir = await newFolder({
      'settings.json': { version: 1, profile: 'ours', setup: 'notifications', services: [service] },
    });
    const { app, page } = await launch(dataDir);
    // Without a sign-in it begins there.
    await page.getByText('Step 1 of 4').waitFor();
    await page.getByRole('button', { name: 'Set up later' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    app.quit();
    expect(await app.ended).toBe(0);
    const again = await launch(dataDir);
    await again.page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(await again.page.getByText('Step 1 of 4').count()).toBe(0);
  });
});
