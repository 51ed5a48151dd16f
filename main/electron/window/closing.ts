// What closing the window does: the app keeps running in the background, or quits. The first close shows a question.
import { dialog, type BrowserWindow } from 'electron';
import type { Settings } from '../../contract/settings.ts';
import { message, type Message } from '../../messages/message.ts';

type ClosingOptions = {
  readonly text: (message: Message) => string;
  readonly platform: NodeJS.Platform;
  readonly isQuitting: () => boolean;
  /** Whether the desktop shows tray icons now. */
  readonly hasTray: () => Promise<boolean>;
  readonly onClose: () => Settings['onClose'];
  /** Stores the answer in the settings. Resolves when it is stored, or could not be. */
  readonly keepAnswer: (answer: Exclude<Settings['onClose'], 'ask'>) => Promise<unknown>;
};

export function createClosing({ text, platform, isQuitting, hasTray, onClose, keepAnswer }: ClosingOptions) {
  let isAsking = false;

  async function ask(window: BrowserWindow) {
    if (isAsking) return;
    isAsking = true;
    try {
      const isTrayShown = await hasTray();
      if (window.isDestroyed()) return;
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: text(message('app.close.title')),
        detail: text(message(isTrayShown ? 'app.close.text' : 'app.close.textWithoutTray')),
        buttons: [text(message('app.close.keep')), text(message('app.button.quit'))],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      await keepAnswer(response === 1 ? 'quit' : 'keep-running');
    } finally {
      isAsking = false;
    }
    if (!window.isDestroyed()) window.close();
  }

  return {
    /** On macOS programs keep running without a window, so there is no question. */
    keepsRunning: () => onClose() === 'keep-running' || (platform === 'darwin' && onClose() === 'ask'),
    watch(window: BrowserWindow) {
      window.on('close', (event) => {
        if (isQuitting() || onClose() !== 'ask' || platform === 'darwin') return;
        event.preventDefault();
        void ask(window);
      });
    },
  };
}
