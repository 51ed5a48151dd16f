// Reads SQLite's write-ahead log without SQLite, which stops silently at the first damaged frame
// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): later commits would be lost unnoticed.
export type WriteAheadLog = {
  readonly pageBytes: number;
  /** The newest committed content of each of its pages. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** Pages of the whole database after the last commit; null if there was none. */
  readonly pageCount: number | null;
  /** Whether it has valid-looking frames after the last valid one. */
  readonly isDamaged: boolean;
};

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/** Null if it is empty. */
export function readWriteAheadLog(log: Buffer): WriteAheadLog | null {
  if (log.length === 0) return null;
  const nothing: WriteAheadLog = { pageBytes: 0, pages: new Map(), pageCount: null, isDamaged: true };
  if (log.length < HEADER_BYTES) return nothing;
  const magic = log.readUInt32BE(0);
  const pageBytes = log.readUInt32BE(8);
  if (magic >>> 1 !== MAGIC >>> 1 || pageBytes < 512 || pageBytes > 65_536) return nothing;
  const isBigEndian = (magic & 1) === 1;
  let sums: readonly [number, number] = checksum(log.subarray(0, 24), [0, 0], isBigEndian);
  if (sums[0] !== log.readUInt32BE(24) || sums[1] !== log.readUInt32BE(28)) return nothing;

  const salts = log.subarray(16, 24);
  const pages = new Map<number, Buffer>();
  let uncommitted = new Map<number, Buffer>();
  let pageCount: number | null = null;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let at = HEADER_BYTES;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes);
    const page = frame.subarray(FRAME_HEADER_BYTES);
    if (!frame.subarray(8, 16).equals(salts)) break;
    const next = checksum(page, checksum(frame.subarray(0, 8), sums, isBigEndian), isBigEndian);
    if (next[0] !== frame.readUInt32BE(16) || next[1] !== frame.readUInt32BE(20)) break;
    sums = next;
    uncommitted.set(frame.readUInt32BE(0), page);
    const pagesAfterCommit = frame.readUInt32BE(4);
    if (pagesAfterCommit === 0) continue;
    for (const [number, content] of uncommitted) pages.set(number, content);
    uncommitted = new Map();
    pageCount = pagesAfterCommit;
  }
  // Frames of an earlier round have other salts; those with these were written after the last reset.
  let isDamaged = false;
  for (; at + FRAME_HEADER_BYTES <= log.length && !isDamaged; at += frameBytes) {
    isDamaged = log.subarray(at + 8, at + 16).equals(salts);
  }
  return { pageBytes, pages, pageCount, isDamaged };
}

/** The checksums that chain each frame to all before it. */
function checksum(data: Buffer, seed: readonly [number, number], isBigEndian: boolean): readonly [number, number] {
  let [first, second] = seed;
  for (let at = 0; at < data.length; at += 8) {
    first = (first + (isBigEndian ? data.readUInt32BE(at) : data.readUInt32LE(at)) + second) >>> 0;
    second = (second + (isBigEndian ? data.readUInt32BE(at + 4) : data.readUInt32LE(at + 4)) + first) >>> 0;
  }
  return [first, second];
}
