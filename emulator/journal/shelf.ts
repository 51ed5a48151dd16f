// Keeps the texts of the latest exchanges as bytes outside the heap, where thousands of them cost the garbage collector
// nothing. Each lies under its number, modulo the size; what is overwritten is gone.

export interface Shelf {
  /** How many bytes lie on it. */
  readonly sizeBytes: number;
  put(number: number, text: string): void;
  take(number: number): string | null;
  drop(number: number): void;
}

const segmentBytes = 64 * 1024;
/** Of UTF-8, for one unit of UTF-16. */
const mostBytesEach = 3;

export function createShelf(size: number): Shelf {
  // What lies at each place: its number, the segment, and where it begins and ends there.
  const numbers: number[] = [];
  const segments: (Buffer | null)[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let segment = Buffer.alloc(0);
  let used = 0;
  let sizeBytes = 0;

  const isThere = (number: number) => numbers[number % size] === number && segments[number % size] !== null;

  const drop = (number: number) => {
    if (!isThere(number)) return;
    const at = number % size;
    sizeBytes -= ends[at]! - starts[at]!;
    // A segment that no place names any more is freed.
    segments[at] = null;
  };

  return {
    get sizeBytes() {
      return sizeBytes;
    },
    put(number, text) {
      const at = number % size;
      if (numbers[at] !== undefined) drop(numbers[at]);
      const needed = text.length * mostBytesEach;
      if (segment.length - used < needed) {
        segment = Buffer.allocUnsafeSlow(Math.max(segmentBytes, needed));
        used = 0;
      }
      numbers[at] = number;
      segments[at] = segment;
      starts[at] = used;
      used += segment.write(text, used);
      ends[at] = used;
      sizeBytes += ends[at] - starts[at];
    },
    take(number) {
      const at = number % size;
      return isThere(number) ? segments[at]!.toString('utf8', starts[at], ends[at]) : null;
    },
    drop,
  };
}
