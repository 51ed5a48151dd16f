// What the app does without its window: the tray, the badge, the progress, the shortcut, staying awake.
import { appStateSchema, type AppState } from '../../contract/state.ts';
import type { Companion } from '../../core/app/companion.ts';
import type { Message } from '../../messages/message.ts';
import type { Settings } from '../../contract/settings.ts';
import type { CaptureShortcut } from '../system/capture-shortcut.ts';
import type { MainWindow } from '../window/window.ts';
import { createTray } from './tray.ts';
import { trayOf, isUploadDue, type Shown } from './tray-of.ts';
import { powerSaveBlocker } from 'electron';

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
  readonly settings: () => Pick<Settings, 'keepAwake' | 'captureShortcut'>;
  readonly shortcut: CaptureShortcut;
};

/** Follows the companion until the process ends. Returns a function that draws everything again, in another language. */
export function showInBackground(options: BackgroundOptions): () => void {
  const { companion, mainWindow, text, icons, platform, add, quit, settings, shortcut } = options;
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
  const keepAwake = createKeepAwake();
  let last: AppState | null = null;
  let isAwakeWanted = false;

  function showState(state: AppState | null) {
    last = state;
    show(trayOf(state));
    keepAwake(state, isAwakeWanted);
  }
  function followSettings() {
    isAwakeWanted = settings().keepAwake;
    keepAwake(last, isAwakeWanted);
    shortcut.follow(settings().captureShortcut);
  }
  companion.subscribe((event) => {
    if (event.type === 'state.changed') showState(event.state);
    if (event.type === 'settings.changed') followSettings();
  });
  followSettings();
  showState(null);
  void companion.handle('app.state', {}).then((result) => {
    const state = result.ok ? appStateSchema.safeParse(result.value).data : undefined;
    if (state) showState(state);
  });
  const redraw = () => show(trayOf(last), true);
  // A new window has no progress and no badge yet.
  mainWindow.onShown(redraw);
  return redraw;
}

// Keeps the computer awake while uploads are due, if the pilot wants that. The screen may turn off.

/** Returns a function that follows the state and the setting. */
function createKeepAwake() {
  let blocker: number | null = null;
  return (state: Shown | null, isWanted: boolean): void => {
    const isDue = isWanted && state !== null && isUploadDue(state);
    if (isDue === (blocker !== null)) return;
    if (blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
