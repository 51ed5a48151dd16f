// The steps of the first start after a service was chosen, in a real browser, on a companion in memory.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { serviceOfPreset } from '../../../main/core/settings/presets.ts';
import type { FakeOptions } from '../../support/fake-companion/fake-companion.ts';
import { createFakeWindow, showView } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const openWindow = createFakeWindow();
const folder = { names: null, approval: false, images: 214, newest: start };
const suggested = [
  { ...folder, path: '/home/anna/Pictures/Screenshots', program: null, approval: true, images: 1902 },
  { ...folder, path: '/home/anna/xp/screenshots', program: 'X-Plane 12' },
  { ...folder, path: '/home/anna/fg', program: 'FlightGear', images: 3, newest: start - 9e9 },
];
const onDesktop = (state: AppState): AppState => ({ ...state, host: { ...state.host, kind: 'desktop' } });
/** As after a restart at this step. */
const at = (setup: AppState['setup']) => (state: AppState) => ({
  ...onDesktop(state),
  setup,
  service: { ...state.service, kind: 'service' as const, choice: 'service', isTestService: false },
});

const open = (given: Omit<FakeOptions, 'clock'> = {}) =>
  openWindow({ suggested, services: [serviceOfPreset(preset, [])], state: onDesktop, ...given });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const isFocused = (page: Page) => heading(page).evaluate((element) => element === document.activeElement);

describe('the steps of the first start', () => {
  it('lead from the sign-in to the board by keyboard, with the focus on each heading', async () => {
    const { page, companion, complaints } = await open({ begun: false });
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).press('Enter');
    await page.getByText(/^Step 1 of 4/).waitFor();
    await page.getByText('Approve in your browser').first().waitFor();
    expect(await isFocused(page)).toBe(true);
    expect(await violations(page)).toEqual([]);

    await companion.handle('account.pasteRedirect', { address: 'http://127.0.0.1:1/callback?code=1&state=2' });
    await page.getByRole('heading', { name: 'Where are your screenshots?' }).waitFor();
    await page.getByText('Signed in as Anna Aviator').waitFor();
    expect(await isFocused(page)).toBe(true);
    expect(await heading(page).evaluate((element) => element.getAttribute('aria-describedby') !== null)).toBe(true);
    // The newest folder of a simulator is preselected; folders with any screenshots are not.
    expect(await page.getByRole('checkbox', { name: /^X-Plane 12/ }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /^Screenshots folder.*Asks before each upload/ }).isChecked()).toBe(
      false,
    );
    await page.getByRole('checkbox', { name: /^Screenshots folder/ }).press('Space');
    await page.getByRole('button', { name: 'Watch 2 folders' }).press('Enter');

    await page.getByText(/^Step 3 of 4/).waitFor();
    expect(await isFocused(page)).toBe(true);
    expect(companion.state().folders.map(({ path, rules }) => [path, rules.approval])).toEqual([
      ['/home/anna/Pictures/Screenshots', true],
      ['/home/anna/xp/screenshots', false],
    ]);
    // Many folders are named "screenshots".
    expect(companion.state().folders.map(({ name }) => name)).toEqual(['Screenshots', 'X-Plane 12']);
    await page.getByRole('checkbox', { name: 'Completed flights' }).press('Space');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await page.getByText(/^Step 2 of 4/).waitFor();
    await page.getByRole('listitem').filter({ hasText: '/home/anna/xp/screenshots' }).waitFor();
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    expect(await page.getByRole('checkbox', { name: 'Completed flights' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');

    await page.getByText(/^Step 4 of 4/).waitFor();
    await page.getByRole('checkbox', { name: 'Launch at login' }).press('Space');
    await page.getByRole('radio', { name: 'Keep running in the background' }).press('Space');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open the board' }).press('Enter');

    await page.getByRole('heading', { name: 'Now' }).waitFor();
    const inputs = (name: string) => companion.calls.filter((call) => call.name === name).map(({ input }) => input);
    expect(inputs('launch.set')).toEqual([{ atLogin: true }]);
    expect(inputs('settings.change')).toEqual([
      { setup: 'notifications' },
      { notifyCompleted: false },
      { setup: 'folders' },
      { setup: 'notifications' },
      { setup: 'background' },
      { onClose: 'keep-running' },
      { setup: 'done' },
    ]);
    expect(complaints).toEqual([]);
  });

  it('show a dry run of each folder, and upload nothing', async () => {
    const { page, sent, companion } = await open({ begun: true, state: at('folders') });
    const row = page.getByRole('listitem').filter({ hasText: 'X-Plane 12' });
    await row.getByRole('button', { name: 'Preview uploads' }).click();
    await row.getByRole('list', { name: 'Preview of each file' }).waitFor();
    await expect
      .poll(() => sent('folders.dryRun').at(-1))
      .toMatchObject({
        path: '/home/anna/xp/screenshots',
        // As the folder would be watched from here.
        existing: false,
      });
    expect(companion.state().folders).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('can be skipped one by one', async () => {
    const { page, companion } = await open({ begun: true, state: at('folders') });
    await page.getByRole('button', { name: 'Skip' }).click();
    // The previous step has such a button too.
    await page.getByText('Step 3 of 4').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Open the board' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(companion.state()).toMatchObject({ setup: 'done', folders: [] });
  });

  it('continue where they were left, and the settings can be opened meanwhile', async () => {
    const { page } = await open({ begun: true, state: at('notifications') });
    await page.getByText(/^Step 3 of 4/).waitFor();
    await page.reload();
    await page.getByText(/^Step 3 of 4/).waitFor();
    expect(await isFocused(page)).toBe(true);
    await showView(page, 'settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByText(/^Step 3 of 4/).waitFor();
  });

  it('return to the sign-in if there is none; it can be skipped', async () => {
    const { page, companion } = await open({
      begun: true,
      state: (state) => ({ ...at('folders')(state), account: { status: 'none' } }),
    });
    await page.getByText(/^Step 1 of 4/).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set up later' }).click();
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(companion.state().setup).toBe('done');
  });

  it('offer a field where no folder was found', async () => {
    const { page, companion } = await open({ begun: true, state: at('folders'), suggested: [] });
    await page.getByLabel('Folder path').fill('/home/anna/shots');
    await page.getByRole('button', { name: 'Watch folder' }).click();
    await page.getByText('Watching /home/anna/shots').first().waitFor();
    expect(companion.state()).toMatchObject({ setup: 'folders', folders: [{ path: '/home/anna/shots' }] });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/^Step 3 of 4/).waitFor();
  });

  it('are two in a browser, and none in the demo', async () => {
    const { page } = await open({ begun: false, state: (state) => state });
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByText('Step 1 of 2').waitFor();
    const demo = await open({ begun: false });
    await demo.page.getByRole('button', { name: 'Try the demo' }).click();
    await demo.page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(demo.companion.state().setup).toBe('none');
  });
});
