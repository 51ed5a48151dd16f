// The vault in the window: its passphrase is never sent back, where sign-ins are stored is a choice, and a locked vault
// is shown first.
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { fakePassphrase } from '../../support/fake-companion/fake-commands.ts';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const noKeychain: Partial<AppState> = {
  secretsIn: 'memory',
  secretsConcern: failures.secretsInMemory(),
  secretStorage: { choice: 'keychain', hasKeychain: false, vault: 'none' },
};
const locked: Partial<AppState> = {
  account: { status: 'signed-out', name: null, reason: failures.vaultLocked() },
  secretsIn: 'file-vault',
  secretsConcern: failures.vaultLocked(),
  secretStorage: { choice: 'file-vault', hasKeychain: false, vault: 'locked' },
};

const openWindow = createFakeWindow();
const open = (state: Partial<AppState>) =>
  openWindow({
    state: (before) => ({
      ...before,
      service: {
        ...before.service,
        kind: 'service',
        name: 'Pilot Flight Service',
        isTestService: false,
        hasConsole: false,
      },
      ...state,
    }),
  });

const settingsOf = async (page: Page) =>
  page
    .getByRole('link', { name: 'Settings' })
    .or(page.getByRole('button', { name: 'Settings' }))
    .first()
    .click();

it('a locked vault requires its passphrase before anything else', async () => {
  const { page, companion, complaints } = await open(locked);
  const card = page.getByRole('region', { name: 'Vault' });
  await card.getByText('Vault locked').waitFor();
  expect(await page.getByText("You're not signed in").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const field = card.getByLabel('Vault passphrase');
  expect(await field.getAttribute('type')).toBe('password');
  await field.fill('another passphrase');
  await card.getByRole('button', { name: 'Unlock' }).click();
  await card.getByText('That passphrase is incorrect').waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill(fakePassphrase);
  await page.keyboard.press('Enter');
  await card.waitFor({ state: 'detached' });
  expect(JSON.stringify(companion.state())).not.toContain(fakePassphrase);
  expect(await page.content()).not.toContain(fakePassphrase);
  expect(complaints).toEqual([]);
});

it('without a keychain the settings offer a vault, whose passphrase is typed twice', async () => {
  const { page, companion } = await open(noKeychain);
  await settingsOf(page);
  const section = page.getByRole('region', { name: 'Sign-in storage' });
  await section.getByText('kept in memory only').first().waitFor();
  await section.getByLabel('In a vault with a passphrase').check();
  await section.getByLabel('New vault passphrase').fill(fakePassphrase);
  await section.getByLabel('Confirm passphrase').fill('something else');
  await section.getByRole('button', { name: 'Store in vault' }).click();
  await section.getByText("The passphrases don't match.").waitFor();
  expect(await violations(page)).toEqual([]);
  await section.getByLabel('Confirm passphrase').fill(fakePassphrase);
  await section.getByRole('button', { name: 'Store in vault' }).click();
  await section.getByText('encrypted with your passphrase').waitFor();
  expect(companion.state()).toMatchObject({ secretsIn: 'file-vault', secretStorage: { choice: 'file-vault' } });
  await section.getByLabel('In a file without a passphrase').check();
  await section.getByText("It isn't encrypted.").waitFor();
  expect(companion.state().secretStorage.choice).toBe('open-vault');
});

it('a forgotten passphrase can be reset, and the window shows what is lost', async () => {
  const { page, companion } = await open(locked);
  const card = page.getByRole('region', { name: 'Vault' });
  await card.getByText('Forgot your passphrase?').click();
  await card.getByText("It can't be recovered.").waitFor();
  await card.getByRole('button', { name: 'Remove all sign-ins' }).click();
  await expect.poll(() => companion.calls.map(({ name }) => name)).toContain('account.signOutAll');
});

it('with a keychain no unencrypted file is offered', async () => {
  const { page } = await open({});
  await settingsOf(page);
  const section = page.getByRole('region', { name: 'Sign-in storage' });
  await section.getByLabel("In this computer's keychain").waitFor();
  expect(await section.getByLabel('In a file without a passphrase').count()).toBe(0);
});
