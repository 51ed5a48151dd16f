import type { MenuItemConstructorOptions, Session } from 'electron';
import { expect, test } from 'vitest';
import { turnOffSpellChecker } from '../../../main/electron/window/guards.ts';
import { menuTemplate } from '../../../main/electron/window/menu.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';
import { session, spelling } from '../../support/electron-stand-in/module/session.ts';

const itemsOf = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
const menuOf = (platform: NodeJS.Platform, openSettings = () => {}) =>
  itemsOf(menuTemplate(platform, { text: ({ id }) => id, openSettings }));

test.each(['darwin', 'win32', 'linux'] as const)('has About, Settings, Help and Quit on %s', (platform) => {
  let opened = 0;
  const menu = menuOf(platform, () => void (opened += 1));
  const roles = menu.map(({ role }) => role);
  expect(roles).toEqual(expect.arrayContaining(['about', 'help', 'quit', 'editMenu', 'fileMenu']));
  const settings = menu.find(({ id }) => id === 'settings');
  expect(settings).toMatchObject({ label: 'app.menu.settings', accelerator: 'CommandOrControl+,' });
  settings?.click?.(undefined as never, undefined, undefined as never);
  expect(opened).toBe(1);
});

test.each(['win32', 'linux'] as const)('closes the window with a key on %s', (platform) => {
  expect(menuOf(platform).find(({ role }) => role === 'close')?.accelerator).toBe('CommandOrControl+W');
});

test('leaves the keys of macOS to its roles', () => {
  const menu = menuOf('darwin');
  expect(menu.map(({ role }) => role)).toEqual(expect.arrayContaining(['appMenu', 'windowMenu', 'hide', 'services']));
});

test('a dictionary that is requested anyway is requested from this computer, where nothing answers', () => {
  app.becomeReady();
  turnOffSpellChecker(session.defaultSession as unknown as Session);
  expect(spelling).toEqual({ isEnabled: false, languages: [], address: 'https://localhost:1/' });
});
