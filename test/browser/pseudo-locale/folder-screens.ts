// The screens of watched folders, also at the first start.
import type { Page } from 'playwright';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import type { FolderState } from '../../../main/contract/state.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { showView } from '../fake-window.ts';
import { start } from '../open-window.ts';
import type { Screen } from './screen.ts';

export const shots: FolderState = {
  id: 'shots',
  path: '/home/anna/shots',
  name: 'shots',
  status: 'polling',
  since: start,
  added: 2,
  growing: 1,
  existing: 3,
  otherNames: 14,
  skipped: [{ name: 'far.png', message: verbatim('Not here.'), at: null }],
  skippedCount: 1,
  rules: { ...defaultRules, names: ['report-*', '*.jpg'], afterUpload: { kind: 'move', to: '/sent' }, approval: true },
  pilot: null,
  notFiled: [{ name: 'a.png', message: verbatim('Not moved.') }],
  concern: { kind: 'folder-unavailable', message: verbatim('Away.') },
};

async function openFolders(page: Page) {
  await showView(page, 'files');
  await page.locator('.files').waitFor();
}

const suggestion = {
  path: '/home/anna/xp/screenshots',
  program: 'X-Plane 12',
  names: null,
  approval: false,
  images: 214,
  newest: start,
};

export const folderScreens: Readonly<Record<string, Screen>> = {
  'no folders, and two that are suggested': {
    given: {
      suggested: [suggestion, { ...suggestion, program: null, path: '/home/anna/Pictures', images: 0, newest: null }],
    },
    async prepare(page) {
      await openFolders(page);
      await page.locator('.suggested').waitFor();
    },
  },
  'the folders of the first start': {
    given: {
      suggested: [suggestion, { ...suggestion, program: null, path: '/home/anna/Pictures', approval: true }],
      state: (state) => ({ ...state, setup: 'folders', service: { ...state.service, kind: 'service' } }),
    },
    async prepare(page) {
      await page.locator('.setup-folders .dry-run button').first().click();
      await page.locator('.dry-run-files').waitFor();
    },
  },
  'a folder with its rules': {
    given: { state: (state) => ({ ...state, folders: [shots] }) },
    async prepare(page) {
      await openFolders(page);
      await page.locator('.folder > .actions button').first().click();
      await page.locator('.rules .dry-run button').click();
      await page.locator('.dry-run-files').waitFor();
      await page.locator('.folder summary').click();
    },
  },
};
