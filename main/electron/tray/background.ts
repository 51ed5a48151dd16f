// What the app shows without its window: the tray, the badge, the progress.
import { appStateSchema, type AppState } from '../../contract/state.ts';
import type { Companion } from '../../core/app/companion.ts';
import type { Message } from '../../messages/message.ts';
import type { MainWindow } from '../window/main-window.ts';
import { createTray } from './tray.ts';
import { trayOf } from './tray-of.ts';

type BackgroundOptions = {
  readonly companion: Companion;
  readonly mainWindow: MainWindow;
  readonly text: (message: Message) => string;
  /** The folder of the tray's icons, absolute. */
  readonly icons: string;
  readonly platform: NodeJS.Platform;
  /** Files dropped on the icon. */
  readonly add: (paths: readonly string[]) => void;
  readonly quit: () => void;
};

/** Follows the companion until the process ends. */
export function showInBackground({ companion, mainWindow, text, icons, platform, add, quit }: BackgroundOptions): void {
  const show = createTray({
    icons,
    platform,
    text,
    window: mainWindow.current,
    open: mainWindow.show,
    order: (command) => void companion.handle(command, {}),
    add,
    quit,
  });
  const showState = (state: AppState | null) => show(trayOf(state));
  companion.subscribe((event) => {
    if (event.type === 'state.changed') showState(event.state);
  });
  showState(null);
  void companion.handle('app.state', {}).then((result) => {
    const state = result.ok ? appStateSchema.safeParse(result.value).data : undefined;
    if (state) showState(state);
  });
}
