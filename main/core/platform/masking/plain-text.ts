// Cleans text of the service for storing and showing: one line, bounded, without control characters, direction changes
// and invisible characters.

/**
 * Controls except white space, format characters, noncharacters, and all that Unicode marks as default ignorable, such
 * as variation selectors and Hangul fillers.
 */
const invisible = /(?!\s|\u0085)\p{Cc}|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** One line of visible characters. Mask secrets after this, never before: invisible characters may split them. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();

/** The same, at most `maxLength` code points; a cut text ends in an ellipsis. */
export function boundedPlainText(text: string, maxLength = 200): string {
  const plain = plainText(text);
  // A code point has two units at most: the rest of a long text is not needed.
  const points = Array.from(plain.slice(0, 2 * (maxLength + 1)));
  return points.length <= maxLength ? plain : `${points.slice(0, maxLength - 1).join('')}…`;
}
