// What happens when the window's page does not load, crashes or hangs: it is reloaded, within limits, then the pilot
// is asked. Uploads run in another process and continue.
import { dialog, type BrowserWindow } from 'electron';
import type { Clock, Logger } from '../../core/platform/ports.ts';
import { message, type Message } from '../../messages/message.ts';
import { createReloadLimit } from './reload-limit.ts';

/** ERR_ABORTED: another navigation took its place. */
const abortedCode = -3;

type RecoveryOptions = {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
  readonly text: (message: Message) => string;
  readonly onCrash: () => void;
  readonly quit: () => void;
};

/** Returns a function that monitors one window. */
export function createWindowRecovery({
  clock,
  log,
  text,
  onCrash,
  quit,
}: RecoveryOptions): (window: BrowserWindow) => void {
  const mayReload = createReloadLimit(clock);

  return (window) => {
    const { webContents } = window;
    let isAsking = false;
    /** The app ends the page's process itself; Electron reports that later, like a crash. */
    let isForced = false;

    /** Shows a dialog with these buttons; runs the action of the chosen one. `ending` closes it. */
    async function ask(title: Message, choices: readonly (readonly [Message, () => void])[], ending?: AbortSignal) {
      if (isAsking || window.isDestroyed()) return;
      isAsking = true;
      try {
        const { response } = await dialog.showMessageBox(window, {
          type: 'warning',
          message: text(title),
          detail: text(message('app.window.safe')),
          buttons: choices.map(([label]) => text(label)),
          defaultId: 0,
          cancelId: 0,
          noLink: true,
          ...(ending && { signal: ending }),
        });
        if (!window.isDestroyed() && ending?.aborted !== true) choices[response]?.[1]();
      } finally {
        isAsking = false;
      }
    }

    const reload = [message('app.button.reload'), () => webContents.reload()] as const;
    const quitApp = [message('app.button.quit'), quit] as const;

    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      const isExpected = isForced || reason === 'clean-exit';
      isForced = false;
      if (isExpected) return;
      log.error('the window crashed', { reason, exitCode });
      onCrash();
      if (mayReload()) webContents.reload();
      else void ask(message('app.window.crashed'), [reload, quitApp]);
    });

    webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
      if (!isMainFrame || code === abortedCode) return;
      log.error('the window could not be loaded', { code, description });
      window.show();
      void ask(message('app.window.failed'), [reload, quitApp]);
    });

    window.on('unresponsive', () => {
      log.warn('the window does not respond');
      const isBack = new AbortController();
      window.once('responsive', () => isBack.abort());
      // A hanging page cannot be reloaded, only ended and loaded again.
      const endAndReload = () => {
        isForced = true;
        webContents.forcefullyCrashRenderer();
        webContents.reload();
      };
      const choices = [
        [message('app.button.wait'), () => {}],
        [message('app.button.reload'), endAndReload],
        quitApp,
      ] as const;
      void ask(message('app.window.unresponsive'), choices, isBack.signal);
    });
  };
}

// The dialog of a safe start.

/** @param window shows it as a sheet or above; null: on its own */
export async function showSafeStart(window: BrowserWindow | null, text: (message: Message) => string): Promise<void> {
  const options = {
    type: 'info' as const,
    message: text(message('app.safeStart.title')),
    detail: text(message('app.safeStart.text')),
  };
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
}
