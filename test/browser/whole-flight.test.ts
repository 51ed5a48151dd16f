// The whole flow in a real browser, with only the secrets in memory: the built window, the window server, the companion
// on its own data folder, and the emulator with its consent page. Time is the machine's; no durations are checked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../../emulator/emulator.ts';
import { samples } from '../../emulator/samples/sample-files.ts';
import { ok } from '../../main/contract/failure.ts';
import type { AppState } from '../../main/contract/state.ts';
import { createCompanion, type Companion } from '../../main/core/app/companion.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { createEmbeddedService } from '../../main/node/host/embedded-service.ts';
import { createMemoryStore } from '../../main/node/secrets/memory-store.ts';
import { createWindowServer, type WindowServer } from '../../main/node/web-window/server.ts';
import { launchBrowser } from '../support/browser.ts';
import { memorySettings } from '../support/flight-deck.ts';

const rendererDir = join(import.meta.dirname, '../../dist/renderer');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const browser = await launchBrowser();
afterAll(() => browser.close());

/** A pilot's computer: a data folder, a browser, and a service that runs elsewhere. */
async function openComputer(options: EmulatorOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'whole-flight-'));
  const emulator = await createEmulator({ minGapMs: 300, checkDelayMs: 500, moderationShare: 0, ...options });
  const { url } = await emulator.start();
  const secrets = createMemoryStore();
  const settings = memorySettings();
  const context: BrowserContext = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  const consentPages: Page[] = [];
  let companion: Companion | null = null;
  let server: WindowServer | null = null;

  async function start(profile: 'emulator' | 'from-settings' = 'emulator') {
    const opened = await createCompanion({
      dataDir: join(folder, 'data'),
      host: { kind: 'browser', version: '0.0.0-test' },
      ...(profile === 'emulator' && { profile: { kind: 'emulator' as const, address: url } }),
      ports: {
        clock: systemClock,
        secrets,
        settings,
        log: silent,
        browser: {
          async open(address) {
            const page = await context.newPage();
            consentPages.push(page);
            await page.goto(address);
            return ok(null);
          },
        },
        system: { onResume: () => () => {}, onNetworkHint: () => () => {} },
        desktop: {},
        embeddedService: createEmbeddedService({
          dataDir: folder,
          log: silent,
          options: { minGapMs: 300, checkDelayMs: 500, moderationShare: 0 },
        }),
      },
    });
    if (!opened.ok) throw new Error(opened.failure.message.id);
    companion = opened.value;
    server = await createWindowServer({ companion, rendererDir, incomingDir: join(folder, 'incoming'), log: silent });
  }
  async function stop() {
    await server?.stop();
    await companion?.stop();
    server = null;
    companion = null;
  }

  return {
    emulator,
    folder,
    companion: () => companion!,
    async addedFiles() {
      const state = await companion!.handle('app.state', {});
      if (!state.ok) return 0;
      const { bays } = state.value as AppState;
      return bays.queue + bays['under-review'] + bays.completed;
    },
    start,
    stop,
    async openWindow() {
      const page = await context.newPage();
      await page.goto(server!.newAddress());
      await page.locator('main').waitFor();
      return page;
    },
    /** The consent page, as soon as it is open. */
    async consentPage() {
      await eventually(() => consentPages.length).toBeGreaterThan(0);
      return consentPages.shift()!;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await stop();
      await emulator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The companion keeps 5 s between two uploads until it has learned the service's interval. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 50 });

const [first, second, third] = samples;
const pathsOf = (...chosen: (typeof first)[]) => chosen.map((sample) => sample!.path);
const bay = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(name, 'i') });

async function signIn(computer: Awaited<ReturnType<typeof openComputer>>, page: Page) {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const consent = await computer.consentPage();
  await consent.getByRole('button', { name: /approve|agree|allow/i }).click();
  await consent
    .getByText(/signed in/i)
    .first()
    .waitFor();
  await page.getByText('Demo Pilot').first().waitFor();
}

async function drawWebp(side: number) {
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d');
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

describe('a whole flight in a browser', () => {
  test('first start: one click starts the demo, and a dropped screenshot is followed to completion', async () => {
    await using computer = await openComputer();
    await computer.start('from-settings');
    const page = await computer.openWindow();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByText('Demo Pilot').waitFor();
    const data = await page.evaluateHandle(
      async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'eddf-lppt-report.png', { type: 'image/png' }));
        return transfer;
      },
      (await import('node:fs')).readFileSync(first!.path).toString('base64'),
    );
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
    await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await page.getByText(first!.figures.icao_out).first().waitFor();
    await page.getByText(first!.figures.aircraft).first().waitFor();
    await bay(page, 'today').getByText(first!.figures.icao_in).first().waitFor();
    expect(await page.getByText('DEMO SERVICE').isVisible()).toBe(true);
  });

  test('sign-in: after approval on the consent page, the window shows the pilot', async () => {
    await using computer = await openComputer();
    await computer.start();
    const page = await computer.openWindow();
    await signIn(computer, page);
    await page.locator('input[type=file]').first().setInputFiles(pathsOf(first, second));
    await eventually(() => computer.emulator.flights.list().items.length).toBe(2);
  });

  test('a WebP in a watched folder is converted from the board, and from its history', async () => {
    await using computer = await openComputer({ autoConsent: true });
    await computer.start();
    const page = await computer.openWindow();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByText('Demo Pilot').first().waitFor();
    const shots = join(computer.folder, 'shots');
    mkdirSync(shots);
    expect(await computer.companion().handle('folders.add', { path: shots, existing: false })).toMatchObject({
      ok: true,
    });
    const save = async (name: string, side: number) =>
      writeFileSync(join(shots, name), Buffer.from(await page.evaluate(drawWebp, side), 'base64'));
    await save('one.webp', 200);
    const convert = page.getByRole('button', { name: 'Convert to JPEG and add' });
    await convert.click();
    await page.getByText('one.webp.jpg').first().waitFor();
    await convert.waitFor({ state: 'detached' });
    await save('two.webp', 300);
    await page.reload();
    await page.getByRole('link', { name: /two\.webp/ }).click();
    await convert.click();
    await page.getByText('two.webp.jpg').first().waitFor();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('button', { name: /^one\.webp.*Replaced by one\.webp\.jpg/ }).waitFor();
    await eventually(() => computer.emulator.flights.list().items.length).toBe(2);
  });

  test('a restart during uploads loses nothing and uploads nothing twice', async () => {
    await using computer = await openComputer({ autoConsent: true, minGapMs: 2_000 });
    await computer.start();
    const page = await computer.openWindow();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByText('Demo Pilot').first().waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(pathsOf(first, second, third));
    // All three are added before the companion ends; files not added yet stay the pilot's.
    await eventually(() => computer.addedFiles()).toBe(3);
    await computer.stop();
    expect(computer.emulator.flights.list().items.length).toBeLessThan(3);
    await page
      .getByText(/Pilot Companion isn't responding/)
      .first()
      .waitFor();
    await computer.start();
    const again = await computer.openWindow();
    await eventually(() => computer.emulator.flights.list().items.length).toBe(3);
    await eventually(() => again.locator('[aria-label*="flight 470"]').count()).toBeGreaterThanOrEqual(3);
    expect(new Set(computer.emulator.flights.list().items.map((flight) => flight.sha256)).size).toBe(3);
  });
});
