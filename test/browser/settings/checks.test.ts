// The pre-flight check of the settings, in a real browser, on a companion in memory.
import { expect, it } from 'vitest';
import type { Check } from '../../../main/contract/diagnostics.ts';
import { durationMessage } from '../../../main/messages/duration.ts';
import { message } from '../../../main/messages/message.ts';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

it('shows each line with its verdict, and a button for what the pilot can do', async () => {
  const checks: Check[] = [
    { about: 'disk', verdict: 'good', message: message('check.disk.good', { gigabytes: 52.1 }), requiredAction: null },
    {
      about: 'clock',
      verdict: 'problem',
      message: message('check.clock.off', { duration: durationMessage(20 * 60_000), side: 'ahead' }),
      requiredAction: null,
    },
    {
      about: 'secrets',
      verdict: 'problem',
      message: message('failure.secretsInMemory'),
      requiredAction: 'settings',
    },
    { about: 'folder', verdict: 'note', message: message('check.folder.none'), requiredAction: null },
    { about: 'account', verdict: 'note', message: message('check.account.none'), requiredAction: 'sign-in' },
    { about: 'launch', verdict: 'note', message: message('check.launch', { launch: null }), requiredAction: null },
  ];
  const { page, complaints } = await open({ checks });
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Pre-flight check' });
  await section.getByRole('button', { name: 'Run check' }).click();
  await section.getByText('2 problems').waitFor();
  expect(await section.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Good:\s+52\.1 GB free for screenshots$/),
    expect.stringMatching(/^Problem:\s+This computer's clock is 20 min ahead of the service's\..*Check again$/s),
    expect.stringMatching(/^Problem:\s+There's no unlocked keychain.*Choose storage$/s),
    expect.stringMatching(/^Note:\s+No folder is watched\.\s*Watch a folder$/),
    expect.stringMatching(/^Note:\s+You're not signed in\.\s*Sign in$/),
    expect.stringMatching(/^Note:\s+Doesn't launch at login\s*Open setting$/),
  ]);
  await expect.poll(() => page.locator('output[aria-live]').innerText()).toBe('2 problems');
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
