// File names and texts of the service come from elsewhere. Their control characters could move the cursor, change what the
// terminal shows or start a new line; invisible and bidirectional ones could show another name.

/** Control, format and separator characters, halves of surrogate pairs, and letters that are invisible. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu;

/** Returns text for one line of a terminal, its unsafe characters replaced. */
export const terminalText = (text: string): string => text.replaceAll(unsafe, '\uFFFD');

/** The same for text of several lines, which may have tabs. */
export const terminalLines = (lines: string): string => lines.replace(/[^\r\n\t]+/g, terminalText);

/** Kana, Han and full-width signs take two columns of a terminal (Unicode Standard Annex 11). */
const wide = /[\u3000-\u30FF\u3400-\u9FFF\uFF01-\uFF60]/g;

/** Returns text with spaces after it, `columns` wide if it isn't wider itself. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - text.length - (text.match(wide)?.length ?? 0)));

/** Returns JSON on one line with unsafe characters escaped; JSON.stringify leaves DEL, C1 and invisible characters. */
export const terminalJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(unsafe, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
