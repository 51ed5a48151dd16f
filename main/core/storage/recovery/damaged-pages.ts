// Reads rows of a damaged database page by page, without SQLite, which stops at the first damaged page and loses all
// below it (https://www.sqlite.org/fileformat2.html). Every number is checked against the page it points into.
import type { WriteAheadLog } from './write-ahead-log.ts';

export type SqlValue = null | number | bigint | string | Uint8Array;
export type FoundRow = {
  /** The table whose tree led to it; null if none did. */
  readonly table: string | null;
  readonly rowid: number;
  readonly values: readonly SqlValue[];
};
type FoundRows = {
  /** The version in the header; null if there is no header. */
  readonly version: number | null;
  readonly rows: Iterable<FoundRow>;
};

const HEADER_TEXT = 'SQLite format 3\0';
const LEAF_TABLE = 0x0d;
const INTERIOR_TABLE = 0x05;
/** Far larger than any of our rows. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** `file` may have any length and content. */
export function readDamagedPages(file: Buffer, log: WriteAheadLog | null): FoundRows {
  const first = log?.pages.get(1) ?? file.subarray(0, 100);
  const hasHeader = first.length >= 100 && first.toString('latin1', 0, 16) === HEADER_TEXT;
  const pageBytes = log?.pages.size ? log.pageBytes : pageBytesOf(hasHeader ? first.readUInt16BE(16) : 0);
  const inFile = Math.floor(file.length / pageBytes);
  const count = Math.max(inFile, log?.pageCount ?? 0);
  const page = (number: number): Buffer | null => {
    // A damaged number may be negative, which would count from the end of the file.
    if (number < 1) return null;
    const found = log?.pages.get(number) ?? file.subarray((number - 1) * pageBytes, number * pageBytes);
    return found.length === pageBytes ? found : null;
  };
  const reader = createReader(page, pageBytes, count);
  return { version: hasHeader ? first.readUInt32BE(60) : null, rows: reader.rows(hasHeader) };
}

/** 1 means 65,536; ours have 4,096 by default. */
const pageBytesOf = (stored: number) =>
  stored === 1 ? 65_536 : stored >= 512 && Number.isInteger(Math.log2(stored)) ? stored : 4_096;

function createReader(page: (number: number) => Buffer | null, pageBytes: number, count: number) {
  const bodyOf = (number: number) => (number === 1 ? 100 : 0);
  const typeOf = (number: number) => page(number)?.[bodyOf(number)] ?? null;

  /** Where the cells of a page begin. */
  function cells(number: number, pointersAt: number): number[] {
    const content = page(number)!;
    const start = bodyOf(number);
    const cellCount = content.readUInt16BE(start + 3);
    const found: number[] = [];
    for (let index = 0; index < cellCount; index += 1) {
      const pointer = start + pointersAt + index * 2;
      if (pointer + 2 > pageBytes) break;
      const at = content.readUInt16BE(pointer);
      if (at >= start + 8) found.push(at);
    }
    return found;
  }

  /** All leaves below a root, as far as the tree can be followed. */
  function leavesOf(root: number, seen: Set<number>): number[] {
    const leaves: number[] = [];
    const open = [root];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seen.has(number)) continue;
      const type = typeOf(number);
      if (type !== LEAF_TABLE && type !== INTERIOR_TABLE) continue;
      seen.add(number);
      if (type === LEAF_TABLE) {
        leaves.push(number);
        continue;
      }
      const content = page(number)!;
      open.push(content.readUInt32BE(bodyOf(number) + 8));
      for (const at of cells(number, 12)) if (at + 4 <= pageBytes) open.push(content.readUInt32BE(at));
    }
    return leaves;
  }

  function* rowsOf(number: number, table: string | null): Generator<FoundRow> {
    const content = page(number)!;
    for (const at of cells(number, 8)) {
      const size = varint(content, at);
      const rowid = size && varint(content, size.next);
      if (!size || !rowid || size.value < 1 || size.value > MAX_RECORD_BYTES || rowid.value < 0) continue;
      const payload = payloadOf(content, rowid.next, size.value);
      const values = payload && record(payload);
      if (values) yield { table, rowid: rowid.value, values };
    }
  }

  /** Overflow pages (section 1.6). */
  function payloadOf(content: Buffer, at: number, size: number): Buffer | null {
    const most = pageBytes - 35;
    if (size <= most) return at + size <= pageBytes ? content.subarray(at, at + size) : null;
    const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
    const wanted = least + ((size - least) % (pageBytes - 4));
    const here = wanted <= most ? wanted : least;
    if (at + here + 4 > pageBytes) return null;
    const parts = [content.subarray(at, at + here)];
    let left = size - here;
    for (let next = content.readUInt32BE(at + here); left > 0;) {
      const more = page(next);
      if (!more) return null;
      const part = more.subarray(4, 4 + Math.min(left, pageBytes - 4));
      parts.push(part);
      left -= part.length;
      next = more.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }

  return {
    *rows(hasHeader: boolean): Generator<FoundRow> {
      const seen = new Set<number>();
      const schema = hasHeader ? leavesOf(1, seen).flatMap((leaf) => [...rowsOf(leaf, null)]) : [];
      for (const { values } of schema) {
        const [type, name, , root] = values;
        if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number') continue;
        for (const leaf of leavesOf(root, seen)) yield* rowsOf(leaf, name);
      }
      // Pages that no tree leads to: their tree is damaged, or they are free and their rows are elsewhere, too.
      for (let number = 2; number <= count; number += 1) {
        if (!seen.has(number) && typeOf(number) === LEAF_TABLE) yield* rowsOf(number, null);
      }
    },
  };
}

/** SQLite's varint: seven bits a byte, eight in the ninth. Null if it exceeds the data. */
function varint(data: Buffer, at: number): { value: number; next: number } | null {
  let value = 0n;
  for (let index = 0; ; index += 1) {
    const byte = data[at + index];
    if (byte === undefined) return null;
    if (index === 8) return { value: Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), next: at + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: Number(value), next: at + index + 1 };
  }
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

/** The values of a record (section 2.1); null if its header is inconsistent. */
function record(payload: Buffer): SqlValue[] | null {
  const head = varint(payload, 0);
  if (!head) return null;
  const values: SqlValue[] = [];
  let at = head.value;
  for (let next = head.next; next < head.value;) {
    const serial = varint(payload, next);
    if (!serial || serial.next > head.value) return null;
    ({ next } = serial);
    const type = serial.value;
    if (type < 0 || type === 10 || type === 11) return null;
    if (type === 0) values.push(null);
    else if (type === 8 || type === 9) values.push(type - 8);
    else if (type <= 7) {
      const bytes = type === 7 ? 8 : INTEGER_BYTES[type]!;
      if (at + bytes > payload.length) return null;
      values.push(type === 7 ? payload.readDoubleBE(at) : integer(payload, at, bytes));
      at += bytes;
    } else {
      const bytes = (type - 12 - (type & 1)) / 2;
      const content = payload.subarray(at, at + bytes);
      values.push((type & 1) === 0 ? new Uint8Array(content) : content.toString('utf8'));
      at += bytes;
    }
  }
  return at === payload.length ? values : null;
}

function integer(data: Buffer, at: number, bytes: number): number | bigint {
  if (bytes <= 6) return data.readIntBE(at, bytes);
  const wide = data.readBigInt64BE(at);
  return Number.isSafeInteger(Number(wide)) ? Number(wide) : wide;
}
