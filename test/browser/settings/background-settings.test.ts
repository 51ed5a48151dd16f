// The settings of the desktop app about the background, in a real browser, on a companion in memory.
import { expect, test } from 'vitest';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

test('a shortcut is set by pressing it, rejected if another program has it, and removed', async () => {
  const { page, sent, complaints } = await open({
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
  const changes = sent('settings.change');
  expect(changes).toEqual([
    { captureShortcut: 'Control+Shift+U' },
    { captureShortcut: 'Control+9' },
    { captureShortcut: '' },
    { keepAwake: true },
  ]);
  expect(complaints).toEqual([]);
});

test('notifications are turned off for a time, and on again, from the palette', async () => {
  const { page, companion } = await open({
    state: (state) => ({ ...state, host: { ...state.host, kind: 'desktop' } }),
  });
  const choose = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  const quiet = () =>
    companion.calls.flatMap(({ name, input }) =>
      name === 'settings.change' && 'quietUntil' in (input as object)
        ? [(input as { quietUntil: number }).quietUntil]
        : [],
    );
  await page.getByRole('heading', { name: 'Now' }).waitFor();
  await choose('notifications turn off for 1 hour');
  await expect.poll(() => quiet().length).toBe(1);
  await choose('notifications turn on now');
  await expect.poll(quiet).toEqual([expect.any(Number), 0]);
  expect(quiet()[0]).toBeGreaterThan(Date.UTC(2026, 0, 1));
});

test('a quiet time is counted from now, and ends on time, while nothing else changes', async () => {
  const { page, sent, clock } = await open(
    { state: (state) => ({ ...state, host: { ...state.host, kind: 'desktop' } }) },
    { isTimeStill: true },
  );
  await page.getByRole('link', { name: 'Settings' }).click();
  const hour = page.getByRole('button', { name: 'Turn off for 1 hour' });
  await hour.waitFor();
  const pass = async (minutes: number, shown: string) => {
    await clock.advance(minutes * 60_000);
    await page.clock.setFixedTime(clock.now());
    await expect.poll(() => page.getByRole('banner').locator('time').innerText()).toContain(shown);
  };
  await pass(30, '14:32');
  await hour.click();
  await page.getByText('Notifications are off until 15:32Z.').waitFor();
  expect(sent('settings.change').at(-1)).toEqual({ quietUntil: start + 90 * 60_000 });
  await pass(61, '15:33');
  await expect.poll(() => page.getByText('Notifications are off until').count()).toBe(0);
});
