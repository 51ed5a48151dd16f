// The keys of an input method belong to the text field: no handler of the window or the console gets them.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createTestConsole } from '../console/open-console.ts';
import { createFakeWindow, strips } from '../fake-window.ts';

const keys = ['Enter', 'Escape', 'ArrowDown', 'Home', 'Tab', ' ', 'Process', '?', 'j', 'k'];

type Pressed = { isComposing?: boolean; keyCode?: number; ctrlKey?: boolean; altKey?: boolean; shiftKey?: boolean };

/** Presses each key in what has the focus, and returns those that anything could react to. */
const handled = (page: Page, how: Pressed) =>
  page.evaluate(
    ([all, given]) => {
      const seen: string[] = [];
      const note = (event: KeyboardEvent) => void seen.push(event.key);
      // The first that a page can register after its start: every other handler is called later.
      addEventListener('keydown', note, { capture: true });
      for (const key of all)
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...given }),
        );
      removeEventListener('keydown', note, { capture: true });
      return seen;
    },
    [keys, how] as const,
  );

/** Enter as an input method gives it, which confirms a word. */
async function confirmWord(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
}

const open = createFakeWindow();
test('the window takes no keys of an input method', async () => {
  const { page, complaints } = await open({ strips: strips() });
  await page.locator('[data-strip]').first().waitFor();
  for (const how of [{ isComposing: true }, { keyCode: 229 }, { keyCode: 229, ctrlKey: true }])
    expect(await handled(page, how)).toEqual([]);
  expect(await handled(page, { ctrlKey: true, altKey: true, shiftKey: true })).toEqual(keys);
  expect(complaints).toEqual([]);
});

test('a word that is confirmed in the palette runs no command', async () => {
  const { page, companion } = await open({ strips: strips() });
  await page.locator('[data-strip]').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').pressSequentially('dark');
  await page.getByRole('option', { name: 'Appearance Dark', selected: true }).waitFor();
  await confirmWord(page);
  await page.keyboard.type(' appearance');
  expect(await page.getByRole('combobox').inputValue()).toBe('dark appearance');
  expect(companion.calls.some(({ name }) => name === 'settings.change')).toBe(false);
});

const { open: openConsole } = createTestConsole();
test('the console takes no keys of an input method', async () => {
  const { page } = await openConsole();
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) expect(await handled(page, how)).toEqual([]);
  expect(await handled(page, { ctrlKey: true, altKey: true, shiftKey: true })).toEqual(keys);
});
