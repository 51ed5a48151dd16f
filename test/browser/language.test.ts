// The language of the window: the system's, until the pilot chooses another one.
import { expect, test } from 'vitest';
import { createFakeWindow } from './fake-window.ts';
import { violations } from './violations.ts';

const open = createFakeWindow();

test('is that of the system, and is changed at once in the settings', async () => {
  const { page, companion, complaints } = await open({}, { locale: 'de-AT' });
  await page.getByRole('heading', { name: /^Warteschlange/ }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.evaluate(() => {
    location.hash = 'settings';
  });
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: '日本語' });
  await page.getByRole('heading', { name: '設定', level: 1 }).waitFor();
  expect(companion.calls.findLast(({ name }) => name === 'settings.change')?.input).toEqual({ language: 'ja' });
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: '言語' }).selectOption({ label: 'システムに合わせる' });
  await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test('of a pilot who has chosen one is there from the first screen', async () => {
  const { page } = await open({ begun: false, state: (state) => ({ ...state, language: 'fr' }) }, { locale: 'es-ES' });
  await page.locator('html[lang="fr"]').waitFor();
  expect(await page.getByRole('button', { name: 'Essayer la démo' }).count()).toBe(1);
});

test('is English where the app lacks that of the system', async () => {
  const { page } = await open({}, { locale: 'fi-FI' });
  await page.getByRole('heading', { name: /^Queue/ }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
