// The dialog of a safe start.
import { dialog, type BrowserWindow } from 'electron';
import { message, type Message } from '../../messages/message.ts';

/** @param window shows it as a sheet or above; null: on its own */
export async function showSafeStart(window: BrowserWindow | null, text: (message: Message) => string): Promise<void> {
  const options = {
    type: 'info' as const,
    message: text(message('app.safeStart.title')),
    detail: text(message('app.safeStart.text')),
  };
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
}
