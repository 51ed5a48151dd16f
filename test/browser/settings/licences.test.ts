// The licenses in the section About, in a real browser, as the build listed them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeWindow } from '../fake-window.ts';
import { violations } from '../violations.ts';

const show = createFakeWindow();
const listed = z
  .array(z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../dist/licences.json'), 'utf8')));

it('shows the app’s licence and those of its components, loaded on request', async () => {
  const { page, complaints } = await show();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('link', { name: 'Settings' }).click();
  const about = page.getByRole('region', { name: 'About' });
  await about.getByText('Pilot Companion is open source, under the MIT licence.').waitFor();
  expect(requests.filter((url) => url.includes('licences'))).toEqual([]);

  await about.getByRole('button', { name: 'Third-party licences' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Third-party licences' });
  await dialog.getByText(`contains ${listed.length} packages by other authors`).waitFor();
  expect(listed.length).toBeGreaterThan(80);
  const names = await dialog.locator('summary').allInnerTexts();
  expect(names).toEqual(listed.map(({ name, version, licence }) => `${name} ${version} ${licence}`));
  expect(requests.filter((url) => url.includes('licences'))).toHaveLength(1);

  const react = listed.find(({ name }) => name === 'react')!;
  await dialog.locator('summary').nth(listed.indexOf(react)).press('Enter');
  await expect.poll(() => dialog.locator('pre').allInnerTexts()).toEqual([react.text]);
  expect(react.text).toContain('Meta Platforms');
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Third-party licences');
  expect(complaints).toEqual([]);
});
