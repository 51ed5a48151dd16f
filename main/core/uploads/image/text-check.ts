// Whether an image has lines of text, by a child process of low priority (text-in-file.ts): one image at a time, for at
// most two minutes, since a simulator leaves such a process little time. The child ends when nothing is left to look
// at; whatever an image does to it, the answer is "unknown".
import { createSerialQueue } from '../../platform/waits.ts';
import type { Clock, ImageReader } from '../../platform/ports.ts';

const limitMs = 120_000;

export type TextCheck = ReturnType<typeof createTextCheck>;

/** Without a reader nothing is known of any image. */
export function createTextCheck({ clock, reader }: { clock: Clock; reader: ImageReader | undefined }) {
  const inTurn = createSerialQueue();
  let child: ReturnType<ImageReader> | null = null;
  let isStopped = false;
  let waiting = 0;
  let answered: (hasText: boolean | null) => void = () => {};

  function end() {
    child?.end();
    child = null;
    answered(null);
  }

  function start(reader: ImageReader) {
    const started = reader({
      answer: (hasText) => child === started && answered(hasText),
      ended: () => child === started && end(),
    });
    return started;
  }

  async function look(path: string): Promise<boolean | null> {
    if (isStopped || reader === undefined) return null;
    child ??= start(reader);
    const answer = new Promise<boolean | null>((resolve) => (answered = resolve));
    const cancel = clock.schedule(limitMs, end);
    child.look(path);
    const hasText = await answer;
    cancel();
    return hasText;
  }

  return {
    /** Null: unknown. Never rejects. */
    async hasText(path: string): Promise<boolean | null> {
      waiting += 1;
      const hasText = await inTurn(() => look(path)).catch(() => null);
      waiting -= 1;
      if (waiting === 0) end();
      return hasText;
    },
    stop() {
      isStopped = true;
      end();
    },
  };
}
