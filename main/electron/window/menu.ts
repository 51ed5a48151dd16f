// The menu, by roles only: the operating system knows their names, positions and shortcuts.
import type { MenuItemConstructorOptions } from 'electron';

export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const edit: MenuItemConstructorOptions = { role: 'editMenu' };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  if (platform === 'darwin') return [{ role: 'appMenu' }, edit, view, { role: 'windowMenu' }];
  return [{ role: 'fileMenu' }, edit, view];
}
