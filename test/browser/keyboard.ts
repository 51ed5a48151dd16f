// Moves the focus as a pilot without a pointer does.
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** More than any view has controls. */
const mostPresses = 80;

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

export const expectFocus = (control: Locator) => expect.poll(() => hasFocus(control)).toBe(true);

export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressesLeft = mostPresses; pressesLeft > 0; pressesLeft -= 1) {
    // The next control depends on where the last key has moved the focus.
    // oxlint-disable-next-line no-await-in-loop
    if (await hasFocus(control)) return;
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press(key);
  }
  throw new Error(`${key} doesn't reach ${String(control)}.`);
}

/** Moves the focus to a control with Tab and presses a key there. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Checks that the focus starts in a dialog and stays there for a whole round in both directions. */
export async function expectFocusKeptIn(page: Page, dialog: Locator): Promise<void> {
  const whereFocusIs = () =>
    dialog.evaluate((element) => {
      const focused = document.activeElement;
      if (element.contains(focused)) return 'inside';
      // Between the last and the first control the focus is in the browser's own controls.
      return focused === document.body ? 'in the browser' : `on ${focused?.outerHTML.slice(0, 80)}`;
    });
  await expect.poll(whereFocusIs).toBe('inside');
  const places = new Set<string>();
  const round = 1 + (await dialog.locator('a, button, input, select, textarea, summary, [tabindex]').count());
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let at = 0; at <= round; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press(key);
      // oxlint-disable-next-line no-await-in-loop
      places.add(await whereFocusIs());
    }
  }
  expect([...places].filter((place) => place !== 'in the browser')).toEqual(['inside']);
  // Keys that are pressed in the browser's own controls do not reach the page.
  if ((await whereFocusIs()) !== 'inside') await page.keyboard.press('Tab');
}
