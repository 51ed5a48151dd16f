// The menu, by roles if there is one: the operating system provides their names, positions and shortcuts.
import type { MenuItemConstructorOptions } from 'electron';
import { message, type Message } from '../../messages/message.ts';

type MenuActions = {
  readonly text: (message: Message) => string;
  readonly openSettings: () => void;
};

export function menuTemplate(
  platform: NodeJS.Platform,
  { text, openSettings }: MenuActions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const about: MenuItemConstructorOptions = { role: 'about', label: text(message('app.menu.about')) };
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: text(message('app.menu.settings')),
    accelerator: 'CommandOrControl+,',
    click: openSettings,
  };
  const edit: MenuItemConstructorOptions = { role: 'editMenu' };
  const view: MenuItemConstructorOptions = {
    label: text(message('app.menu.view')),
    submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, separator, { role: 'togglefullscreen' }],
  };
  if (platform === 'darwin') {
    const app: MenuItemConstructorOptions = {
      role: 'appMenu',
      submenu: [
        about,
        separator,
        settings,
        separator,
        { role: 'services' },
        separator,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        separator,
        { role: 'quit' },
      ],
    };
    // The role has Cmd+W.
    return [app, { role: 'fileMenu' }, edit, view, { role: 'windowMenu' }, { role: 'help', submenu: [] }];
  }
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    submenu: [settings, separator, { role: 'close', accelerator: 'CommandOrControl+W' }, { role: 'quit' }],
  };
  return [file, edit, view, { role: 'help', label: text(message('app.menu.help')), submenu: [about] }];
}
