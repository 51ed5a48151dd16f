// The view of watched folders in a real browser, on an in-memory companion: suggested and missing folders.
import { describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { makeFolder } from '../../support/fake-companion/fake-state.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

describe('a suggested folder', () => {
  it('can be previewed and watched with one click, with its name patterns', async () => {
    const suggested = [
      {
        path: '/home/anna/Desktop',
        program: 'FlightGear',
        names: ['fgfs-screen-*'],
        approval: false,
        images: 12,
        newest: start,
      },
    ];
    const { page, companion, complaints } = await open({ suggested });
    await page.getByRole('link', { name: 'Files' }).click();
    const card = page.getByRole('region', { name: 'Screenshot folders on this computer' }).getByRole('listitem');
    await card.getByText('12 screenshots, the newest from 12 May 2026').waitFor();
    await card.getByRole('button', { name: 'Preview uploads' }).click();
    await card.getByRole('list', { name: 'Preview of each file' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await card.getByRole('button', { name: 'Watch folder: FlightGear' }).click();
    await page.getByRole('button', { name: 'Stop watching: FlightGear' }).waitFor();
    expect(companion.state().folders[0]?.rules.names).toEqual(['fgfs-screen-*']);
    expect(complaints).toEqual([]);
  });
});

describe('a folder that is missing', () => {
  it('is shown on the board, in the navigation, and announced', async () => {
    const { page, companion } = await open({ state: (state) => ({ ...state, folders: [makeFolder()] }) });
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    companion.change((state) => ({
      ...state,
      folders: state.folders.map((folder) => ({ ...folder, concern: failures.folderUnavailable('/home/anna/shots') })),
    }));
    const card = page.locator('.concern', { hasText: '/home/anna/shots' });
    await card.waitFor();
    await expect.poll(() => page.locator('output[aria-live]').innerText()).toContain('/home/anna/shots');
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Files' }).innerText()).toContain('1');
    await card.getByRole('button', { name: 'Open watched folders' }).click();
    await page.getByRole('heading', { name: 'Watched folders' }).waitFor();
  });
});
