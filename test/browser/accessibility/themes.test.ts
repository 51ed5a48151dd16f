// Every main view in both themes, checked by axe.
import { describe, expect, it } from 'vitest';
import { createFakeWindow, strip, strips } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('axe finds no violation in any view', async () => {
    const { page } = await open({ strips: strips() }, { theme });
    await strip(page, 'EDDF to LPPT, flight 4711').click();
    await page.getByText('2,140 kg').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Connection settings for Pilot Flight Service').click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByText('Add the folder your simulator saves').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('axe finds no violation in the first start and a sign-in', async () => {
    const { page } = await open({ begun: false }, { theme });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set up manually' }).click();
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByText('Drop or paste screenshots anywhere').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
