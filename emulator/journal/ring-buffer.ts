// A ring buffer of texts, stored as bytes outside the heap, where they cost the garbage collector nothing. A text is stored
// under its number, modulo the size. Memory is allocated in segments, which are reused once they are empty.

type RingBuffer = {
  /** The total size of the stored texts. */
  readonly sizeBytes: number;
  put(number: number, text: string): void;
  take(number: number): string | null;
  drop(number: number): void;
};

const segmentBytes = 64 * 1024;
/**
 * Each one is twice the size of the previous one: a journal of a few requests, as in one of a thousand worlds, stays
 * small.
 */
const firstSegmentBytes = 4 * 1024;
/** UTF-8 bytes for one UTF-16 code unit. */
const mostBytesEach = 3;

type Segment = {
  bytes: Buffer;
  /** Bytes written. */
  used: number;
  /** Number of texts in it. */
  texts: number;
};

export function createRingBuffer(size: number): RingBuffer {
  // For each slot: the number, the segment, and the range in it.
  const numbers: number[] = [];
  const segments: (Segment | null)[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const empty: Segment[] = [];
  let segment: Segment = { bytes: Buffer.alloc(0), used: 0, texts: 0 };
  let newBytes = firstSegmentBytes;
  let sizeBytes = 0;

  const isThere = (number: number) => numbers[number % size] === number && segments[number % size] !== null;

  const drop = (number: number) => {
    if (!isThere(number)) return;
    const at = number % size;
    const left = segments[at]!;
    segments[at] = null;
    sizeBytes -= ends[at]! - starts[at]!;
    left.texts -= 1;
    // A segment for a long text, and a small first one, is left to the garbage collector.
    if (left.texts === 0 && left !== segment && left.bytes.length === segmentBytes) empty.push(left);
  };

  const segmentFor = (needed: number): Segment => {
    if (segment.bytes.length - segment.used >= needed) return segment;
    const reused = needed <= segmentBytes ? empty.pop() : undefined;
    if (reused === undefined) {
      segment = { bytes: Buffer.allocUnsafeSlow(Math.max(newBytes, needed)), used: 0, texts: 0 };
      newBytes = Math.min(segmentBytes, newBytes * 2);
    } else {
      reused.used = 0;
      segment = reused;
    }
    return segment;
  };

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    put(number, text) {
      const at = number % size;
      if (numbers[at] !== undefined) drop(numbers[at]);
      const into = segmentFor(text.length * mostBytesEach);
      const start = into.used;
      const end = start + into.bytes.write(text, start);
      into.used = end;
      into.texts += 1;
      numbers[at] = number;
      segments[at] = into;
      starts[at] = start;
      ends[at] = end;
      sizeBytes += end - start;
    },
    take(number) {
      const at = number % size;
      return isThere(number) ? segments[at]!.bytes.toString('utf8', starts[at], ends[at]) : null;
    },
    drop,
  };
}
