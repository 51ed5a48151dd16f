// The settings and the folders without a pointer, in a real browser, on a companion in memory.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Check } from '../../../main/contract/diagnostics.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { durationMessage } from '../../../main/messages/duration.ts';
import { message } from '../../../main/messages/message.ts';
import type { FakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createFakeWindow } from '../fake-window.ts';
import { expectFocus, pressOn, tabTo } from '../keyboard.ts';

const open = createFakeWindow();
const onDesktop = (state: AppState): AppState => ({
  ...state,
  host: { ...state.host, kind: 'desktop' },
  updates: { by: 'app', progress: { step: 'idle' }, news: null },
});
const inputsOf = (companion: FakeCompanion, name: string) =>
  companion.calls.filter((call) => call.name === name).map(({ input }) => input);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function openView(page: Page, name: 'Settings' | 'Files', title: string) {
  await pressOn(page, page.getByRole('link', { name }));
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

test('the pre-flight check runs, and its fixes lead to what they are about', async () => {
  const checks: Check[] = [
    {
      about: 'clock',
      verdict: 'problem',
      message: message('check.clock.off', { duration: durationMessage(20 * 60_000), side: 'ahead' }),
      requiredAction: null,
    },
    { about: 'secrets', verdict: 'problem', message: message('failure.secretsInMemory'), requiredAction: 'settings' },
    { about: 'account', verdict: 'note', message: message('check.account.none'), requiredAction: 'sign-in' },
    { about: 'launch', verdict: 'note', message: message('check.launch', { launch: null }), requiredAction: null },
    { about: 'folder', verdict: 'note', message: message('check.folder.none'), requiredAction: null },
  ];
  const { page, companion } = await open({ checks, state: onDesktop });
  await openView(page, 'Settings', 'Settings');
  await pressOn(page, button(page, 'Run check'));
  await page.getByText('2 problems').first().waitFor();
  await expectFocus(button(page, 'Run check'));
  await pressOn(page, button(page, 'Check again'), 'Space');
  await expect.poll(() => inputsOf(companion, 'checks.run').length).toBe(2);
  await expectFocus(button(page, 'Check again'));
  await pressOn(page, button(page, 'Choose storage'));
  await expectFocus(heading(page, 'Sign-in storage'));
  await pressOn(page, button(page, 'Open setting'));
  await expectFocus(heading(page, 'Background and notifications'));
  await pressOn(page, page.getByRole('region', { name: 'Pre-flight check' }).getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => inputsOf(companion, 'account.signIn').length).toBe(1);
  await pressOn(page, button(page, 'Watch a folder'));
  await heading(page, 'Watched folders').waitFor();
  await expectFocus(page.locator('#main'));
});

test('background and notifications are chosen', async () => {
  const { page, companion } = await open({ state: onDesktop });
  await openView(page, 'Settings', 'Settings');
  await pressOn(page, page.getByRole('checkbox', { name: 'Launch at login' }), 'Space');
  await tabTo(page, page.getByRole('radio', { name: 'Ask', exact: true }));
  await page.keyboard.press('ArrowDown');
  await expectFocus(page.getByRole('radio', { name: 'Keep running in the background' }));
  await page.keyboard.press('ArrowDown');
  await pressOn(page, page.getByRole('checkbox', { name: 'Keep the computer awake while uploads are due' }), 'Space');
  await pressOn(page, page.getByRole('checkbox', { name: 'Completed flights' }), 'Space');
  await pressOn(page, button(page, 'Turn off for 1 hour'));
  await button(page, 'Turn on now').waitFor();
  // The button is gone.
  await expectFocus(heading(page, 'Background and notifications'));
  await pressOn(page, button(page, 'Turn on now'));
  await expect
    .poll(() => inputsOf(companion, 'settings.change'))
    .toEqual([
      { onClose: 'keep-running' },
      { onClose: 'quit' },
      { keepAwake: true },
      { notifyCompleted: false },
      { quietUntil: expect.any(Number) },
      { quietUntil: 0 },
    ]);
  expect(inputsOf(companion, 'launch.set')).toEqual([{ atLogin: true }]);
});

test('an update is checked for and installed', async () => {
  const { page, companion } = await open({ state: onDesktop });
  await openView(page, 'Settings', 'Settings');
  const section = page.getByRole('region', { name: 'Updates', exact: true });
  await pressOn(page, section.getByRole('checkbox'), 'Space');
  await tabTo(page, section.getByRole('radio', { name: 'Stable' }));
  await page.keyboard.press('ArrowDown');
  await pressOn(page, section.getByRole('button', { name: 'Check now' }));
  await section.getByText('Version 1.1.0 is ready').waitFor();
  await expectFocus(section.getByRole('button', { name: 'Check now' }));
  await page.keyboard.press('Enter');
  await pressOn(page, section.getByRole('button', { name: 'Restart to update' }));
  await section.getByText('Restarting once').waitFor();
  await expectFocus(heading(page, 'Updates'));
  expect(inputsOf(companion, 'settings.change')).toEqual([{ updateChecks: 'on' }, { updateChannel: 'beta' }]);
  expect(inputsOf(companion, 'updates.check')).toHaveLength(1);
});

test('the question about update checks is answered on the board, which then has the focus', async () => {
  const { page, companion } = await open({ state: onDesktop });
  await page.getByRole('region', { name: 'Check for updates?' }).waitFor();
  await pressOn(page, button(page, 'Check for updates'));
  await expectFocus(page.locator('#main'));
  await expect.poll(() => inputsOf(companion, 'settings.change')).toEqual([{ updateChecks: 'on' }]);
});

test('a folder is added with a preview', async () => {
  const { page, companion } = await open();
  await openView(page, 'Files', 'Files');
  await pressOn(page, button(page, 'Watch folder'));
  await page.getByText('Folder path is required').waitFor();
  await expectFocus(page.getByLabel('Folder path'));
  await page.keyboard.type('shots');
  await page.keyboard.press('Enter');
  await page.getByText("shots isn't a folder").waitFor();
  await page.getByLabel('Folder path').fill('/home/anna/shots');
  await tabTo(page, page.getByRole('radio', { name: 'Ignore them and upload only new ones' }));
  await page.keyboard.press('ArrowDown');
  await pressOn(page, button(page, 'Preview uploads'));
  await tabTo(page, page.getByRole('list', { name: 'Preview of each file' }));
  await pressOn(page, button(page, 'Watch folder'));
  await heading(page, 'shots').waitFor();
  expect(inputsOf(companion, 'folders.add')).toEqual([
    { path: 'shots', existing: false },
    { path: '/home/anna/shots', existing: true },
  ]);
  // The form has folded.
  await expectFocus(page.getByRole('main'));
});

test("a folder's rules are changed, and the folder is no longer watched until that is undone", async () => {
  const { page, companion } = await open();
  await companion.handle('folders.add', { path: '/home/anna/shots', existing: true });
  await openView(page, 'Files', 'Files');
  const rules = button(page, 'Rules: shots');
  await pressOn(page, rules);
  await tabTo(page, page.getByLabel('File names to add'));
  await page.keyboard.type('report-*');
  await tabTo(page, page.locator('.rules').getByRole('radio', { name: 'Upload it automatically' }));
  await page.keyboard.press('ArrowDown');
  await pressOn(page, button(page, 'Save rules'));
  await expectFocus(rules);
  expect(companion.state().folders[0]?.rules).toMatchObject({ approval: true });
  await page.keyboard.press('Enter');
  await pressOn(page, button(page, 'Cancel'));
  await expectFocus(rules);

  await pressOn(page, button(page, 'Stop watching: shots'));
  await heading(page, 'shots').waitFor({ state: 'detached' });
  await expectFocus(page.locator('#main'));
  await pressOn(page, button(page, 'Undo'));
  await heading(page, 'shots').waitFor();
  await expectFocus(page.locator('#main'));
  expect(companion.state().folders.map(({ path }) => path)).toEqual(['/home/anna/shots']);
});
