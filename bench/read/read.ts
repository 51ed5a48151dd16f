// What is read on screenshots, over the emulator's sample reports, in the process. Processor time is measured: other
// programs do not count.
import { emptyEntry } from '../../main/contract/own-entry.ts';
import { loadAirports } from '../../main/core/logbook/airports.ts';
import { layoutOf } from '../../main/core/logbook/layout.ts';
import { pageIn, routeIn } from '../../main/core/logbook/route-in-file.ts';
import { hasTextIn } from '../../main/core/uploads/image/text-in-file.ts';
import { samples } from '../../emulator/samples/sample-files.ts';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { compared, type Finding } from '../harness/finding.ts';
import { compareAlternately, processorMs } from '../harness/rounds.ts';

export const read: Benchmark = {
  name: 'read',
  about: 'the picture check and taught layouts, against reading all words',
  parts: { text, layout },
};

/** Processor time for each image, in milliseconds. */
const each = (effort: Effort, look: (path: string) => Promise<unknown>) => async () => {
  const paths = samples.slice(0, effort.isWhole ? samples.length : 1).map(({ path }) => path);
  const all = await processorMs(async () => {
    for (const path of paths) await look(path);
  });
  return all / paths.length;
};

const against = 'reading all words';

async function* text(effort: Effort): AsyncGenerator<Finding> {
  const comparison = await compareAlternately(each(effort, hasTextIn), each(effort, pageIn), effort.pairs / 2);
  yield compared({ what: 'the picture check', against, unit: 'ms', target: { of: 'ratio', atMost: 0.2 } }, comparison);
}

/** The others have another layout, which is seen from the words. */
async function* layout(effort: Effort): AsyncGenerator<Finding> {
  const { path, figures } = samples.find(({ name }) => name === 'loww-lowg-acars.png')!;
  const entry = { ...emptyEntry, icaoOut: figures.icao_out, icaoIn: figures.icao_in, aircraft: figures.aircraft };
  const taught = layoutOf((await pageIn(path))!, entry, await loadAirports())!;
  const comparison = await compareAlternately(
    each(effort, (one) => routeIn(one, [taught])),
    each(effort, pageIn),
    effort.pairs / 2,
  );
  yield compared({ what: 'a taught layout', against, unit: 'ms', target: { of: 'ratio', atMost: 3 } }, comparison);
}
