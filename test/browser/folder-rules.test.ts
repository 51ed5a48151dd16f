// A folder's rules, its dry run, and the pictures that wait for the pilot's word: in a real browser, on a companion in memory.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../main/contract/folder-rules.ts';
import type { AppState, FolderState } from '../../main/contract/state.ts';
import { createFakeCompanion } from '../support/fake-companion.ts';
import { wholeStrip } from '../support/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createWindowDesk, picturePath, start } from './open-window.ts';
import { violations } from './violations.ts';
import { verbatim } from '../../main/messages/message.ts';

const desk = createWindowDesk();

const folderOf = (more: Partial<FolderState> = {}): FolderState => ({
  id: 'shots',
  path: '/home/anna/shots',
  name: 'shots',
  status: 'watching',
  added: 2,
  growing: 0,
  existing: 0,
  otherNames: 0,
  passedOver: [],
  rules: defaultRules,
  notFiled: [],
  concern: null,
  ...more,
});
const asked = (n: number) =>
  wholeStrip(`job-${n}`, 'approval', {
    hasImage: true,
    file: { name: `shot-${n}.png`, bytes: 1_204_224, source: { kind: 'folder', folder: 'shots' }, addedAt: start },
    reason: {
      kind: 'approval-needed',
      requiredAction: 'decision',
      message: verbatim('Waiting for your word: this folder asks.'),
    },
  });

type Given = {
  readonly strips?: ReturnType<typeof asked>[];
  readonly folders?: FolderState[];
  readonly canTrash?: boolean;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly view?: string;
};

async function open({ strips = [], folders = [], canTrash = true, theme = 'dark', width = 1280, view }: Given = {}) {
  const clock = createVirtualClock(start);
  const state = (s: AppState) => ({ ...s, folders, host: { ...s.host, canTrash } });
  const companion = createFakeCompanion({ clock, picturePath, strips, state });
  const { page, complaints } = await desk.show(companion, { theme, width, height: 900 }, clock);
  if (view) await page.getByRole('link', { name: view }).click();
  return { page, companion, complaints };
}

const focusedStrip = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-strip]')?.getAttribute('data-strip') ?? null);

describe('the rules of a folder', () => {
  it('say in one line what holds, and are changed in the card', async () => {
    const { page, companion, complaints } = await open({ folders: [folderOf()], view: 'Folders' });
    const rules = page.getByRole('list', { name: 'Rules of shots' });
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'Every picture',
      'sent by itself',
      'then left where it is',
    ]);
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('Names of the pictures that are taken').fill('report-*\n\n*.jpg\n');
    await page.getByLabel('Ask me first').check();
    await page.getByLabel('moves to another folder').check();
    await page.getByLabel('Folder to move it to').fill('Sent');
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await page.getByText('Names like report-*, *.jpg').waitFor();
    expect(companion.state().folders[0]?.rules).toEqual({
      names: ['report-*', '*.jpg'],
      afterUpload: { kind: 'move', to: 'Sent' },
      approval: true,
    });
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'Names like report-*, *.jpg',
      'asks before it is sent',
      'then moved to Sent',
    ]);
    // The keyboard's place is where it was before the rules were opened.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Rules: shots');
    expect(complaints).toEqual([]);
  });

  it('that cannot be kept stay open, with why', async () => {
    const { page, companion } = await open({ folders: [folderOf()], view: 'Folders' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('Names of the pictures that are taken').fill(' \n ');
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await page.getByRole('alert').waitFor();
    expect(companion.state().folders[0]?.rules).toEqual(defaultRules);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Names of the pictures that are taken').count()).toBe(0);
  });

  it('offer the bin where there is one, and say why not where there is none', async () => {
    const { page } = await open({ folders: [folderOf()], canTrash: false, view: 'Folders' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    expect(await page.getByLabel('goes into the bin').isDisabled()).toBe(true);
    expect(await page.getByText('from the desktop app only').isVisible()).toBe(true);
  });

  it('say what could not be put away, and what was left for its name', async () => {
    const message = 'a.png was sent and stays where it is: it could not be moved to /sent.';
    const folder = folderOf({ otherNames: 14, notFiled: [{ name: 'a.png', message: verbatim(message) }] });
    const { page } = await open({ folders: [folder], view: 'Folders' });
    await page.getByText(message).waitFor();
    expect(await page.getByText('14 pictures with other names').isVisible()).toBe(true);
  });
});

describe('a dry run', () => {
  it('lists what would be sent and what not, and why, by the rules as they are typed; nothing is taken', async () => {
    const { page, companion } = await open({ folders: [folderOf()], view: 'Folders' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('Names of the pictures that are taken').fill('report-*');
    await page.getByLabel('Ask me first').check();
    await page.getByRole('button', { name: 'See what would be sent' }).click();
    await page.getByText('1 would be sent, 1 is here already, 1 would be left. Nothing was taken.').first().waitFor();
    const files = page.getByRole('list', { name: 'What would become of each file' }).getByRole('listitem');
    expect(await files.allTextContents()).toEqual([
      expect.stringMatching(/^Goesreport-1\.png/),
      expect.stringMatching(/^Here alreadyreport-2\.png.*same picture as flight 4711/),
      expect.stringMatching(/^Staysholiday\.png.*Its name is not one/),
    ]);
    expect(companion.calls.find((call) => call.name === 'folders.dryRun')?.input).toMatchObject({
      path: '/home/anna/shots',
      names: ['report-*'],
      approval: true,
      existing: true,
    });
    await page.getByLabel('with the pictures that are there already').uncheck();
    await expect
      .poll(() => companion.calls.findLast((call) => call.name === 'folders.dryRun')?.input)
      .toMatchObject({ existing: false });
  });

  it('field guide 10: is there before a folder is added, and what is there already is asked about once', async () => {
    const { page, companion } = await open({ view: 'Folders' });
    await page.getByLabel('Path of the folder').fill('/home/anna/shots');
    expect(await page.getByLabel('Leave them; only new pictures are sent').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'See what would be sent' }).click();
    await page.getByText('Nothing was taken.').first().waitFor();
    await page.getByRole('button', { name: 'Watch this folder' }).click();
    await page.getByText('3 pictures were there before and are left.').waitFor();
    expect(companion.calls.find((call) => call.name === 'folders.add')?.input).toMatchObject({ existing: false });
    await page.getByRole('button', { name: 'Also take the 3 pictures already there' }).click();
    await page.getByText('3 pictures taken').waitFor();
    expect(await page.getByText('were there before').count()).toBe(0);
  });
});

it('field guide 9: a picture that the cloud keeps is named with what happens to it', async () => {
  const message =
    'far.png is not on this computer: the cloud keeps it. It is taken by itself once it has been downloaded.';
  const { page } = await open({
    folders: [folderOf({ passedOver: [{ name: 'far.png', message: verbatim(message) }] })],
    view: 'Folders',
  });
  await page.getByText('1 file passed over').click();
  await page.getByText(message).waitFor();
  expect(await page.getByText(message).isVisible()).toBe(true);
});

describe('pictures that wait for a word', () => {
  it('stand on the board with their picture and both answers; one is sent, the other kept and sent after all', async () => {
    const { page, companion, complaints } = await open({ strips: [asked(1), asked(2)] });
    const picture = page.locator('[data-strip="job-1"] canvas.thumb');
    const drawn = () =>
      picture.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(9, 9, 1, 1).data[3]);
    await expect.poll(drawn).toBe(255);
    // As sharp as it is large: it is to be judged.
    expect(await picture.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThanOrEqual(162);
    await page.getByRole('button', { name: 'Send: shot-1.png', exact: true }).click();
    await page.locator('.bay', { hasText: 'Outbound' }).locator('[data-strip="job-1"]').waitFor();
    await page.getByRole('button', { name: 'Do not send: shot-2.png' }).click();
    const kept = page.locator('.bay', { hasText: 'Not sent' }).locator('[data-strip="job-2"]');
    await kept.getByText('Your choice').waitFor();
    await page.getByRole('button', { name: 'Send after all: shot-2.png' }).click();
    await page.locator('.bay', { hasText: 'Outbound' }).locator('[data-strip="job-2"]').waitFor();
    expect(await page.locator('#bay-not-sent').count()).toBe(0);
    expect(companion.calls.map((call) => call.name).filter((name) => /approve|decline/.test(name))).toEqual([
      'strips.approve',
      'strips.decline',
      'strips.approve',
    ]);
    expect(complaints).toEqual([]);
  });

  it('are answered all at once', async () => {
    const { page, companion } = await open({ strips: [asked(1), asked(2), asked(3)] });
    await page.getByText('3 pictures wait for your word').waitFor();
    await page.getByRole('button', { name: 'Send none: 3 pictures wait for your word' }).click();
    await page.getByText('3 pictures are not sent; kept under Not sent.').first().waitFor();
    expect(companion.state().bays).toMatchObject({ 'needs-you': 0, 'not-sent': 3 });
  });

  it('are answered from the keyboard, one after the other', async () => {
    const { page, companion } = await open({ strips: [asked(1), asked(2), asked(3)] });
    await page.locator('[data-strip="job-3"]').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focusedStrip(page)).toBe('job-3');
    await page.keyboard.press('a');
    await expect.poll(() => focusedStrip(page)).toBe('job-2');
    await page.keyboard.press('x');
    await expect.poll(() => companion.state().bays['not-sent']).toBe(1);
    await expect.poll(() => focusedStrip(page)).toBe('job-1');
    expect(companion.state().bays).toMatchObject({ 'needs-you': 1, outbound: 1 });
    // Elsewhere the letters mean nothing.
    await page.keyboard.press('x');
    await expect.poll(() => companion.state().bays['needs-you']).toBe(0);
    await page.locator('.bay-not-sent[data-strip="job-1"]').waitFor();
    await page.keyboard.press('a');
    expect(companion.calls.filter((call) => /approve|decline/.test(call.name))).toHaveLength(3);
  });

  it('are shown large in the detail, with both answers there as well', async () => {
    const { page, companion } = await open({ strips: [asked(1)] });
    await page.getByRole('button', { name: /^shot-1\.png/ }).click();
    const detail = page.getByRole('complementary', { name: 'Report shot-1.png' });
    await detail.getByRole('img', { name: 'Picture of shot-1.png' }).waitFor();
    await detail.getByRole('button', { name: 'Do not send' }).click();
    await detail.getByRole('button', { name: 'Send after all' }).waitFor();
    await detail.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => companion.state().bays['not-sent']).toBe(0);
  });

  it.each([640, 420])('have both answers within %i of width', async (width) => {
    const { page } = await open({ strips: [asked(1)], width });
    const send = (await page.getByRole('button', { name: 'Send: shot-1.png', exact: true }).boundingBox())!;
    const not = (await page.getByRole('button', { name: 'Do not send: shot-1.png' }).boundingBox())!;
    expect(send.x + send.width).toBeLessThanOrEqual(width);
    expect(not.x + not.width).toBeLessThanOrEqual(width);
    expect(not.y).toBeGreaterThanOrEqual(send.y + send.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('rules, dry run and approval are without a violation that axe can find', async () => {
    const message = 'a.png was sent and stays where it is: it could not be moved to /sent.';
    const folder = folderOf({ existing: 3, otherNames: 2, notFiled: [{ name: 'a.png', message: verbatim(message) }] });
    const declined = { ...asked(9), ...wholeStrip('job-9', 'not-sent'), hasImage: true };
    const { page } = await open({ theme, folders: [folder], strips: [asked(1), asked(2), declined] });
    await page.locator('[data-strip="job-9"]').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Folders' }).click();
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('moves to another folder').check();
    await page.getByRole('button', { name: 'See what would be sent' }).first().click();
    await page.getByRole('list', { name: 'What would become of each file' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
