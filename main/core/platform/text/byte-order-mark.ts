const MARK = /^\uFEFF/;

/** Returns the text without the byte order mark that some editors, shells and clipboards write before it. */
export const withoutMark = (text: string): string => text.replace(MARK, '');

/** The same for each text of what a window or a command line sent. */
export function withoutMarks(value: unknown): unknown {
  if (typeof value === 'string') return withoutMark(value);
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutMarks(part)]));
}
