// Reads a file from start to end in large pieces: while one is processed, the next is read. Two buffers are used in
// turns, so that many files take no more memory than one.
import type { FileHandle } from 'node:fs/promises';

export type ReadBuffers = readonly [Buffer, Buffer];

/** The file that is read failed, not the disk it is copied to. */
export class SourceUnreadable extends Error {
  constructor(cause: unknown) {
    super('the file cannot be read', { cause });
  }
}

const PIECE_BYTES = 512 * 1024;

export const readBuffers = (): ReadBuffers => [
  Buffer.allocUnsafeSlow(PIECE_BYTES),
  Buffer.allocUnsafeSlow(PIECE_BYTES),
];

/**
 * @param take Resolves when it has finished with the piece; `false` ends the reading.
 * @throws SourceUnreadable, or what `take` throws.
 */
export async function hashStream(
  file: FileHandle,
  buffers: ReadBuffers,
  take: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  let at = 0;
  let turn = 0;
  const readNext = () => {
    const buffer = buffers[turn % 2]!;
    turn += 1;
    return file.read(buffer, 0, buffer.length, at).then(
      ({ bytesRead }) => buffer.subarray(0, bytesRead),
      (cause: unknown) => {
        throw new SourceUnreadable(cause);
      },
    );
  };
  let coming = readNext();
  try {
    for (;;) {
      const piece = await coming;
      if (piece.length === 0) return;
      at += piece.length;
      coming = readNext();
      if (!(await take(piece))) return;
    }
  } finally {
    // The last read must not write into buffers that are used again.
    await coming.catch(() => {});
  }
}

// Limits concurrency, first come, first served. Each slot has its own resource, created on first use and dropped when
// nothing is in progress.
type ResourcePool<Tool> = {
  /** Starts immediately if a slot is free. Settles as `work` does. */
  run<T>(work: (tool: Tool) => Promise<T>): Promise<T>;
};

export function createResourcePool<Tool>(count: number, makeTool: () => Tool): ResourcePool<Tool> {
  const waiting: (() => void)[] = [];
  let tools: Tool[] = [];
  let busy = 0;

  return {
    async run(work) {
      if (busy < count) busy += 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      const tool = tools.pop() ?? makeTool();
      try {
        return await work(tool);
      } finally {
        tools.push(tool);
        const next = waiting.shift();
        // The slot goes to the caller that has waited longest.
        if (next) next();
        else busy -= 1;
        if (busy === 0) tools = [];
      }
    },
  };
}
