// Several pilots and services in the window: the menu in the header, and the lists of the settings.
import { describe, expect, it } from 'vitest';
import { newService } from '../../../main/contract/settings.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, type FakeLook } from '../fake-window.ts';
import { createWindowFixture, start } from '../open-window.ts';
import { expectFocus } from '../keyboard.ts';

const windows = createWindowFixture();
const services = [
  { ...newService('club', 'Club flights'), address: 'https://club.example', clientId: 'the-app' },
  {
    ...newService('airline', 'Airline reports'),
    address: 'https://airline.example',
    clientId: 'public-app',
    mode: 'broker' as const,
    brokerAddress: 'https://broker.example',
  },
];

/** Two pilots at a club's service, one of whom has waiting reports. */
const twoPilots = (state: AppState): AppState => ({
  ...state,
  service: {
    ...state.service,
    kind: 'service',
    choice: 'club',
    profile: 'service-1',
    name: 'Club flights',
    address: 'https://club.example',
    isTestService: false,
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
    { id: 1, name: 'Anna Aviator', isInUse: true, waiting: 1, attention: 0, concern: null },
    { id: 2, name: 'Ben Beacon', isInUse: false, waiting: 3, attention: 0, concern: null },
  ],
});

const openWindow = createFakeWindow(windows);

async function open(look: FakeLook = {}) {
  const opened = await openWindow(
    { state: twoPilots, strips: [wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 })], services },
    look,
  );
  const menu = opened.page.getByRole('button', { name: /Switch account or service/ });
  await menu.waitFor();
  return { ...opened, menu };
}

describe('the account menu', () => {
  it('marks a pilot whose consent was revoked, and signs in again from there', async () => {
    const { page, companion, menu } = await open();
    companion.change((state) => ({
      ...state,
      account: { status: 'signed-out', name: 'Anna Aviator', reason: failures.signInEnded('invalid_grant') },
    }));
    await menu.click();
    const anna = page.getByRole('menuitemradio', { name: 'Anna Aviator Sign in again' });
    await anna.waitFor();
    expect(await anna.locator('.pilot-dot').count()).toBe(1);
    await anna.click();
    await expect.poll(() => companion.calls.some(({ name }) => name === 'account.signIn')).toBe(true);
  });

  it('switches to another pilot with one click, and shows whose reports are waiting', async () => {
    const { page, companion, complaints, menu } = await open();
    await menu.click();
    const ben = page.getByRole('menuitemradio', { name: /^Ben Beacon/ });
    await ben.waitFor();
    expect(await ben.textContent()).toContain('3 reports waiting');
    expect(
      await page.getByRole('menuitemradio', { name: 'Anna Aviator', exact: true }).getAttribute('aria-checked'),
    ).toBe('true');
    await ben.click();
    await page.getByRole('button', { name: 'Ben Beacon. Switch account or service' }).waitFor();
    await expect
      .poll(() => companion.calls.filter(({ name }) => name === 'accounts.use'))
      .toEqual([{ name: 'accounts.use', input: { id: 2 } }]);
    expect(await page.getByRole('group', { name: 'Pilots at Club flights' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('stays at everyone when new reports are added for another pilot', async () => {
    const { page, companion } = await open();
    companion.change((state) => ({ ...state, showsEveryone: true }));
    await page.getByRole('button', { name: /^Everyone/ }).waitFor();
    await page.locator('.drop-bar select').selectOption({ label: 'For Ben Beacon' });
    await expect
      .poll(() => companion.calls.map(({ name }) => name).filter((name) => name.startsWith('accounts.')))
      .toEqual(['accounts.use', 'accounts.showEveryone']);
  });

  it('switches to another service with one click, and marks the demonstration', async () => {
    const { page, companion, menu } = await open();
    await menu.click();
    const demo = page.getByRole('menuitemradio', { name: /^Built-in demo/ });
    expect(await demo.textContent()).toContain('DEMO SERVICE');
    await page.getByRole('menuitemradio', { name: /^Airline reports/ }).click();
    await expect.poll(() => companion.state().service.choice).toBe('airline');
    await menu.click();
    await demo.click();
    await page.getByRole('button', { name: /^DEMO SERVICE/ }).waitFor();
  });

  it('signs in another pilot in addition', async () => {
    const { page, companion, menu } = await open();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Add another pilot' }).click();
    await expect
      .poll(() => companion.calls.find(({ name }) => name === 'account.signIn')?.input)
      .toEqual({ otherPilot: true });
  });

  it('opens and closes by keyboard, and returns the focus', async () => {
    const { page, menu } = await open();
    await menu.focus();
    await page.keyboard.press('Enter');
    const pilots = page.getByRole('group', { name: 'Pilots at Club flights' });
    await pilots.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toContain('Anna Aviator');
    await page.keyboard.press('Escape');
    await pilots.waitFor({ state: 'detached' });
    await expectFocus(menu);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('Manage');
    await page.keyboard.press('Tab');
    await pilots.waitFor({ state: 'detached' });
    const isAfter = (element: Element) => element.compareDocumentPosition(document.activeElement!) & 4;
    expect(await menu.evaluate(isAfter)).toBe(4);
  });
});

describe('the settings', () => {
  it('use and sign out other pilots, add a service with a broker, and remove one', async () => {
    const { page, companion, complaints } = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Sign out Ben Beacon' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out Ben Beacon?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(companion.calls.filter(({ name }) => name === 'account.signOut')).toEqual([]);
    await page.getByRole('button', { name: 'Sign out Ben Beacon' }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => companion.calls.find(({ name }) => name === 'account.signOut')?.input).toEqual({ id: 2 });
    await page.getByText('https://airline.example, through the broker at https://broker.example').waitFor();

    await page.getByRole('button', { name: 'Add service' }).click();
    const form = page.getByRole('region', { name: 'Add service' });
    await form.getByLabel('Name', { exact: true }).fill('Third');
    await form.getByLabel('Service address').fill('https://club.example/');
    await form.getByLabel('Client ID').fill('third-app');
    await form.getByLabel(/Through a broker/).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('You already have a service with this address.').waitFor();
    await form.getByLabel('Service address').fill('https://third.example');
    await form.getByLabel('Broker address').fill('https://broker.third.example');
    // A saved value never appears as typed and unsaved, not even until the answer arrives.
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        const opened = [...document.querySelectorAll('details[open] > summary')];
        if (!opened.some(({ textContent }) => /Third/.test(textContent))) return;
        watch.disconnect();
        document.body.setAttribute('data-opened', '');
      });
      watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('https://third.example, through the broker at').waitFor();
    await form.waitFor({ state: 'detached' });
    expect(await page.locator('[data-opened]').count()).toBe(0);
    expect(companion.calls.filter(({ name }) => name === 'account.setApplicationSecret')).toEqual([]);

    await page.getByText('Connection settings for Third').click();
    await page.getByRole('button', { name: 'Remove Third' }).click();
    await page.getByText('Connection settings for Third').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
