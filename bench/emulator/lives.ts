// From `createEmulator()` to `stop()` in one process: the cost of an emulator per test.

import type { Bench } from '../harness/benchmark.ts';
import { alone } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { startServer } from '../harness/server-process.ts';
import { quantileOf, spreadOf } from '../harness/statistics.ts';
import type { LivesTaken, LivesWanted } from './servers/serve-lives.ts';
import { serverFile } from './sides.ts';

export async function* lives({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  const wanted: LivesWanted = { oneByOne: effort.repeats, together: effort.repeats };
  await using process = await startServer<LivesTaken>(serverFile('lives'), wanted, pinning);
  const { wholeMs, togetherMs, togetherBytes } = process.ready;
  const sorted = wholeMs.toSorted((left, right) => left - right);
  const [p90, p99] = [0.9, 0.99].map((share) => figureText(quantileOf(sorted, share)));
  yield alone(
    {
      what: 'createEmulator(), start(), stop() in one process',
      unit: 'ms',
      target: { of: 'subject', atMost: 20 },
    },
    spreadOf(wholeMs),
    [
      `p90 ${p90}, p99 ${p99} ms`,
      `${wanted.together} side by side, a request to each: ${figureText(togetherMs)} ms and ` +
        `${figureText(togetherBytes / 1024 ** 2)} MiB for each of them`,
    ],
  );
}
