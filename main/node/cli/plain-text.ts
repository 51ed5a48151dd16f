// Names of files and texts of the service come from elsewhere: on a terminal their control characters would move the
// cursor, colour, or rewrite what stands there already, and characters that turn the direction would show another name.

// oxlint-disable-next-line no-control-regex
const notToBeShown = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** For a terminal: as it is, but for those characters. Lines stay lines. */
export const plainText = (text: string): string => text.replaceAll(notToBeShown, '\uFFFD');
