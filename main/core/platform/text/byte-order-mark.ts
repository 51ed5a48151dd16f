const mark = /^\uFEFF/;

/** Returns the text without the byte order mark that some editors, shells and clipboards write before it. */
export const withoutMark = (text: string): string => text.replace(mark, '');

/** No input of a command is nested deeper. One that contains itself is refused where it is parsed. */
const mostLevels = 6;

/** The same for each text of what a window or a command line sent. */
export function withoutMarks(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return withoutMark(value);
  if (typeof value !== 'object' || value === null || level > mostLevels) return value;
  if (Array.isArray(value)) return value.map((part) => withoutMarks(part, level + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutMarks(part, level + 1)]));
}

/** The value of a JSON text; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
