// File names and texts of the service come from elsewhere. Their control characters could move the cursor, change what the
// terminal shows or start a new line, and bidirectional characters could show another name.

const unsafe = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Returns text for one line of a terminal, its unsafe characters replaced. */
export const terminalText = (text: string): string => text.replaceAll(unsafe, '\uFFFD');

/** Kana, Han and full-width signs take two columns of a terminal (Unicode Standard Annex 11). */
const wide = /[\u3000-\u30FF\u3400-\u9FFF\uFF01-\uFF60]/g;

/** Returns text with spaces after it, `columns` wide if it isn't wider itself. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - text.length - (text.match(wide)?.length ?? 0)));

/** Returns JSON on one line with unsafe characters escaped; JSON.stringify leaves DEL, C1 and bidirectional characters. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
