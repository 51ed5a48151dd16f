// Names of files and texts of the service come from elsewhere: on a terminal their control characters would move the
// cursor, colour, rewrite what stands there already or begin a line of their own, and characters that turn the direction
// would show another name.

const notToBeShown = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** For one line of a terminal: as it is, except for those characters. */
export const plainText = (text: string): string => text.replaceAll(notToBeShown, '\uFFFD');

/** JSON on one line for a program or a terminal. JSON.stringify leaves DEL, C1 controls and bidirectional characters as they are. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    notToBeShown,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
