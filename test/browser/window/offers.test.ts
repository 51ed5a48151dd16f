// Presets and folders that were opened with the app, in a real browser, on a companion in memory.
import { describe, expect, it } from 'vitest';
import { newService } from '../../../main/contract/settings.ts';
import { createFakeWindow, offer } from '../fake-window.ts';
import { violations } from '../violations.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const open = createFakeWindow();
describe('a preset that was opened', () => {
  it('shows an address in unambiguous characters, and a name already in use', async () => {
    const services = [{ ...newService('ours', 'Example Virtual'), address: 'https://service.example' }];
    const { page, companion } = await open({ begun: true, services });
    await offer(page, companion, { type: 'preset.offered', preset: { ...preset, address: 'https://servıce.example' } });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('https://xn--servce-s9a.example').waitFor();
    await dialog.getByText('You already use a service with this name at another address').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('without a broker is added, and requires the client secret before the sign-in', async () => {
    const { page, companion } = await open({ begun: true });
    const { brokerAddress: _broker, ...own } = preset;
    await offer(page, companion, { type: 'preset.offered', preset: own });
    await page.getByRole('button', { name: 'Add Example Virtual' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(companion.calls.some(({ name }) => name === 'account.signIn')).toBe(false);
    expect(companion.state().service.choice).toBe('example-virtual');
  });
});

describe('a folder that was dropped', () => {
  it('explains why it cannot be watched, and waits until a service is chosen', async () => {
    const { page, companion } = await open({ begun: false });
    await page.getByText('Try the demo').waitFor();
    await expect
      .poll(async () => {
        companion.emit({ type: 'folder.offered', path: 'not-absolute' });
        const start = page.getByRole('button', { name: 'Try the demo' });
        if (await start.count()) await start.click();
        return page.getByRole('dialog').count();
      })
      .toBe(1);
    const dialog = page.getByRole('dialog', { name: 'Watch this folder?' });
    await dialog.getByRole('button', { name: 'Watch folder' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('alert').innerText()).toContain('not-absolute');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(companion.state().folders).toEqual([]);
  });
});
