// Keeps the texts of the latest exchanges as bytes outside the heap, where thousands of them cost the garbage collector
// nothing. Each lies under its number, modulo the size; what is overwritten is gone. Memory is taken in segments and
// used again when nothing lies in them any more, as new memory would call the collector more often than it is worth.

export interface RingBuffer {
  /** How many bytes lie on it. */
  readonly sizeBytes: number;
  put(number: number, text: string): void;
  take(number: number): string | null;
  drop(number: number): void;
}

const segmentBytes = 64 * 1024;
/** Of UTF-8, for one unit of UTF-16. */
const mostBytesEach = 3;

interface Segment {
  bytes: Buffer;
  /** How many bytes have been written. */
  used: number;
  /** How many texts lie in it. */
  texts: number;
}

export function createRingBuffer(size: number): RingBuffer {
  // What lies at each place: its number, the segment, and where it begins and ends there.
  const numbers: number[] = [];
  const segments: (Segment | null)[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const empty: Segment[] = [];
  let segment: Segment = { bytes: Buffer.alloc(0), used: 0, texts: 0 };
  let sizeBytes = 0;

  const isThere = (number: number) => numbers[number % size] === number && segments[number % size] !== null;

  const drop = (number: number) => {
    if (!isThere(number)) return;
    const at = number % size;
    const left = segments[at]!;
    segments[at] = null;
    sizeBytes -= ends[at]! - starts[at]!;
    left.texts -= 1;
    // One that was made for a long text is left to the collector.
    if (left.texts === 0 && left !== segment && left.bytes.length === segmentBytes) empty.push(left);
  };

  const segmentFor = (needed: number): Segment => {
    if (segment.bytes.length - segment.used >= needed) return segment;
    const reused = needed <= segmentBytes ? empty.pop() : undefined;
    if (reused === undefined) {
      segment = { bytes: Buffer.allocUnsafeSlow(Math.max(segmentBytes, needed)), used: 0, texts: 0 };
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
