import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from '../../../main/electron/window/menu.ts';

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
