// Text of the service, made fit to be kept and shown: no character that steers a terminal or turns the direction of
// writing, none that cannot be seen, one line, and never longer than its place.

/**
 * Controls except white space, format characters, noncharacters, and everything that Unicode says is not displayed, such as
 * variation selectors and Hangul fillers.
 */
const invisible = /(?!\s|\u0085)\p{Cc}|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** One line of visible characters. Secrets are masked in this, never before: what was between their letters is gone. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(invisible, '')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();

/** The same, at most `maxLength` code points; what was cut ends in an ellipsis. */
export function boundedPlainText(text: string, maxLength = 200): string {
  const plain = plainText(text);
  // A code point has two units at most: more of a long text need not be looked at.
  const points = Array.from(plain.slice(0, 2 * (maxLength + 1)));
  return points.length <= maxLength ? plain : `${points.slice(0, maxLength - 1).join('')}…`;
}
