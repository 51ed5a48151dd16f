// Several pilots and services in the window: the menu in the header, and the lists of the settings.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import type { AppState } from '../../main/contract/state.ts';
import { openCompanion } from '../../main/node/open-companion.ts';
import { createFakeCompanion } from '../support/fake-companion.ts';
import { wholeStrip } from '../support/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createWindowDesk, picturePath, start } from './open-window.ts';
import { violations } from './violations.ts';

const desk = createWindowDesk();

/** Two pilots at a club's service, one of whom has reports that wait. */
const twoPilots = (state: AppState): AppState => ({
  ...state,
  service: {
    ...state.service,
    kind: 'service',
    choice: 'club',
    profile: 'service-1',
    name: 'Club flights',
    address: 'https://club.example',
    isDemonstration: false,
    hasConsole: false,
  },
  account: {
    status: 'signed-in',
    name: 'Anna Aviator',
    since: start - 86_400_000,
    scopes: ['openid', 'profile', 'flights:read', 'flights:write'],
    mayUpload: true,
    missing: [],
    concern: null,
  },
  accounts: [
    { id: 1, name: 'Anna Aviator', isInUse: true, waiting: 1 },
    { id: 2, name: 'Ben Beacon', isInUse: false, waiting: 3 },
  ],
});

async function open({ theme = 'dark', width = 1280 }: { theme?: 'light' | 'dark'; width?: number } = {}) {
  const clock = createVirtualClock(start);
  const companion = createFakeCompanion({
    clock,
    state: twoPilots,
    strips: [wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 })],
  });
  await companion.handle('settings.change', {
    service: { id: 'club', name: 'Club flights', address: 'https://club.example', clientId: 'the-app' },
  });
  await companion.handle('settings.change', {
    service: {
      id: 'airline',
      name: 'Airline reports',
      address: 'https://airline.example',
      clientId: 'public-app',
      mode: 'broker',
      brokerAddress: 'https://broker.example',
    },
  });
  const { page, complaints } = await desk.show(companion, { theme, width }, clock);
  const menu = page.getByRole('button', { name: /Pilots and services/ });
  await menu.waitFor();
  return { page, companion, complaints, menu };
}

describe('the account menu', () => {
  it('goes over to another pilot with one click, and says whose reports wait', async () => {
    const { page, companion, complaints, menu } = await open();
    await menu.click();
    const ben = page.getByRole('button', { name: /^Ben Beacon/ });
    await ben.waitFor();
    expect(await ben.textContent()).toContain('3 reports wait for this pilot');
    expect(await page.getByRole('button', { name: 'Anna Aviator', exact: true }).getAttribute('aria-current')).toBe(
      'true',
    );
    await ben.click();
    await page.getByRole('button', { name: 'Ben Beacon. Pilots and services' }).waitFor();
    expect(companion.calls.filter(({ name }) => name === 'accounts.use')).toEqual([
      { name: 'accounts.use', input: { id: 2 } },
    ]);
    expect(await page.getByRole('heading', { name: 'Pilots at Club flights' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('goes over to another service with one click, and marks the demonstration as one', async () => {
    const { page, companion, menu } = await open();
    await menu.click();
    const demo = page.getByRole('button', { name: /^Built-in demonstration/ });
    expect(await demo.textContent()).toContain('DEMO SERVICE');
    await page.getByRole('button', { name: /^Airline reports/ }).click();
    await expect.poll(() => companion.state().service.choice).toBe('airline');
    await menu.click();
    await demo.click();
    await page.getByRole('button', { name: /^DEMO SERVICE/ }).waitFor();
  });

  it('signs in another pilot beside those who are', async () => {
    const { page, companion, menu } = await open();
    await menu.click();
    await page.getByRole('button', { name: 'Sign in as another pilot' }).click();
    await expect
      .poll(() => companion.calls.find(({ name }) => name === 'account.signIn')?.input)
      .toEqual({ otherPilot: true });
  });

  it('opens and closes by the keyboard, and the focus comes back', async () => {
    const { page, menu } = await open();
    await menu.focus();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Pilots at Club flights' });
    await heading.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Anna Aviator');
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'detached' });
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('the settings', () => {
  it('use and sign out other pilots, add a service with a broker, and remove one', async () => {
    const { page, companion, complaints } = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Sign out Ben Beacon' }).click();
    await expect.poll(() => companion.calls.find(({ name }) => name === 'account.signOut')?.input).toEqual({ id: 2 });
    await page.getByText('https://airline.example, with the broker at https://broker.example').waitFor();

    await page.getByRole('button', { name: 'Add a service' }).click();
    const form = page.getByRole('region', { name: 'Add a service' });
    await form.getByLabel('Name', { exact: true }).fill('Third');
    await form.getByLabel('Address of the service').fill('https://club.example/');
    await form.getByLabel('Application id').fill('third-app');
    await form.getByLabel(/A broker/).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Another of your services has that address already.').waitFor();
    await form.getByLabel('Address of the service').fill('https://third.example');
    await form.getByLabel('Address of the broker').fill('https://broker.third.example');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('https://third.example, with the broker at').waitFor();
    expect(companion.calls.filter(({ name }) => name === 'account.setApplicationSecret')).toEqual([]);

    await page.getByText('Connection to Third').click();
    await page.getByRole('button', { name: 'Remove Third' }).click();
    await page.getByText('Connection to Third').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});

it.each([
  ['light', 1280],
  ['dark', 640],
] as const)(
  'in the %s theme, at a width of %i, all of it is without a violation that axe can find',
  async (theme, width) => {
    const { page, menu } = await open({ theme, width });
    await menu.click();
    await page.getByRole('button', { name: /^Ben Beacon/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Connection to Airline reports').click();
    expect(await violations(page)).toEqual([]);
  },
);

it('two pilots of a real service: the second signs in from the menu, and one click brings the first back with the board', async () => {
  await using emulator = await createEmulator({ autoConsent: true, minGapMs: 200 });
  const { url } = await emulator.start();
  let pilot = 'demo';
  const opened = await openCompanion({
    dataDir: join(desk.dir(), 'two-pilots'),
    secretsInMemory: true,
    profile: { kind: 'emulator', address: url },
    browser: () => ({
      async open(address) {
        await (await fetch(`${address}&login_hint=${pilot}`)).text();
        return { ok: true, value: null };
      },
    }),
  });
  if (!opened.ok) throw new Error(opened.failure.message.id);
  desk.afterwards(() => opened.value.close());
  const { companion, ports } = opened.value;
  const { page } = await desk.show(companion, {}, ports.clock);
  await page.getByText('TEST SERVICE').waitFor();
  const menu = page.getByRole('button', { name: /Pilots and services/ });
  await menu.click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await page.getByRole('button', { name: 'Demo Pilot. Pilots and services' }).waitFor();
  const added = await companion.addFiles([{ path: picturePath, name: 'mine.png' }], { kind: 'dropped' });
  expect(added.ok).toBe(true);
  await expect.poll(() => emulator.flights.list().items.length).toBe(1);

  pilot = 'second';
  await menu.click();
  await page.getByRole('button', { name: 'Sign in as another pilot' }).click();
  await page.getByRole('button', { name: 'Second Pilot. Pilots and services' }).waitFor();
  await expect.poll(() => page.locator('[data-strip]').count()).toBe(0);
  await menu.click();
  await page
    .getByRole('button', { name: /^Demo Pilot/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Demo Pilot. Pilots and services' }).waitFor();
  await expect.poll(() => page.locator('[data-strip]').count()).toBe(1);
});
