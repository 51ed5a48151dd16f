// Text of the service, made fit to be kept and shown: no character that steers a terminal or turns the direction of
// writing, none that cannot be seen, one line, and never longer than its place.

/** C0 and C1 controls but white space, soft hyphen, zero width, bidirectional controls, tags, annotations. */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these very characters are removed
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

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
