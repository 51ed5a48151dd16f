// The console of an emulator in this process, in a real browser, with a client that works against it. Gone with the test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { Emulator, EmulatorOptions, SignedIn } from '../../emulator/emulator.ts';
import { samples } from '../../emulator/samples.ts';
import { openEmulator } from '../emulator/open-emulator.ts';
import { readFile } from 'node:fs/promises';

export function requireBuiltConsole(): void {
  if (!existsSync(join(import.meta.dirname, '../../dist/console/index.html')))
    throw new Error('The console is not built. Type: npm test, which builds it first.');
}

export interface Look {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
}

/** On a virtual clock, and so frozen at 12:00:00, unless the options say otherwise. */
export async function openConsole(
  browser: Browser,
  options: EmulatorOptions = {},
  { width = 1280, height = 800, theme = 'dark' }: Look = {},
) {
  const emulator = await openEmulator({ minGapMs: 0, ...options });
  await emulator.start();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (thrown) => complaints.push(thrown.message));
  await page.goto(emulator.consoleUrl!);
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, emulator, complaints, client: createClient(emulator) };
}

/** What a client of the service does, over the network. */
function createClient(emulator: Emulator) {
  const as = (signedIn?: SignedIn) => {
    const { access_token } = signedIn ?? emulator.signIn();
    return { headers: { authorization: `Bearer ${access_token}` } };
  };
  return {
    list: (signedIn?: SignedIn) => fetch(`${emulator.url}/api/v1/flights`, as(signedIn)),
    async upload(signedIn?: SignedIn) {
      const [sample] = samples;
      const body = new FormData();
      body.set('report', new File([await readFile(sample!.path)], sample!.name));
      return fetch(`${emulator.url}/api/v1/flights`, { method: 'POST', body, ...as(signedIn) });
    },
    get: (path: string) => fetch(`${emulator.url}${path}`),
  };
}

export const openView = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** Rows of the journal that are drawn. */
export const rows = (page: Page) => page.locator('.rows [role=row]');

/** Waits until what the page says is so. */
export const eventually = (read: () => Promise<unknown>): ReturnType<typeof expect.poll> =>
  expect.poll(read, { timeout: 10_000, interval: 50 });

export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
