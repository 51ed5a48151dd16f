// A streaming reader of multipart/form-data (RFC 7578, RFC 2046 §5.1); decision 0012 says why it is our own. It holds back
// only the head of a part and what may be a delimiter. It never throws: an unreadable part is skipped, and a broken body is
// not whole. The result does not depend on how the bytes were split into chunks.

type PartHead = {
  name: string;
  /** Without folders; null if the part is not a file. */
  fileName: string | null;
  /** Without parameters. */
  type: string | null;
};

export type PartSink = {
  push(bytes: Buffer): void;
  /** The delimiter after the part has arrived. */
  end(): void;
};

/** Counts the size of a part. */
export const measure = (seen: { sizeBytes: number; isWhole: boolean }): PartSink => ({
  push: (bytes) => void (seen.sizeBytes += bytes.length),
  end: () => void (seen.isWhole = true),
});

/** Returns the boundary, or null if the type is not multipart/form-data. */
export function boundaryOf(contentType: string | undefined): string | null {
  const { value, parameters } = parseParameters(contentType ?? '');
  return value.toLowerCase() === 'multipart/form-data' ? parameters.get('boundary') || null : null;
}

const mostHeadBytes = 16 * 1024;
/** RFC 2046 allows padding after a delimiter; more than this is not a delimiter. */
const mostPaddingBytes = 256;

const lineEnd = Buffer.from('\r\n');
const nothing = Buffer.alloc(0);
const headEnd = Buffer.from('\r\n\r\n');
const [carriageReturn, lineFeed, space, tab, dash] = [0x0d, 0x0a, 0x20, 0x09, 0x2d];

/** Where a delimiter begins, and ends without its line break. */
type Found = { isLast: boolean; at: number; end: number };

/** @param open called for each readable part; returns the receiver of its bytes, or null to skip it */
export function createMultipartReader(boundary: string, open: (head: PartHead) => PartSink | null) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  /** A delimiter with everything that decides whether it is one. */
  const longestDelimiter = delimiter.length + mostPaddingBytes + lineEnd.length;
  let state: 'data' | 'head' | 'over' = 'data';
  let sink: PartSink | null = null;
  // The first delimiter has no line break before it.
  let held: Buffer = lineEnd;

  /** Where a delimiter may begin whose rest has not arrived; the length if there is none. */
  const decidedIn = (bytes: Buffer, isEnd: boolean) => {
    if (isEnd) return bytes.length;
    let at = bytes.indexOf(carriageReturn, Math.max(0, bytes.length - longestDelimiter + 1));
    while (at !== -1 && !isBeginning(bytes.subarray(at, at + delimiter.length)))
      at = bytes.indexOf(carriageReturn, at + 1);
    return at === -1 ? bytes.length : at;
  };
  const isBeginning = (bytes: Buffer) => delimiter.subarray(0, bytes.length).equals(bytes);

  /** The first delimiter that begins before `most`, without the line break after it. */
  const find = (bytes: Buffer, most: number): Found | null => {
    for (let at = bytes.indexOf(delimiter); at !== -1 && at < most; at = bytes.indexOf(delimiter, at + 1)) {
      const word = at + delimiter.length;
      if (bytes[word] === dash && bytes[word + 1] === dash) return { isLast: true, at, end: word };
      let end = word;
      while (end - word < mostPaddingBytes && (bytes[end] === space || bytes[end] === tab)) end += 1;
      if (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed) return { isLast: false, at, end };
      // A longer word that begins with the boundary belongs to the part (RFC 2046 §5.1.1).
    }
    return null;
  };

  const hold = (bytes: Buffer): null => {
    // A copy, because a slice would keep the whole buffer alive.
    held = bytes.length === 0 ? nothing : Buffer.from(bytes);
    return null;
  };

  /** Returns the rest, from the line break of the delimiter; null after the last one. */
  const passDelimiter = (bytes: Buffer, { isLast, end }: Found): Buffer | null => {
    state = isLast ? 'over' : 'head';
    sink?.end();
    sink = null;
    return isLast ? null : bytes.subarray(end);
  };

  /** Returns the rest, or null if more bytes are needed. */
  const readData = (bytes: Buffer, isEnd: boolean): Buffer | null => {
    const decided = decidedIn(bytes, isEnd);
    const found = find(bytes, decided);
    const end = found?.at ?? decided;
    if (end > 0) sink?.push(bytes.subarray(0, end));
    return found === null ? hold(bytes.subarray(end)) : passDelimiter(bytes, found);
  };

  const readHead = (bytes: Buffer, isEnd: boolean): Buffer | null => {
    const decided = decidedIn(bytes, isEnd);
    const found = find(bytes, decided);
    const end = bytes.indexOf(headEnd);
    // A delimiter within the head, or with its last line break: this is not a part.
    if (found !== null && (end === -1 || found.at <= end + lineEnd.length)) return passDelimiter(bytes, found);
    if ((end === -1 ? bytes.length - headEnd.length : end) > mostHeadBytes) {
      state = 'data';
      return bytes;
    }
    if (end === -1 || end + headEnd.length > decided) return hold(bytes);
    state = 'data';
    const head = readPartHead(bytes.toString('latin1', lineEnd.length, end));
    sink = head && open(head);
    return bytes.subarray(end + headEnd.length);
  };

  const read = (bytes: Buffer, isEnd: boolean) => {
    if (state === 'over') return;
    let rest: Buffer | null = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    held = nothing;
    while (rest !== null) rest = (state === 'head' ? readHead : readData)(rest, isEnd);
  };

  return {
    push: (bytes: Buffer) => read(bytes, false),
    /** No more bytes will come. True if the closing delimiter has arrived; anything after it is ignored. */
    end() {
      read(nothing, true);
      return state === 'over';
    },
  };
}

// Texts of heads have one character per byte. Invalid input is omitted.

/**
 * A header value with parameters (RFC 9110 §5.6.6): tokens or quoted strings, in which a backslash escapes a quote or itself.
 * Names are in lower case; the first of duplicates wins.
 */
export function parseParameters(text: string) {
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
function readPartHead(text: string): PartHead | null {
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
