// A streaming parser for multipart/form-data (RFC 7578, RFC 2046 §5.1). It buffers only the head of a part, up to a limit,
// and bytes that may begin a delimiter. It never throws: an unreadable part is skipped, and a broken body is not whole.
// The result does not depend on how the bytes were split into chunks.

import { parseParameters, readPartHead } from './part-head.ts';
import type { PartHead } from './part-head.ts';

/** Receives the bytes of one part. */
export type PartSink = {
  push(bytes: Buffer): void;
  /** The delimiter after the part has arrived. */
  end(): void;
};

type MultipartReader = {
  push(bytes: Buffer): void;
  /** True once the closing delimiter has arrived; anything after it is ignored. */
  isWhole(): boolean;
};

/** Returns the boundary, or null if the type is not multipart/form-data. */
export function boundaryOf(contentType: string | undefined): string | null {
  const { value, parameters } = parseParameters(contentType ?? '');
  return value.toLowerCase() === 'multipart/form-data' ? parameters.get('boundary') || null : null;
}

const mostHeadBytes = 16 * 1024;
/** RFC 2046 allows padding after a delimiter; more than this is not a delimiter. */
const mostPaddingBytes = 256;

/** Node searches needles up to this length with memchr, which is twice as fast. */
const mostSoughtBytes = 7;

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const [carriageReturn, lineFeed, space, tab, dash] = [0x0d, 0x0a, 0x20, 0x09, 0x2d];

/** Where a delimiter begins and ends, without its line break; `undecided` if more bytes are needed. */
type Found = { kind: 'next' | 'close' | 'undecided'; at: number; end: number } | null;

/** @param open called for each readable part; returns the receiver of its bytes, or null to skip it */
export function createMultipartReader(boundary: string, open: (head: PartHead) => PartSink | null): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const front = delimiter.subarray(0, mostSoughtBytes);
  let state: 'data' | 'head' | 'over' = 'data';
  let sink: PartSink | null = null;
  // The first delimiter has no line break before it.
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
      // A longer word that begins with the boundary belongs to the part (RFC 2046 §5.1.1).
    }
    const begun = beginOf(bytes);
    return begun === -1 ? null : { kind: 'undecided', at: begun, end: bytes.length };
  };

  /** Where a delimiter that is cut off begins, or -1. A delimiter contains one carriage return, at its start. */
  const beginOf = (bytes: Buffer): number => {
    const from = Math.max(0, bytes.length - delimiter.length + 1);
    const at = from + bytes.subarray(from).lastIndexOf(carriageReturn);
    return at >= from && delimiter.compare(bytes, at, bytes.length, 0, bytes.length - at) === 0 ? at : -1;
  };

  /** Returns the rest, from the line break of the delimiter; null after the last one. */
  const passDelimiter = (bytes: Buffer, found: NonNullable<Found>): Buffer | null => {
    state = found.kind === 'close' ? 'over' : 'head';
    sink?.end();
    sink = null;
    return found.kind === 'close' ? null : bytes.subarray(found.end);
  };

  /** Returns the rest, or null if more bytes are needed. */
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
    // A delimiter within the head, or with its last line break: this is not a part.
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
