// The texts of messages in dialogs of the desktop app.
import { app } from 'electron';
import { app as appTexts, core } from '../messages/catalogue.ts';
import { createFormatter } from '../messages/formatter.ts';
import type { Message } from '../messages/message.ts';

/** Returns the text of a message, with dates and numbers in the system's locale, which is known once the app is ready. */
export const text = (message: Message): string =>
  createFormatter({
    catalogue: { ...appTexts, ...core },
    locale: app.isReady() ? app.getSystemLocale() : undefined,
  }).text(message);
