// Parses the head of a part, and header values with parameters (RFC 9110 §5.6.6). Texts have one character per byte.
// Nothing here throws; invalid input is omitted.

export type PartHead = {
  name: string;
  /** Without folders; null if the part is not a file. */
  fileName: string | null;
  /** Without parameters. */
  type: string | null;
};

type ParameterizedValue = {
  value: string;
  /** Names in lower case; the first of duplicates wins. */
  parameters: Map<string, string>;
};

/** Parameters are tokens or quoted strings, in which a backslash escapes a quote or itself. */
export function parseParameters(text: string): ParameterizedValue {
  // Each character matches one branch only, so there is no backtracking.
  const pattern = /;[\s;]*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|(?!")([^;"]*))/y;
  const parameters = new Map<string, string>();
  const valueEnd = text.indexOf(';');
  if (valueEnd !== -1) {
    pattern.lastIndex = valueEnd;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [, name = '', quoted, word = ''] = match;
      const key = name.toLowerCase();
      const value = quoted === undefined ? word.trim() : quoted.replaceAll(/\\(["\\])/g, '$1');
      if (!parameters.has(key)) parameters.set(key, value);
      // Space between a value and the next semicolon.
      while (text[pattern.lastIndex] === ' ' || text[pattern.lastIndex] === '\t') pattern.lastIndex += 1;
    }
  }
  return { value: (valueEnd === -1 ? text : text.slice(0, valueEnd)).trim(), parameters };
}

/** Returns null if this is not the head of a form field. */
export function readPartHead(text: string): PartHead | null {
  const lines = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  if (lines.some((line) => /[\r\n]/.test(line))) return null;
  const valueOf = (name: string) =>
    lines.find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)?.slice(name.length + 1);

  const { value, parameters } = parseParameters(valueOf('content-disposition') ?? '');
  const name = parameters.get('name');
  if (value.toLowerCase() !== 'form-data' || name === undefined) return null;
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename');
  // RFC 7578 §4.2 has no `filename*`: it counts only where there is nothing else.
  const fileName = plain === undefined ? (extended === undefined ? null : decodeExtended(extended)) : utf8(plain);
  const type = parseParameters(valueOf('content-type') ?? '').value.toLowerCase();
  const isBytes = type === 'application/octet-stream';
  return {
    name: utf8(name),
    fileName: fileName === null ? (isBytes ? '' : null) : lastOf(fileName),
    type: type || null,
  };
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** RFC 8187. */
function decodeExtended(text: string): string | null {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(text)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/**
 * The last part of a path; folders are dropped. A name with a NUL stays complete, so that the NUL is detected (A28).
 */
const lastOf = (path: string): string =>
  path.includes('\0') ? path : path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
