// The console by keyboard alone and with axe, in a real browser. Its widths are those of the pseudo-locales.
import { describe, expect, it } from 'vitest';
import { createTestConsole, eventually, openView, rows } from './open-console.ts';
import { violations } from '../violations.ts';

const testConsole = createTestConsole();

describe('the console', () => {
  it('works by keyboard alone: a view, a row, its details, time, the filter', async () => {
    const { page, client, emulator } = await testConsole.open();
    for (const name of ['one', 'two', 'three']) await client.get(`/${name}`);
    await eventually(() => rows(page).count()).toBe(3);
    await page.keyboard.press('f');
    await page.getByRole('timer').getByText('Running').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('/t');
    await page.getByText('2 of 3').waitFor();
    while ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'grid')
      await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'GET /two' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('heading', { name: 'GET /three' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.keyboard.press('2');
    await page.getByText('No flights yet').waitFor();
    emulator.flights.add({ count: 2 });
    await page.getByRole('grid').focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Flight 4700' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('has no axe violation in any view, dark or light', async () => {
    const { page, client, emulator, complaints } = await testConsole.open({ moderationShare: 1 });
    const look = async () => {
      const dark = await violations(page);
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await violations(page, 'color-contrast');
      await page.emulateMedia({ colorScheme: 'dark' });
      return [...dark, ...light];
    };
    await client.upload();
    await client.get('/api/v1/flights');
    emulator.flights.add({ count: 2, automatedChecked: true });
    emulator.faults.add({ times: 1, effect: { type: 'garbage' } });
    await eventually(() => rows(page).count()).toBe(2);
    // A check that becomes due while axe runs would disable a button between its two scans.
    await emulator.clock.change({ freeze: true });
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    expect(await look()).toEqual([]);
    await openView(page, 'Flights');
    await page.getByRole('row', { name: 'Flight 4700' }).click();
    expect(await look()).toEqual([]);
    for (const view of ['People', 'Scenario', 'API', 'Settings']) {
      await openView(page, view);
      await page.getByRole('heading', { name: view, level: 2 }).waitFor();
      expect([view, ...(await look())]).toEqual([view]);
    }
    await openView(page, 'People');
    for (const who of ['pilot-companion-demo', 'Demo Pilot', 'Granted', 'Next upload']) {
      await rows(page).filter({ hasText: who }).first().locator('.who').click();
      expect([who, ...(await look())]).toEqual([who]);
    }
    await page.getByRole('button', { name: 'Add custom fault' }).click();
    expect(await look()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
