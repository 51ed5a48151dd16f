// Names of files and texts of the service come from elsewhere: on a terminal their control characters would move the
// cursor, colour, rewrite what stands there already or begin a line of their own, and characters that turn the direction
// would show another name.

const notToBeShown = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** For one line of a terminal: as it is, but for those characters. */
export const plainText = (text: string): string => text.replaceAll(notToBeShown, '\uFFFD');
