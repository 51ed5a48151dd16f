// The texts of messages in dialogs of the desktop app.
import { app } from 'electron';
import { core } from '../messages/catalogue.ts';
import { createFormatter } from '../messages/formatter.ts';
import type { Message } from '../messages/message.ts';

/** Returns the text of a message, as the pilot's system writes dates and numbers. The system's locale is known once the app is ready. */
export const text = (message: Message): string =>
  createFormatter({ catalogue: core, locale: app.getSystemLocale() }).text(message);
