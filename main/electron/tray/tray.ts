// The icon in the tray or menu bar, the badge, and the progress in the dock or taskbar. Draws a view (tray-of.ts) and
// nothing else.
import { join } from 'node:path';
import { app, Menu, nativeImage, Tray, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { message, type Message } from '../../messages/message.ts';
import { progressOf, type TrayView } from './tray-of.ts';

type TrayOptions = {
  /** The folder of the icons, absolute. */
  readonly icons: string;
  readonly platform: NodeJS.Platform;
  readonly text: (message: Message) => string;
  readonly window: () => BrowserWindow | undefined;
  readonly open: () => void;
  readonly order: (command: NonNullable<TrayView['toggle']>) => void;
  /** Files dropped on the icon, which only macOS tells. */
  readonly add: (paths: readonly string[]) => void;
  readonly quit: () => void;
};

/** Call it when the app is ready. Returns a function that shows a view; `isAgain`: in another language or window. */
export function createTray(options: TrayOptions): (view: TrayView, isAgain?: boolean) => void {
  const { icons, platform, text, window, open, order, add, quit } = options;
  const imageOf = (state: TrayView['state']) => {
    // A file name that ends in Template is colored by macOS.
    const image = nativeImage.createFromPath(join(icons, `${state}${platform === 'darwin' ? 'Template' : ''}.png`));
    if (platform === 'darwin') image.setTemplateImage(true);
    return image;
  };
  const tray = new Tray(imageOf('idle'));
  if (platform !== 'darwin') tray.on('click', open);
  tray.on('drop-files', (_event, paths) => add(paths));
  let last = '';
  let most = 0;

  function menuOf({ status, next, toggle }: TrayView): MenuItemConstructorOptions[] {
    const lines = [status, ...(next ? [next] : [])].map((line) => ({ label: text(line), enabled: false }));
    const labels = {
      'uploads.pause': message('app.tray.pause'),
      'uploads.resume': message('app.tray.resume'),
    } as const;
    return [
      ...lines,
      { type: 'separator' },
      { id: 'open', label: text(message('app.tray.open')), click: open },
      ...(toggle ? [{ id: toggle, label: text(labels[toggle]), click: () => order(toggle) }] : []),
      { type: 'separator' },
      { id: 'quit', label: text(message('app.tray.quit')), click: quit },
    ];
  }

  return (view, isAgain = false) => {
    const progress = progressOf(most, view.remaining);
    most = progress.most;
    const mode = view.state === 'uploading' ? 'normal' : view.state === 'attention' ? 'error' : 'paused';
    window()?.setProgressBar(progress.done ?? -1, { mode: progress.done === null ? 'none' : mode });
    const now = JSON.stringify(view);
    if (now === last && !isAgain) return;
    last = now;
    tray.setImage(imageOf(view.state));
    tray.setToolTip(`Pilot Companion\n${text(view.status)}`);
    // Linux shows changes only of a menu that is set again.
    tray.setContextMenu(Menu.buildFromTemplate(menuOf(view)));
    if (platform !== 'win32') app.setBadgeCount(view.badge);
    else {
      const mark = view.badge === 0 ? null : nativeImage.createFromPath(join(icons, 'attention.png'));
      window()?.setOverlayIcon(mark, view.badge === 0 ? '' : text(message('app.badge', { n: view.badge })));
    }
  };
}
