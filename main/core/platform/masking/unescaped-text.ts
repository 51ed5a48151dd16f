// A text as bytes, and step by step without its percent signs and backslashes. Each byte knows which characters of the
// original it represents, so that a match in any step can be replaced in the original text.

type Unescaped = {
  readonly bytes: Uint8Array;
  /** Of each byte: the characters of the text from here ... */
  readonly from: Uint32Array;
  /** ... to here, exclusive. */
  readonly to: Uint32Array;
};

/** No program nests more layers than this. */
const mostLayers = 4;

type EscapeKind = 'percent' | 'backslash';
const everyKind: ReadonlySet<EscapeKind> = new Set(['percent', 'backslash']);

/**
 * The text as it is, then with one layer of escapes less each, as long as there is any. Where both kinds of escape occur, one
 * kind alone is removed first as well: the backslash in `\\%41` would otherwise consume the percent sign, and the rest of the
 * sequence would not be decoded.
 */
export function* unescapedLayers(text: string): Generator<Unescaped> {
  const original = asBytes(text);
  yield original;
  const hasBoth = original.bytes.includes(PERCENT) && original.bytes.includes(BACKSLASH);
  const firstKinds = hasBoth
    ? [everyKind, new Set<EscapeKind>(['percent']), new Set<EscapeKind>(['backslash'])]
    : [everyKind];
  for (const kinds of firstKinds) {
    let layer = unescaped(original, kinds);
    for (let count = 1; layer !== null && count <= mostLayers; count += 1) {
      yield layer;
      layer = unescaped(layer, everyKind);
    }
  }
}

function asBytes(text: string): Unescaped {
  const bytes = Buffer.from(text);
  const from = new Uint32Array(bytes.length);
  const to = new Uint32Array(bytes.length);
  let at = 0;
  for (let byte = 0; byte < bytes.length;) {
    const length = utf8Length(bytes[byte]!);
    const units = length === 4 ? 2 : 1;
    for (let one = 0; one < length; one += 1, byte += 1) {
      from[byte] = at;
      to[byte] = at + units;
    }
    at += units;
  }
  return { bytes, from, to };
}

const utf8Length = (first: number) => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
/** RFC 8259 §7; any other escaped character is itself. */
const escapes = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** Null if there is nothing to unescape. */
function unescaped({ bytes, from, to }: Unescaped, kinds: ReadonlySet<EscapeKind>): Unescaped | null {
  if (!bytes.includes(PERCENT) && !bytes.includes(BACKSLASH)) return null;
  // An escape is never shorter than what it encodes.
  const result = new Uint8Array(bytes.length);
  const starts = new Uint32Array(bytes.length);
  const ends = new Uint32Array(bytes.length);
  let length = 0;
  let isChanged = false;
  for (let at = 0; at < bytes.length;) {
    const escape = escapeAt(bytes, at, kinds);
    const meant = escape?.meant ?? [bytes[at]!];
    const next = at + (escape?.length ?? 1);
    for (const byte of meant) {
      result[length] = byte;
      starts[length] = from[at]!;
      ends[length] = to[next - 1]!;
      length += 1;
    }
    isChanged ||= escape !== null;
    at = next;
  }
  if (!isChanged) return null;
  return { bytes: result.subarray(0, length), from: starts, to: ends };
}

type Escape = { readonly meant: Iterable<number>; readonly length: number };

function escapeAt(bytes: Uint8Array, at: number, kinds: ReadonlySet<EscapeKind>): Escape | null {
  if (bytes[at] === PERCENT && kinds.has('percent')) {
    const byte = hexAt(bytes, at + 1, 2);
    return byte === null ? null : { meant: [byte], length: 3 };
  }
  const next = bytes[at + 1];
  if (bytes[at] !== BACKSLASH || next === undefined || !kinds.has('backslash')) return null;
  if (next !== SMALL_U) return next < 0x80 ? { meant: [escapes.get(next) ?? next], length: 2 } : null;
  const unit = hexAt(bytes, at + 2, 4);
  if (unit === null) return null;
  const isHigh = (unit & 0xfc00) === 0xd800 && bytes[at + 6] === BACKSLASH && bytes[at + 7] === SMALL_U;
  const second = isHigh ? hexAt(bytes, at + 8, 4) : null;
  return second !== null && (second & 0xfc00) === 0xdc00
    ? { meant: Buffer.from(String.fromCharCode(unit, second)), length: 12 }
    : { meant: Buffer.from(String.fromCharCode(unit)), length: 6 };
}

function hexAt(bytes: Uint8Array, at: number, digits: number): number | null {
  let value = 0;
  for (let place = at; place < at + digits; place += 1) {
    const digit = digitOf(bytes[place] ?? 0);
    if (digit === null) return null;
    value = value * 16 + digit;
  }
  return value;
}

function digitOf(byte: number): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : null;
}
