// Reads multipart/form-data (RFC 7578 over RFC 2046 §5.1) as it streams by. Finds the delimiters with the machine's own
// search, keeps nothing but a part's head of bounded size and the few bytes that may begin a delimiter, and never
// throws: what cannot be read is a part that nobody takes, or a body that is not whole. How the bytes were cut into
// pieces on their way makes no difference to what is read.

import { parseParameters, readPartHead } from './part-head.ts';
import type { PartHead } from './part-head.ts';

/** Takes the bytes of one part, in pieces that nobody writes to again. */
export interface PartSink {
  push(bytes: Buffer): void;
  /** The part is whole: its delimiter has come. */
  end(): void;
}

export interface MultipartReader {
  push(bytes: Buffer): void;
  /** True once the closing delimiter has come; what follows it is nobody's. */
  isWhole(): boolean;
}

/** The boundary that a Content-Type names, one character a byte; null where it is no multipart form. */
export function boundaryOf(contentType: string | undefined): string | null {
  const { value, parameters } = parseParameters(contentType ?? '');
  return value.toLowerCase() === 'multipart/form-data' ? parameters.get('boundary') || null : null;
}

const mostHeadBytes = 16 * 1024;
/** RFC 2046 lets a sender pad a delimiter line; so much of it is believed to be one. */
const mostPaddingBytes = 256;

/** Node finds so short a word by the processor's own search for its first byte, and a longer one at half that speed. */
const mostSoughtBytes = 7;

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const [carriageReturn, lineFeed, space, tab, dash] = [0x0d, 0x0a, 0x20, 0x09, 0x2d];

/** Where a delimiter begins and where its line ends, not counting the line's end; `undecided` where more has to come. */
type Found = { kind: 'next' | 'close' | 'undecided'; at: number; end: number } | null;

/** `open` is asked for each part whose head can be read, and answers who takes its bytes; null lets them pass. */
export function createMultipartReader(boundary: string, open: (head: PartHead) => PartSink | null): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const front = delimiter.subarray(0, mostSoughtBytes);
  let state: 'data' | 'head' | 'over' = 'data';
  let sink: PartSink | null = null;
  // The first delimiter has no line before it, but is found as if it had.
  let held: Buffer = lineEnd;

  const find = (bytes: Buffer): Found => {
    for (let at = bytes.indexOf(front); at !== -1; at = bytes.indexOf(front, at + 1)) {
      const end = at + delimiter.length;
      if (end > bytes.length || delimiter.compare(bytes, at, end) !== 0) continue;
      if (bytes[end] === dash && bytes[end + 1] === dash) return { kind: 'close', at, end };
      if (end + 1 >= bytes.length && (bytes[end] ?? dash) === dash) return { kind: 'undecided', at, end };
      let after = end;
      while (after - end < mostPaddingBytes && (bytes[after] === space || bytes[after] === tab)) after += 1;
      if (bytes[after] === carriageReturn && bytes[after + 1] === lineFeed) return { kind: 'next', at, end: after };
      const isOpen = after >= bytes.length || (bytes[after] === carriageReturn && after + 1 >= bytes.length);
      if (isOpen) return { kind: 'undecided', at, end };
      // A longer word that begins with the boundary: it is the part's own (RFC 2046 §5.1.1, the grammar's `delimiter`).
    }
    const begun = beginOf(bytes);
    return begun === -1 ? null : { kind: 'undecided', at: begun, end: bytes.length };
  };

  /** Where the bytes end in the first bytes of a delimiter, or -1. A delimiter holds one carriage return, at its front. */
  const beginOf = (bytes: Buffer): number => {
    const from = Math.max(0, bytes.length - delimiter.length + 1);
    const at = from + bytes.subarray(from).lastIndexOf(carriageReturn);
    return at >= from && delimiter.compare(bytes, at, bytes.length, 0, bytes.length - at) === 0 ? at : -1;
  };

  /** The rest, which begins with the end of the delimiter's line; null after the last. */
  const passDelimiter = (bytes: Buffer, found: NonNullable<Found>): Buffer | null => {
    state = found.kind === 'close' ? 'over' : 'head';
    sink?.end();
    sink = null;
    return found.kind === 'close' ? null : bytes.subarray(found.end);
  };

  /** What is left to read, or null where more has to come first. */
  const readData = (bytes: Buffer): Buffer | null => {
    const found = find(bytes);
    const end = found?.at ?? bytes.length;
    if (end > 0) sink?.push(bytes.subarray(0, end));
    if (found !== null && found.kind !== 'undecided') return passDelimiter(bytes, found);
    held = Buffer.from(bytes.subarray(end));
    return null;
  };

  const readHead = (bytes: Buffer): Buffer | null => {
    const end = bytes.indexOf(headEnd);
    const found = find(bytes);
    // A delimiter that comes before the head has ended, or with its last line end: this is no part.
    const isCut = found !== null && (end === -1 || found.at <= end + lineEnd.length);
    if (isCut && found.kind !== 'undecided') return passDelimiter(bytes, found);
    const isShort = end === -1 ? bytes.length <= mostHeadBytes + headEnd.length : end <= mostHeadBytes;
    if (isShort && (isCut || end === -1)) {
      held = Buffer.from(bytes);
      return null;
    }
    state = 'data';
    if (!isShort) return bytes;
    const head = readPartHead(bytes.toString('latin1', lineEnd.length, end));
    sink = head && open(head);
    return bytes.subarray(end + headEnd.length);
  };

  return {
    push(bytes) {
      if (state === 'over') return;
      let rest: Buffer | null = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = Buffer.alloc(0);
      while (rest !== null) rest = state === 'data' ? readData(rest) : readHead(rest);
    },
    isWhole: () => state === 'over',
  };
}
