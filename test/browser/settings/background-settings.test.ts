// The settings of the desktop app about the background, in a real browser, on a companion in memory.
import { expect, test } from 'vitest';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

test('a shortcut is set by pressing it, rejected if another program has it, and removed', async () => {
  const { page, companion, complaints } = await open({
    state: (state) => ({ ...state, host: { ...state.host, kind: 'desktop' } }),
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  const field = page.getByLabel('Shortcut that adds the newest screenshot');
  await field.press('Control+Shift+KeyU');
  await expect.poll(() => field.inputValue()).toBe('Control+Shift+U');
  expect(await field.getAttribute('aria-invalid')).toBe('false');
  await field.press('Control+Digit9');
  await page.getByText('Another program uses Control+9. Press other keys.').waitFor();
  expect(await violations(page)).toEqual([]);
  // A typed character is not a shortcut, and Tab leaves the field.
  await field.press('u');
  await field.press('Backspace');
  await expect.poll(() => field.inputValue()).toBe('');
  await field.press('Tab');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
  await page.getByRole('checkbox', { name: 'Keep the computer awake while uploads are due' }).check();
  const changes = companion.calls.filter(({ name }) => name === 'settings.change').map(({ input }) => input);
  expect(changes).toEqual([
    { captureShortcut: 'Control+Shift+U' },
    { captureShortcut: 'Control+9' },
    { captureShortcut: '' },
    { keepAwake: true },
  ]);
  expect(complaints).toEqual([]);
});
