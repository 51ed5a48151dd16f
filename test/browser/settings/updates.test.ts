// Updates of the desktop app in the window: the question, the progress, the notes.
import { describe, expect, test } from 'vitest';
import type { AppState, UpdatesState } from '../../../main/contract/state.ts';
import { message } from '../../../main/messages/message.ts';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();
const idle: UpdatesState = { by: 'app', progress: { step: 'idle' }, news: null };
const withUpdates = (updates: Partial<UpdatesState> = {}) => ({
  state: (state: AppState): AppState => ({ ...state, updates: { ...idle, ...updates } }),
});
const settingsOf = (calls: readonly { name: string; input: unknown }[]) =>
  calls.filter(({ name }) => name === 'settings.change').map(({ input }) => input);

describe('the question about update checks', () => {
  test('can be declined', async () => {
    const { page, companion } = await open(withUpdates());
    await page.getByRole('button', { name: "Don't check" }).click();
    await page.getByRole('region', { name: 'Check for updates?' }).waitFor({ state: 'detached' });
    await expect.poll(() => settingsOf(companion.calls)).toEqual([{ updateChecks: 'off' }]);
  });

  test.each([
    ['where the system updates the app', withUpdates({ by: 'system' })],
    ['in a portable app', withUpdates({ by: 'nobody' })],
    ['in a browser', {}],
    [
      'before the first sign-in',
      {
        state: (state: AppState): AppState => ({
          ...state,
          updates: idle,
          account: { status: 'signed-out', name: null, reason: null },
        }),
      },
    ],
  ])('is not asked %s', async (_title, fake) => {
    const { page } = await open(fake);
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    expect(await page.getByRole('region', { name: 'Check for updates?' }).count()).toBe(0);
  });
});

describe('the settings', () => {
  const notTrusted = { kind: 'connection-not-trusted' as const, message: message('updates.notTrusted') };
  test.each<[string, UpdatesState['progress']]>([
    ['Checking for updates', { step: 'checking' }],
    ['Up to date. Checked at', { step: 'current', at: 1_780_000_000_000, older: null }],
    ['Your version is newer than 1.0.0', { step: 'current', at: 1_780_000_000_000, older: '1.0.0' }],
    ['Version 1.1.0 will download when no report is uploading', { step: 'waiting', version: '1.1.0' }],
    ['Downloading version 1.1.0: 41%', { step: 'downloading', version: '1.1.0', percent: 41 }],
    ["The update wasn't signed by the makers of Pilot Companion", { step: 'failed', failure: notTrusted }],
  ])('say "%s"', async (words, progress) => {
    const { page } = await open(withUpdates({ progress }));
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('region', { name: 'Updates' }).getByText(words).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['system', 'Your system updates Pilot Companion'],
    ['nobody', "this copy of Pilot Companion isn't installed"],
  ] as const)('say only who updates the app: %s', async (by, words) => {
    const { page } = await open(withUpdates({ by }));
    await page.getByRole('link', { name: 'Settings' }).click();
    const section = page.getByRole('region', { name: 'Updates' });
    await section.getByText(words).waitFor();
    expect(await section.getByRole('checkbox').count()).toBe(0);
  });
});

test('the notes of a new version are plain text, and are dismissed for good', async () => {
  const notes = ['Faster uploads.', '<img src=x onerror=alert(1)>'];
  const { page, companion, complaints } = await open(withUpdates({ news: { version: '1.1.0', notes } }));
  const card = page.getByRole('region', { name: "What's new in version 1.1.0" });
  await card.waitFor();
  expect(await card.getByRole('listitem').allTextContents()).toEqual(notes);
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => companion.calls.some(({ name }) => name === 'updates.notesRead')).toBe(true);
  expect(complaints).toEqual([]);
});
