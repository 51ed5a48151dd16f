// A folder's rules, its dry run, and the screenshots that need approval: in a real browser, on a companion in memory.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import type { AppState, FolderState } from '../../../main/contract/state.ts';
import { makeFolder as folderOf } from '../../support/fake-companion/fake-state.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { verbatim } from '../../../main/messages/message.ts';

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
  readonly width?: number;
  readonly view?: string;
};

const openWindow = createFakeWindow();
async function open({ strips = [], folders = [], canTrash = true, width = 1280, view }: Given = {}) {
  const state = (s: AppState) => ({ ...s, folders, host: { ...s.host, canTrash } });
  const opened = await openWindow({ strips, state }, { width, height: 900 });
  if (view) await opened.page.getByRole('link', { name: view }).click();
  return opened;
}

const focusedStrip = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-strip]')?.getAttribute('data-strip') ?? null);

describe('the rules of a folder', () => {
  it('are summarized in the card, and changed there', async () => {
    const { page, companion, complaints } = await open({ folders: [folderOf()], view: 'Files' });
    const rules = page.getByRole('list', { name: 'Rules for shots' });
    await rules.waitFor();
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'All screenshots',
      'uploaded automatically',
      'then left in place',
    ]);
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('File names to add').fill('report-*\n\n*.jpg\n');
    await page.locator('.rules').getByLabel('Ask me first').check();
    await page.getByLabel('Move to another folder').check();
    await page.getByLabel('Destination folder').fill('Sent');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Names matching report-* or *.jpg').waitFor();
    expect(companion.state().folders[0]?.rules).toEqual({
      pilot: null,
      names: ['report-*', '*.jpg'],
      afterUpload: { kind: 'move', to: 'Sent' },
      approval: true,
    });
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'Names matching report-* or *.jpg',
      'uploaded after approval',
      'then moved to Sent',
    ]);
    // The focus is where it was before the rules were opened.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Rules: shots');
    expect(complaints).toEqual([]);
  });

  it('stay open with an error if they are invalid', async () => {
    const { page, companion } = await open({ folders: [folderOf()], view: 'Files' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('File names to add').fill(' \n ');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByRole('alert').waitFor();
    expect(companion.state().folders[0]?.rules).toEqual(defaultRules);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('File names to add').count()).toBe(0);
  });

  it('offer the trash if there is one, and explain why not otherwise', async () => {
    const { page } = await open({ folders: [folderOf()], canTrash: false, view: 'Files' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    expect(await page.getByLabel('Move to trash').isDisabled()).toBe(true);
    expect(await page.getByText('Only available in the desktop app').isVisible()).toBe(true);
  });

  it("show which files couldn't be moved, and how many have other names", async () => {
    const message = 'a.png was uploaded and stays where it is: it could not be moved to /sent.';
    const folder = folderOf({ otherNames: 14, notFiled: [{ name: 'a.png', message: verbatim(message) }] });
    const { page } = await open({ folders: [folder], view: 'Files' });
    await page.getByText(message).waitFor();
    expect(await page.getByText('14 screenshots with other names').isVisible()).toBe(true);
  });
});

describe('a dry run', () => {
  it('lists what would be uploaded by the rules as they are typed, and adds nothing', async () => {
    const { page, companion } = await open({ folders: [folderOf()], view: 'Files' });
    await page.getByRole('button', { name: 'Rules: shots' }).click();
    await page.getByLabel('File names to add').fill('report-*');
    await page.locator('.rules').getByLabel('Ask me first').check();
    await page.getByRole('button', { name: 'Preview uploads' }).click();
    await page
      .getByText('1 would upload, 1 duplicate and 1 would be skipped. Nothing has been uploaded.')
      .first()
      .waitFor();
    const files = page.getByRole('list', { name: 'Preview of each file' }).getByRole('listitem');
    expect(await files.allTextContents()).toEqual([
      expect.stringMatching(/^Uploadreport-1\.png/),
      expect.stringMatching(/^Duplicatereport-2\.png.*Already uploaded as flight 4711/),
      expect.stringMatching(/^Skipholiday\.png.*doesn't match the folder's patterns/),
    ]);
    await expect
      .poll(() => companion.calls.find((call) => call.name === 'folders.dryRun')?.input)
      .toMatchObject({ path: '/home/anna/shots', names: ['report-*'], approval: true, existing: true });
    await page.getByLabel('Preview existing screenshots as if they were new').uncheck();
    await expect
      .poll(() => companion.calls.findLast((call) => call.name === 'folders.dryRun')?.input)
      .toMatchObject({ existing: false });
  });

  it('field guide 10: is offered before a folder is added, with one question about existing files', async () => {
    const { page, companion } = await open({ view: 'Files' });
    await page.getByLabel('Folder path').fill('/home/anna/shots');
    expect(await page.getByLabel('Ignore them and upload only new ones').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Preview uploads' }).click();
    await page.getByText('Nothing has been uploaded.').first().waitFor();
    await page.getByRole('button', { name: 'Watch folder' }).click();
    await page.getByText('3 screenshots were already here and ignored.').waitFor();
    await expect
      .poll(() => companion.calls.find((call) => call.name === 'folders.add')?.input)
      .toMatchObject({ existing: false });
    await page.getByRole('button', { name: 'Add 3 existing screenshots' }).click();
    await page.getByText('3 screenshots added').waitFor();
    expect(await page.getByText('were already here').count()).toBe(0);
  });
});

it('field guide 9: a file that is only in the cloud is listed with what happens to it', async () => {
  const message = 'far.png is only in the cloud. It will be added once it’s downloaded to this computer.';
  const { page } = await open({
    folders: [folderOf({ skipped: [{ name: 'far.png', message: verbatim(message), at: null }] })],
    view: 'Files',
  });
  await page.getByText('1 file not uploaded').click();
  await page.getByText(message).waitFor();
  expect(await page.getByText(message).isVisible()).toBe(true);
});

describe('screenshots that need approval', () => {
  it('are on the board with both buttons; one is uploaded, the other is rejected and then uploaded anyway', async () => {
    const { page, companion, complaints } = await open({ strips: [asked(1), asked(2)] });
    const picture = page.locator('[data-strip="job-1"] canvas.thumb');
    const drawn = () =>
      picture.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(9, 9, 1, 1).data[3]);
    await expect.poll(drawn).toBe(255);
    // At full resolution: it is to be judged.
    expect(await picture.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThanOrEqual(162);
    await page.getByRole('button', { name: 'Upload: shot-1.png', exact: true }).click();
    await page.locator('.bay-queue[data-strip="job-1"]').waitFor();
    await page.getByRole('button', { name: "Don't upload: shot-2.png" }).click();
    await page.getByRole('button', { name: '1 not uploaded' }).click();
    await page.getByText("saved here, won't be added again").waitFor();
    await page.getByRole('button', { name: 'Upload anyway: shot-2.png' }).click();
    await page.locator('.bay-queue[data-strip="job-2"]').waitFor();
    expect(await page.getByRole('button', { name: '1 not uploaded' }).count()).toBe(0);
    await expect
      .poll(() => companion.calls.map((call) => call.name).filter((name) => /approve|reject/.test(name)))
      .toEqual(['strips.approve', 'strips.reject', 'strips.approve']);
    expect(complaints).toEqual([]);
  });

  it('are approved from the keyboard, one after the other', async () => {
    const { page, companion } = await open({ strips: [asked(1), asked(2), asked(3)] });
    await page.locator('[data-strip="job-3"]').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focusedStrip(page)).toBe('job-3');
    await page.keyboard.press('a');
    await expect.poll(() => focusedStrip(page)).toBe('job-2');
    await page.keyboard.press('x');
    await expect.poll(() => companion.state().bays['not-uploaded']).toBe(1);
    await expect.poll(() => focusedStrip(page)).toBe('job-1');
    expect(companion.state().bays).toMatchObject({ 'needs-attention': 1, queue: 1 });
    // Elsewhere the letters have no effect.
    await page.keyboard.press('x');
    await expect.poll(() => companion.state().bays['needs-attention']).toBe(0);
    await page.getByRole('button', { name: '2 not uploaded' }).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => companion.calls.filter((call) => /approve|reject/.test(call.name))).toHaveLength(3);
  });

  it('are shown large in the detail, with both buttons', async () => {
    const { page, companion } = await open({ strips: [asked(1)] });
    await page.getByRole('button', { name: /^shot-1\.png/ }).click();
    const detail = page.getByRole('complementary', { name: 'Report shot-1.png' });
    await detail.getByRole('img', { name: 'Screenshot of shot-1.png' }).waitFor();
    await detail.getByRole('button', { name: "Don't upload" }).click();
    await detail.getByRole('button', { name: 'Upload anyway' }).waitFor();
    await detail.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => companion.state().bays['not-uploaded']).toBe(0);
  });

  it.each([640, 420])('have both buttons at a width of %i pixels', async (width) => {
    const { page } = await open({ strips: [asked(1)], width });
    const send = (await page.getByRole('button', { name: 'Upload: shot-1.png', exact: true }).boundingBox())!;
    const not = (await page.getByRole('button', { name: "Don't upload: shot-1.png" }).boundingBox())!;
    expect(send.x + send.width).toBeLessThanOrEqual(width);
    expect(not.x + not.width).toBeLessThanOrEqual(width);
    expect(not.y).toBeGreaterThanOrEqual(send.y + send.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
