// Tells the pilot that this is a safe start.
import { dialog, type BrowserWindow } from 'electron';
import { message } from '../../messages/message.ts';
import { text } from '../text.ts';

/** `window`: the one to tell it over, if there is one. */
export async function sayThatItIsSafe(window: BrowserWindow | null): Promise<void> {
  const words = {
    type: 'info' as const,
    message: text(message('app.safeStart.title')),
    detail: text(message('app.safeStart.text')),
  };
  await (window ? dialog.showMessageBox(window, words) : dialog.showMessageBox(words));
}
