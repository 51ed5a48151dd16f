// The language of the window and the zone of its times: the system's and UTC, until the pilot chooses others.
import { expect, test } from 'vitest';
import { createFakeWindow, strip, strips, showView } from '../fake-window.ts';
import { violations } from '../violations.ts';
import { expectFocus } from '../keyboard.ts';

const open = createFakeWindow();

test('is that of the system, and is changed immediately in the settings', async () => {
  const { page, sent, complaints } = await open({}, { locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Jetzt' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await showView(page, 'settings');
  await page.getByRole('combobox', { name: 'Sprache' }).focus();
  const before = await page.locator('main').evaluateHandle((main) => main);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: '日本語' });
  await page.getByRole('heading', { name: '設定', level: 1 }).waitFor({ state: 'attached' });
  await expect.poll(() => sent('settings.change').at(-1)).toEqual({ language: 'ja' });
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  await expectFocus(page.getByRole('combobox', { name: '言語' }));
  expect(await before.evaluate((element) => element.isConnected && element.scrollTop)).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: '言語' }).selectOption({ label: 'システムに合わせる' });
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test('can be chosen at the first start, before any sign-in', async () => {
  const { page, sent } = await open({ begun: false }, { locale: 'en-GB' });
  await page.getByRole('combobox', { name: 'Language' }).focus();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await page.locator('html[lang="de"]').waitFor();
  await page.getByRole('button', { name: 'Demo testen: kein Konto nötig' }).waitFor();
  expect(sent('settings.change').at(-1)).toEqual({ language: 'de' });
  await expectFocus(page.getByRole('combobox', { name: 'Sprache' }));
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Demo testen: kein Konto nötig' }).click();
  await page.getByText('Demo Pilot').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('is applied from the first screen for a pilot who has chosen one', async () => {
  const { page } = await open({ begun: false, state: (state) => ({ ...state, language: 'fr' }) }, { locale: 'es-ES' });
  await page.locator('html[lang="fr"]').waitFor();
  expect(await page.getByRole('button', { name: 'Essayer la démo' }).count()).toBe(1);
});

test('times are in the zone that the pilot chooses, everywhere and always marked', async () => {
  const { page, complaints } = await open({ strips: strips() }, { timezoneId: 'Asia/Tokyo' });
  const clock = page.getByRole('banner').locator('time');
  expect(await clock.innerText()).toMatch(/^14:02:\d\dZ$/);
  await clock.hover();
  expect(await clock.getAttribute('title')).toMatch(/^12 May 2026, 14:02:\d\dZ \/ 23:02:\d\d\sLT$/);
  await showView(page, 'settings');
  const times = page.getByRole('group', { name: 'Times' });
  await times.getByRole('radio', { name: 'Local time' }).check();
  await expect.poll(() => clock.innerText()).toMatch(/^23:02:\d\d\sLT$/);
  const local = times.getByRole('radio', { name: 'Local time' });
  await expectFocus(local);
  await times.getByRole('radio', { name: 'Both' }).check();
  await expect.poll(() => clock.innerText()).toMatch(/^14:02:\d\dZ \/ 23:02:\d\d\sLT$/);
  await page.getByRole('link', { name: 'Board' }).click();
  await strip(page, 'job-30').or(page.locator('[data-strip="job-30"]')).first().waitFor();
  // Narrow places have one zone, and name it.
  for (const text of await page.locator('time.time').allInnerTexts()) expect(text).toMatch(/Z|LT/);
  expect(complaints).toEqual([]);
});
