// How the window shows a sign-in: its steps, its result and the next actions, in a real browser on an in-memory
// companion.
import type { Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { SignIn } from '../../../main/contract/sign-in.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const openWindow = createFakeWindow();
const open = (state: (state: AppState) => AppState) => openWindow({ state }, { theme: 'light', height: 720 });

const waiting = (concern: (SignIn & { step: 'waiting-for-browser' })['concern']): SignIn => ({
  step: 'waiting-for-browser',
  address: 'https://service.example/oauth/authorize?client_id=abc',
  endsOn: 'http://127.0.0.1:4321/callback/service',
  until: start + 600_000,
  concern,
});
const at =
  (signIn: SignIn) =>
  (state: AppState): AppState => ({ ...state, account: { status: 'signing-in' }, signIn });
const ended =
  (why: ReturnType<typeof failures.signInNeeded>) =>
  (state: AppState): AppState => ({ ...state, signIn: { step: 'failed', at: start, why } });

describe('during a sign-in', () => {
  test('its step is marked, and it can be cancelled and restarted at each', async () => {
    const steps = [
      [{ step: 'preparing' }, 'Preparing'],
      [waiting(null), 'Approve in your browser'],
      [{ step: 'exchanging' }, 'Completing sign-in'],
      [{ step: 'storing' }, 'Saving sign-in'],
    ] as const;
    const { page, companion, sent } = await open(at(waiting(null)));
    const card = page.getByRole('region', { name: 'Signing in' });
    for (const [index, [signIn, message]] of steps.entries()) {
      companion.change(at(signIn));
      await card.locator('[aria-current=step]', { hasText: message }).waitFor();
      await card.getByRole('button', { name: 'Start over' }).click();
      // Two simultaneous requests may arrive in either order.
      await expect.poll(() => sent('account.signIn')).toHaveLength(index + 1);
      companion.change(at(signIn));
      await card.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText("You're not signed in").waitFor();
    }
    const four = steps.map(() => ({}));
    expect([sent('account.signIn'), sent('account.cancelSignIn')]).toEqual([four, four]);
  });

  test('without a browser, the address is shown immediately with its expiry time', async () => {
    const { page } = await open(at(waiting(failures.noBrowser())));
    await page.getByText("Couldn't open a browser.").waitFor();
    expect(await page.getByLabel('Open this address in your browser').inputValue()).toContain(
      'https://service.example/',
    );
    await page.getByText('It starts with http://127.0.0.1:4321/callback/service').waitFor();
    await page.getByText('This request expires at 14:12Z').waitFor();
    await page.getByLabel('Paste the final address from your browser').fill('my logbook');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText("That isn't the final address from your browser.").waitFor();
  });
});

describe('after a sign-in', () => {
  test('another pilot is named, with both choices', async () => {
    const { page, companion, sent } = await open(ended(failures.signInCancelled()));
    // Cancelling next to an existing sign-in shows no message and no question.
    await page.getByText('Drop or paste screenshots anywhere').waitFor();
    expect(await page.getByText('sign-in was cancelled').count()).toBe(0);
    companion.change(ended(failures.otherPilotAgreed('Anna Aviator', 'Ben Biplane')));
    await page.getByText('Ben Biplane approved access').waitFor();
    await page.getByRole('button', { name: 'Add another pilot' }).click();
    await expect.poll(() => sent('account.signIn')).toEqual([{ otherPilot: true }]);
  });

  test('a used port leads to the settings, and its message can be dismissed', async () => {
    const { page } = await open(ended(failures.loopbackUnavailable(4321, 'EADDRINUSE')));
    await page.getByText('Port 4321, which sign-in needs, is in use').waitFor();
    expect(await page.getByRole('button', { name: 'Open settings' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Open settings' }).click();
    // The button disappears with its view: the focus is in the new one.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Port 4321, which sign-in needs, is in use').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('heading', { name: 'Watched folders' }).waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByText('Drop or paste screenshots anywhere').waitFor();
    expect(await page.getByText('Port 4321, which sign-in needs, is in use').count()).toBe(0);
  });

  test('without flights:write the window shows what is missing, and requests it again', async () => {
    const { page, sent } = await open((state) => ({
      ...state,
      account: {
        status: 'signed-in',
        name: 'Anna Aviator',
        since: start,
        scopes: ['openid', 'profile'],
        mayUpload: false,
        missing: ['flights:read', 'flights:write'],
        concern: failures.scopeMissing('flights:write'),
      },
    }));
    await page.getByText("Your sign-in doesn't include permission to upload").waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => sent('account.signIn')).toEqual([{}]);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
  });

  test('the focus stays in a view that takes a while to load', async () => {
    const { page } = await open(ended(failures.loopbackUnavailable(4321, 'EADDRINUSE')));
    const held: Route[] = [];
    await page.route('**/later-views*', (route) => void held.push(route));
    await page.reload();
    await page.getByRole('button', { name: 'Open settings' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).toBe('main');
    expect(await page.getByRole('heading', { name: 'Settings', level: 1 }).count()).toBe(0);
    await Promise.all(held.map((route) => route.continue()));
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await expect.poll(focused).toBe('main');
  });

  test('declining is not shown as a failure and has no code', async () => {
    const { page } = await open(ended(failures.consentRefused('access_denied')));
    const card = page.getByRole('region', { name: 'Account' });
    await card.getByText('You declined access').waitFor();
    expect(await card.getAttribute('class')).toBe('card signing-in');
    expect(await card.locator('.code-print').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Sign-in failed' }).count()).toBe(0);
  });
});
