// What the process that looks at images runs. It looks in a thread, since looking can't be interrupted: the process can end
// meanwhile, when an image takes too long or too much memory, or nobody waits for an answer.
/* oxlint-disable unicorn/require-post-message-target-origin -- threads, not windows */
import { constants, setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { routeIn } from '../../core/logbook/route-in-file.ts';
import { hasTextIn } from '../../core/uploads/image/text-in-file.ts';

/** Of processor time for one image: a simulator leaves such a process little time of the clock. */
const limitUs = 10_000_000;
const limitBytes = 220 * 1024 ** 2;
const checkMs = 100;

/** Takes paths, and answers the question that the process was started with for each. */
export function runImageReader(
  /** The address of the program that calls this, which the thread runs as well. */
  program: string,
  host: { onPath(look: (path: string) => void): void; answer(answer: unknown): void },
): void {
  lowerPriority();
  const answerTo = process.argv[2] === 'route' ? routeIn : hasTextIn;
  if (parentPort === null) host.onPath(startThread(program, host.answer));
  else parentPort.on('message', async (path: string) => parentPort?.postMessage(await answerTo(path)));
}

function startThread(program: string, answer: (answer: unknown) => void): (path: string) => void {
  const thread = new Worker(new URL(program), { argv: process.argv.slice(2) });
  thread.on('message', answer);
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > limitUs || process.memoryUsage.rss() > limitBytes) process.exit();
  }, checkMs);
  return (path) => {
    before = process.cpuUsage();
    thread.postMessage(path);
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
