// Walks through bytes that arrive in pieces of any size, step by step: collect a few, skip many, seek one value.
// A format is written as steps that name the next step, so where a piece ends can make no difference to it.

export type Step =
  /** Hands over exactly `bytes` bytes, whole, whatever pieces they came in. */
  | { readonly kind: 'collect'; readonly bytes: number; readonly next: (collected: Buffer) => Step | null }
  | { readonly kind: 'skip'; readonly bytes: number; readonly next: () => Step | null }
  /** Goes on after the next byte of this value. */
  | { readonly kind: 'seek'; readonly value: number; readonly next: () => Step | null };

export type ByteWalk = {
  /** Bytes after the last step (null) are let go. */
  push(chunk: Buffer): void;
};

export function createByteWalk(first: Step): ByteWalk {
  let step: Step | null = first;
  let skipped = 0;
  let collected: Buffer[] = [];
  let collectedBytes = 0;

  /** Does what `step` can do from `offset`, and says where it stopped. */
  function advance(current: Step, chunk: Buffer, offset: number): number {
    if (current.kind === 'seek') {
      const found = chunk.indexOf(current.value, offset);
      if (found < 0) return chunk.length;
      step = current.next();
      return found + 1;
    }
    if (current.kind === 'skip') {
      const end = Math.min(chunk.length, offset + current.bytes - skipped);
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
      // The caller may use its buffer again: what is kept is copied.
      collected.push(Buffer.from(piece));
      return end;
    }
    const whole = collected.length === 0 ? piece : Buffer.concat([...collected, piece]);
    collected = [];
    collectedBytes = 0;
    step = current.next(whole);
    return end;
  }

  return {
    push(chunk) {
      let offset = 0;
      while (step !== null && offset < chunk.length) offset = advance(step, chunk, offset);
    },
  };
}
