// Files passed to the app outside its window: presets in the package or by double click, files on the tray, folders.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import { announcePaths, forkStandIn, launchStandIn, type StandIn } from '../../support/electron-stand-in/launch.ts';
import { dropOn } from './desktop-app.ts';
import { createStandInRuntime } from './stand-in-runtime.ts';

const sample = fileURLToPath(new URL('../../../emulator/samples/kjfk-egll-acars.png', import.meta.url));
const preset = {
  name: 'Example Virtual',
  address: 'https://service.example',
  clientId: 'app',
  brokerAddress: 'https://broker.example',
};
const runtime = createStandInRuntime();

describe('The desktop app on the stand-in', () => {
  const folders: string[] = [];
  const running: StandIn[] = [];
  afterEach(async () => {
    for (const app of running.splice(0)) await app.end();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function newFolder(files: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'pilot-companion-given-')));
    folders.push(folder);
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  }
  async function launch(dataDir: string, env: Readonly<Record<string, string>> = {}) {
    const app = await launchStandIn([`--data-dir=${dataDir}`], undefined, env);
    running.push(app);
    return { app, page: await runtime.pageOf(app) };
  }
  const openFile = (app: StandIn, path: string) =>
    app.evaluate(
      (({ app }: { app: { emit(...values: unknown[]): void } }, path: string) =>
        app.emit('open-file', { preventDefault() {} }, path)).toString(),
      path,
    );
  const dropOnTray = (app: StandIn, paths: string[]) =>
    app.evaluate(
      (({ Tray }: { Tray: { all: { emit(...values: unknown[]): void }[] } }, paths: string[]) =>
        Tray.all[0]?.emit('drop-files', {}, paths)).toString(),
      paths,
    );
  const beginDemo = async (page: Page) => {
    await page.getByRole('button', { name: /try the demo/i }).click();
    await page.getByRole('heading', { name: /under review/i }).waitFor();
  };
  const services = async (dataDir: string) => {
    const text = await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{}');
    const { services = [] } = JSON.parse(text) as { services?: { name: string }[] };
    return services.map(({ name }) => name);
  };

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
    const log = await readFile(join(dataDir, 'logs', 'companion.log'), 'utf8');
    expect(log).toContain('ignored an invalid built-in preset');
    expect(log).toContain('clientSecret');
  });

  test('shows a preset that is opened by double click, and keeps it only once the pilot agrees, on the stand-in', async () => {
    const dataDir = await newFolder();
    const given = await newFolder({ 'ours.pilotpreset': preset, 'broken.pilotpreset': '{ "name": ' });
    const { app, page } = await launch(dataDir);
    await openFile(app, join(given, 'ours.pilotpreset'));
    const dialog = page.getByRole('dialog', { name: 'Sign in to Example Virtual?' });
    await dialog.getByText('https://service.example').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await services(dataDir)).not.toContain('Example Virtual');

    // The same by a second start, as on Windows and Linux.
    const { child } = forkStandIn([`--data-dir=${dataDir}`, join(given, 'ours.pilotpreset')]);
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    await dialog.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByText('Step 1 of 4').waitFor();
    expect(await services(dataDir)).toContain('Example Virtual');

    await openFile(app, join(given, 'broken.pilotpreset'));
    await page
      .getByText(/broken\.pilotpreset isn't a preset/)
      .first()
      .waitFor();
  });

  test('adds images that are dropped on the tray, and offers a folder, on the stand-in', async () => {
    const dataDir = await newFolder();
    const shots = await newFolder({ 'notes.txt': 'text' });
    const { app, page } = await launch(dataDir);
    await beginDemo(page);
    await dropOnTray(app, [sample, shots]);
    const dialog = page.getByRole('dialog', { name: 'Watch this folder?' });
    await dialog.getByText(shots).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('[data-strip="job-1"]').waitFor();
    expect(await page.locator('[data-strip]').count()).toBe(1);
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
    await page.evaluate(() => void (location.hash = 'folders'));
    await page.getByText(shots).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Stop watching/ }).count()).toBe(1);
  });

  test('continues the first start at its step, and ends it for good, on the stand-in', async () => {
    const service = { id: 'ours', ...preset, mode: 'broker' };
    const dataDir = await newFolder({
      'settings.json': { version: 2, profile: 'ours', setup: 'notifications', services: [service] },
    });
    const { app, page } = await launch(dataDir);
    // Without a sign-in it begins there.
    await page.getByText('Step 1 of 4').waitFor();
    await page.getByRole('button', { name: 'Set up later' }).click();
    await page.getByRole('heading', { name: /under review/i }).waitFor();
    app.quit();
    expect(await app.ended).toBe(0);
    const again = await launch(dataDir);
    await again.page.getByRole('heading', { name: /under review/i }).waitFor();
    expect(await again.page.getByText('Step 1 of 4').count()).toBe(0);
  });
});
