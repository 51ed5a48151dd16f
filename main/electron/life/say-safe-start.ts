// Tells the pilot that this is a safe start.
import { dialog, type BrowserWindow } from 'electron';
import { message, type Message } from '../../messages/message.ts';

/** `window`: the one to tell it over, if there is one. */
export async function sayThatItIsSafe(window: BrowserWindow | null, text: (message: Message) => string): Promise<void> {
  const words = {
    type: 'info' as const,
    message: text(message('app.safeStart.title')),
    detail: text(message('app.safeStart.text')),
  };
  await (window ? dialog.showMessageBox(window, words) : dialog.showMessageBox(words));
}
