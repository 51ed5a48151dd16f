// The first start in a real browser, on an in-memory companion.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { serviceOfPreset } from '../../../main/core/settings/presets.ts';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';
import { expectFocus } from '../keyboard.ts';

const open = createFakeWindow();

describe('the first start', () => {
  it('starts the demo with one click, and marks every view as a demo', async () => {
    const { page, complaints } = await open({ begun: false });
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByText('Demo Pilot').waitFor();
    for (const view of ['Files', 'Settings', 'Board']) {
      await page.getByRole('link', { name: view }).click();
      expect(await page.getByText('DEMO SERVICE').isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  it('stays on the page when nothing answers, reports it, and lets the address be corrected', async () => {
    const { page, sent, companion } = await open({
      begun: false,
      services: [serviceOfPreset(preset, [])],
      unreachable: ['https://service.example', 'http://127.0.0.1:4999'],
    });
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByRole('alert').getByText('Nothing answered at https://service.example.').waitFor();
    await page.getByRole('button', { name: 'Change address' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    const address = page.getByLabel('Service address');
    expect(await address.inputValue()).toBe('https://service.example');
    await address.fill('http://127.0.0.1:4999');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByRole('alert').getByText('Nothing answered at http://127.0.0.1:4999.').waitFor();
    expect(await address.inputValue()).toBe('http://127.0.0.1:4999');
    expect(companion.state().begun).toBe(false);
    expect(await violations(page)).toEqual([]);
    // Without its scheme.
    await address.fill('there.example');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Approve in your browser').waitFor();
    expect(sent('settings.change').at(-1)).toMatchObject({ service: { address: 'https://there.example' } });
    expect(sent('account.signIn')).toHaveLength(1);
  });

  it('leads back from the sign-in to the choice, which ends the sign-in', async () => {
    const { page, companion } = await open({ begun: false, services: [serviceOfPreset(preset, [])] });
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByText('Approve in your browser').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Change address' }).click();
    expect(await page.getByLabel('Service address').inputValue()).toBe('https://service.example');
    expect(companion.calls.map(({ name }) => name)).toContain('account.cancelSignIn');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByText('Approve in your browser').waitFor();
  });

  it('shows the logo of a preset', async () => {
    const icon = await readFile(new URL('../../../build/icons/64x64.png', import.meta.url), 'base64');
    const logo = `data:image/png;base64,${icon}`;
    const { page, complaints } = await open({ begun: false, services: [serviceOfPreset({ ...preset, logo }, [])] });
    const canvas = page.locator('.service-logo');
    await expect
      .poll(() =>
        canvas.evaluate((element: HTMLCanvasElement) => {
          const { width, height } = element;
          return element.getContext('2d')!.getImageData(width / 2, height / 2, 1, 1).data[3];
        }),
      )
      .toBe(255);
    expect(complaints).toEqual([]);
  });

  it('asks only for the secret if the preset of a service lacks it, and names the service that gets it', async () => {
    const { brokerAddress: _, ...own } = preset;
    const { page, companion } = await open({ begun: false, services: [serviceOfPreset(own, [])] });
    await page.getByText('https://service.example').waitFor();
    await page.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
    await page.getByText('Enter the client secret that Example Virtual gave you.').waitFor();
    const secret = page.getByLabel('Client secret', { exact: true });
    await expectFocus(secret);
    expect(await page.locator('form input').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText('Client secret is required.').waitFor();
    await secret.fill('from the preset');
    await page.keyboard.press('Enter');
    await page.getByText('Approve in your browser').waitFor();
    await expect
      .poll(() => companion.calls)
      .toContainEqual({ name: 'profile.choose', input: { profile: 'example-virtual', ifReachable: true } });
  });

  it('connects to a service: reports missing fields, then signs in with a pasted address', async () => {
    const { page, companion } = await open({ begun: false });
    await page.getByRole('button', { name: 'Set up your service' }).click();
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Client ID is required.').waitFor();
    await page.getByText('Client secret is required.').waitFor();
    const address = page.getByLabel('Service address');
    await expectFocus(address);
    // The advanced settings are folded, and unfold for an error in them.
    const redirect = page.getByLabel('Redirect path');
    expect(await redirect.isVisible()).toBe(false);
    await page.getByText('Advanced', { exact: true }).click();
    await redirect.fill('no path');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Service address').fill('https://service.example');
    await page.getByLabel('Client ID').fill('my-app');
    await page.getByLabel('Client secret', { exact: true }).fill('not to be seen again');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await redirect.waitFor();
    await expectFocus(redirect);
    await redirect.fill('/callback');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Approve in your browser').waitFor();
    await page.getByText("Browser didn't open").click();
    expect(await page.getByLabel('Open this address in your browser').inputValue()).toMatch(
      /^https:\/\/service\.example\//,
    );
    await page
      .getByLabel('Paste the final address from your browser')
      .fill('http://127.0.0.1:4000/callback?code=1&state=2');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Anna Aviator').waitFor();
    expect(await page.content()).not.toContain('not to be seen again');
    // The secret is stored for the address that is set when it arrives.
    const names = companion.calls.map((call) => call.name);
    const order = ['settings.change', 'account.setApplicationSecret', 'account.signIn'].map((name) =>
      names.indexOf(name),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
