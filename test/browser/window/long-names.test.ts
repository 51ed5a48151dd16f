// Unbreakable names of pilots, files, folders and codes. Nothing scrolls sideways or leaves the window.
import { expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { newService } from '../../../main/contract/settings.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, showView } from '../fake-window.ts';

const open = createFakeWindow();
const name = 'X'.repeat(200);
const report = wholeStrip('job-1', 'rejected', {
  reason: {
    kind: 'file-rejected-by-service',
    message: verbatim(name),
    code: 'c'.repeat(120),
    requiredAction: 'decision',
  },
});
const strips = [{ ...report, file: { ...report.file!, name: `${name}.png` } }];

const state = (app: AppState): AppState => ({
  ...app,
  account: app.account.status === 'signed-in' ? { ...app.account, name } : app.account,
  service: { ...app.service, kind: 'service', choice: 'service', hasConsole: false },
  accounts: [
    { id: 1, name, isInUse: true, waiting: 1, attention: 0, concern: null },
    { id: 2, name: name.toLowerCase(), isInUse: false, waiting: 3, attention: 0, concern: null },
  ],
  folders: [
    {
      id: '1',
      name,
      path: `/home/${name}/${name}`,
      status: 'watching',
      since: null,
      added: 3,
      growing: 0,
      existing: 0,
      otherNames: 2,
      skipped: [{ name: `${name}.png`, message: verbatim(name), at: null }],
      skippedCount: 1,
      rules: { names: [`${name.slice(0, 150)}*.png`], approval: true, afterUpload: { kind: 'move', to: `/${name}` } },
      pilot: name,
      notFiled: [{ name: `${name}.png`, message: verbatim(name) }],
      concern: null,
    },
  ],
});

test.each([1280, 480])('at %i px', async (width) => {
  const services = [{ ...newService('service', name.slice(0, 60)), address: 'https://a.example', clientId: name }];
  const { page, complaints } = await open({ services, strips, state }, { width, height: 800 });
  const wider = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, .header, main, .detail, .menu, .notices')]
        .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.tagName} ${one.className}`),
    );
  const clock = await page.getByRole('banner').locator('time').boundingBox();
  expect(clock!.x + clock!.width).toBeLessThanOrEqual(width);
  expect((await page.locator('.pilot').boundingBox())!.width).toBeGreaterThan(60);
  expect(await wider()).toEqual([]);
  await page.locator('.pilot-button').click();
  await page.getByRole('group', { name: /^Pilots at/ }).waitFor();
  expect(await wider()).toEqual([]);
  await page.keyboard.press('Escape');
  for (const view of ['files', 'settings']) {
    await showView(page, view);
    await page.locator('main').getByRole('button').first().waitFor();
    expect(await wider()).toEqual([]);
  }
  await showView(page, 'board');
  await page.locator('[data-strip="job-1"] .strip-open').click();
  await page.locator('.detail .reason').waitFor();
  expect(await wider()).toEqual([]);
  expect(complaints).toEqual([]);
});
