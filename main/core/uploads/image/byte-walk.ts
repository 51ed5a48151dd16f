// Walks through bytes that arrive in pieces of any size: collect some, skip many, seek a marker. A format is a set of
// steps that name the next one, so that piece boundaries make no difference. Each byte is visited once.
import type { ImageFault } from '../../messages/failures.ts';

export type Step =
  /** Collects exactly `bytes` bytes, across pieces of any size. */
  | { readonly kind: 'collect'; readonly bytes: number; readonly next: (collected: Buffer) => Step | null }
  /** `over` sees what is skipped, piece by piece, and must not keep it. */
  | {
      readonly kind: 'skip';
      readonly bytes: number;
      readonly over?: (piece: Buffer) => void;
      readonly next: () => Step | null;
    }
  /** Continues after the first pair of this value and a byte that `counts`. `over` sees what comes before the pair. */
  | {
      readonly kind: 'seek';
      readonly value: number;
      readonly counts: (follower: number) => boolean;
      readonly over?: (piece: Buffer) => void;
      readonly next: (follower: number) => Step | null;
    };

type ByteWalk = {
  /** Bytes after the last step (null) are ignored. */
  push(chunk: Buffer): void;
};

export function createByteWalk(first: Step): ByteWalk {
  let step: Step | null = first;
  let skipped = 0;
  let collected: Buffer[] = [];
  let collectedBytes = 0;
  /** The value was the last byte of the piece before. */
  let isHalfFound = false;

  /** Runs `step` from `offset`, and returns where it stopped. */
  function advance(current: Step, chunk: Buffer, offset: number): number {
    if (current.kind === 'seek') return seek(current, chunk, offset);
    if (current.kind === 'skip') {
      const end = Math.min(chunk.length, offset + current.bytes - skipped);
      current.over?.(chunk.subarray(offset, end));
      skipped += end - offset;
      if (skipped === current.bytes) {
        skipped = 0;
        step = current.next();
      }
      return end;
    }
    const end = Math.min(chunk.length, offset + current.bytes - collectedBytes);
    const piece = chunk.subarray(offset, end);
    collectedBytes += piece.length;
    if (collectedBytes < current.bytes) {
      // Copied, as the caller may use its buffer again.
      collected.push(Buffer.from(piece));
      return end;
    }
    const whole = collected.length === 0 ? piece : Buffer.concat([...collected, piece]);
    collected = [];
    collectedBytes = 0;
    step = current.next(whole);
    return end;
  }

  function seek(current: Step & { kind: 'seek' }, chunk: Buffer, offset: number): number {
    const followerFrom = (from: number) => {
      const found = chunk.indexOf(current.value, from);
      return found < 0 ? Number.POSITIVE_INFINITY : found + 1;
    };
    const wasHalfFound = isHalfFound;
    // A byte that does not count may be the value itself: it is checked as that.
    for (let at = wasHalfFound ? offset : followerFrom(offset); ; at = followerFrom(at)) {
      isHalfFound = at === chunk.length;
      const isAtEnd = at >= chunk.length;
      if (!isAtEnd && !current.counts(chunk[at]!)) continue;
      if (wasHalfFound && at > offset) current.over?.(Buffer.of(current.value));
      current.over?.(chunk.subarray(offset, isAtEnd && !isHalfFound ? chunk.length : Math.max(offset, at - 1)));
      if (isAtEnd) return chunk.length;
      step = current.next(chunk[at]!);
      return at + 1;
    }
  }

  return {
    push(chunk) {
      let offset = 0;
      while (step !== null && offset < chunk.length) offset = advance(step, chunk, offset);
    },
  };
}

export type ScanState =
  /** `hasHoles`: a reserved part was not written yet. Only reading from the start can tell more. */
  | { readonly kind: 'reading'; readonly hasHoles?: true }
  | {
      readonly kind: 'whole';
      readonly width: number;
      readonly height: number;
      /** The hash of what is drawn. */
      readonly imageHash: string;
    }
  /** No more bytes can make it complete. */
  | { readonly kind: 'damaged'; readonly why: ImageFault };

export type ImageScan = {
  /** Resolves when the chunk may be used for something else. Never rejects. */
  push(chunk: Buffer): void | Promise<void>;
  state(): ScanState;
};
