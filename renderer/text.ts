// The texts of messages in the window.
import { createFormatter } from '../main/messages/formatter.ts';
import { core, shared } from '../main/messages/catalogue.ts';

/** Returns the text of a message, as the pilot's system writes dates and numbers. */
export const { text } = createFormatter({ catalogue: { ...shared, ...core }, locale: globalThis.navigator?.language });
