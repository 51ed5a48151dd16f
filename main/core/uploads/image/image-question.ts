// A question about images, which a child process of low priority answers (0044, 0045): one image at a time. The child ends
// when nothing is left to look at; whatever an image does to it, the answer is "unknown".
import type { Layout } from '../../../contract/layout.ts';
import { createSerialQueue } from '../../platform/waits.ts';
import type { Clock, ImageReader, LookedAt } from '../../platform/ports.ts';

/** Generous, since a simulator leaves such a process little time. */
const limitMs = { text: 120_000, route: 600_000, words: 120_000 };

export type ImageQuestion<Answer> = {
  /** Null: unknown. Never rejects. `layouts`: those that the image may have. */
  ask(path: string, layouts?: readonly Layout[]): Promise<Answer | null>;
  stop(): void;
};

/** Without a reader nothing is known of any image. */
export function createImageQuestion<Answer>({
  clock,
  reader,
  question,
  schema,
}: {
  clock: Clock;
  reader: ImageReader | undefined;
  question: Parameters<ImageReader>[0];
  /** Of an answer that is known. */
  schema: { safeParse(answer: unknown): { data?: Answer | undefined } };
}): ImageQuestion<Answer> {
  const inTurn = createSerialQueue();
  let child: ReturnType<ImageReader> | null = null;
  let isStopped = false;
  let waiting = 0;
  let answered: (answer: Answer | null) => void = () => {};

  function end() {
    child?.end();
    child = null;
    answered(null);
  }

  function start(reader: ImageReader) {
    const started = reader(question, {
      answer: (answer) => child === started && answered(schema.safeParse(answer).data ?? null),
      ended: () => child === started && end(),
    });
    return started;
  }

  async function look(image: LookedAt): Promise<Answer | null> {
    if (isStopped || reader === undefined) return null;
    child ??= start(reader);
    const answer = new Promise<Answer | null>((resolve) => (answered = resolve));
    const cancel = clock.schedule(limitMs[question], end);
    child.look(image);
    const known = await answer;
    cancel();
    return known;
  }

  return {
    async ask(path, layouts = []) {
      waiting += 1;
      const answer = await inTurn(() => look({ path, layouts })).catch(() => null);
      waiting -= 1;
      if (waiting === 0) end();
      return answer;
    },
    stop() {
      isStopped = true;
      end();
    },
  };
}
