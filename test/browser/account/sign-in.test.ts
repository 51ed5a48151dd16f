// The sign-in in a real Chromium against the emulator, with each outcome: the pilot decides on the consent page, and
// the result page shows what happened, with no code in the address, in the history or accessible to scripts.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { ok } from '../../../main/contract/failure.ts';
import { createAutoConsentBrowser, setUpAccount } from '../../core/account/account-under-test.ts';
import { launchBrowser } from '../../support/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

/** A pilot's browser with a page for each address that the app opens, and an account of the app. */
async function openComputer(colorScheme: 'light' | 'dark' = 'light') {
  const emulator = await createEmulator({ clock: 'virtual' });
  const { url } = await emulator.start();
  const context = await browser.newContext({ colorScheme });
  const pages: Page[] = [];
  const complaints: string[] = [];
  context.on('console', (message) => complaints.push(message.text()));
  const opener = createAutoConsentBrowser();
  opener.open = async (address) => {
    opener.opened.push(address);
    const page = await context.newPage();
    await page.goto(address);
    pages.push(page);
    return ok(null);
  };
  const setup = setUpAccount(url, { browser: opener });
  onTestFinished(async () => {
    await context.close();
    await emulator[Symbol.asyncDispose]();
  });
  /** Begins a sign-in; returns the consent page. */
  async function begin(): Promise<Page> {
    void setup.account.signIn();
    await expect.poll(() => pages.length).toBe(1);
    return pages[0]!;
  }
  return { ...setup, emulator, begin, complaints };
}
type Computer = Awaited<ReturnType<typeof openComputer>>;

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click();
const lastPage = async (page: Page) => {
  await page.getByText('You can close this window').waitFor();
  return page.getByRole('heading').innerText();
};
const redirectOf = ({ browser: { opened } }: Computer) =>
  new URL(new URL(opened.at(-1) ?? '').searchParams.get('redirect_uri') ?? '');

/** Every address in this tab's history. */
async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map((entry: { url: string }) => entry.url);
}

type Way = (computer: Computer) => Promise<Page>;

/** What each outcome is called is asserted beside its page; here is what a browser does with it. */
const ways: readonly (readonly [string, Way])[] = [
  [
    "You're signed in",
    async ({ begin }) => {
      const page = await begin();
      await approve(page);
      return page;
    },
  ],
  [
    "You're signed in, but can't upload reports",
    async ({ begin }) => {
      const page = await begin();
      await page.getByRole('checkbox', { name: 'Upload flight reports' }).uncheck();
      await approve(page);
      return page;
    },
  ],
  [
    'Access declined',
    async ({ begin }) => {
      const page = await begin();
      await page.getByRole('button', { name: 'Deny' }).click();
      return page;
    },
  ],
  [
    "This page doesn't belong to the sign-in",
    async (computer) => {
      const page = await computer.begin();
      await page.goto(`${redirectOf(computer).href}?code=ac_of_somebody&state=guess`);
      return page;
    },
  ],
];

describe('rule 32: the page that ends the sign-in, in a browser', () => {
  test.each(ways)('shows “%s” and never the code', async (heading, goThere) => {
    const computer = await openComputer();
    const page = await goThere(computer);
    expect(await lastPage(page)).toBe(heading);
    expect(new URL(page.url()).search).toBe('');
    expect((await historyOf(page)).filter((address) => address.includes('code='))).toEqual([]);
    expect(await page.locator('script').count()).toBe(0);
    expect(computer.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('has no axe violation, in %s', async (colorScheme) => {
    const [, goThere] = ways.find(([heading]) => heading === 'Access declined')!;
    const page = await goThere(await openComputer(colorScheme));
    await lastPage(page);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
});
