// File names may contain characters that reverse the following text: a JPEG could look like a PNG.

/** Embeddings, overrides and isolates. Directional marks, which some languages need, do not affect other text. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a name for display, with characters that change the direction written out, such as [U+202E]. */
export const shownName = (name: string): string =>
  name.replace(turning, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase()}]`);
