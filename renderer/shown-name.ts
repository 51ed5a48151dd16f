// File names may contain characters that reverse the following text: a JPEG could look like a PNG.

/** Embeddings, overrides and isolates. Marks, which languages need, do not affect the text around them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** A name as it is shown: what would turn its direction is written out, as [U+202E]. */
export const shownName = (name: string): string =>
  name.replace(turning, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase()}]`);
