// What the process that looks at images runs. It looks in a thread, since looking can't be interrupted: the process can end
// meanwhile, when an image takes too long or too much memory, or nobody waits for an answer.
/* oxlint-disable unicorn/require-post-message-target-origin -- threads, not windows */
import { constants, setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { pageIn, routeIn } from '../../core/logbook/route-in-file.ts';
import type { ImageReader, LookedAt } from '../../core/platform/ports.ts';
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

/** Of processor time for one image: a simulator leaves such a process little time of the clock. */
const limitUs = 10_000_000;
const limitBytes = 220 * 1024 ** 2;
const checkMs = 100;

const answers: Record<Parameters<ImageReader>[0], (image: LookedAt) => Promise<unknown>> = {
  text: ({ path }) => hasTextIn(path),
  route: ({ path, layouts }) => routeIn(path, layouts),
  words: ({ path }) => pageIn(path),
};

/** Takes images, and answers the question that the process was started with for each. */
export function runImageReader(
  /** The address of the program that calls this, which the thread runs as well. */
  program: string,
  host: { onImage(look: (image: LookedAt) => void): void; answer(answer: unknown): void },
): void {
  lowerPriority();
  const answerTo = answers[process.argv[2] as keyof typeof answers];
  if (parentPort === null) host.onImage(startThread(program, host.answer));
  else parentPort.on('message', async (image: LookedAt) => parentPort?.postMessage(await answerTo(image)));
}

function startThread(program: string, answer: (answer: unknown) => void): (image: LookedAt) => void {
  const thread = new Worker(new URL(program), { argv: process.argv.slice(2) });
  thread.on('message', answer);
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > limitUs || process.memoryUsage.rss() > limitBytes) process.exit();
  }, checkMs);
  return (image) => {
    before = process.cpuUsage();
    thread.postMessage(image);
  };
}

/** On Linux, each thread has its own. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not allow it; then it has the usual priority.
  }
}
