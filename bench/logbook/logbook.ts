// `npm run bench -- logbook`: the questions of the logbook over 20,000 flights, which is a long history, and over
// 100,000, which nobody has. They run in the process, so that a question holds everything else for as long as it takes.
// Processor time is measured: other programs do not count.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { logbookSorts, type LogbookFilter, type LogbookOrder } from '../../main/contract/logbook.ts';
import { exportFlights } from '../../main/core/logbook/export/export-flights.ts';
import { writeWhole } from '../../main/core/logbook/export/write-whole.ts';
import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { alone, figureText, type Finding } from '../harness/finding.ts';
import { measureOften, processorMs } from '../harness/rounds.ts';
import { everything, openLogbook } from './history.ts';

type Targets = { readonly pageMs: number; readonly statisticsMs: number; readonly exportS: number };

export const logbook: Benchmark = {
  name: 'logbook',
  about: 'the logbook: pages, searches, statistics and an export of a long history',
  parts: {
    long: (effort) => measured(effort, 20_000, { pageMs: 20, statisticsMs: 60, exportS: 0.4 }),
    longest: (effort) => measured(effort, 100_000, { pageMs: 100, statisticsMs: 300, exportS: 2 }),
  },
};

const newest: LogbookOrder = { by: 'day', descending: true };
const searches = ['L', 'LOW', 'A320', 'airbus', 'Oct', 'Oct 2016', 'london', 'screenshot', 'nothing like it'];

async function* measured(effort: Effort, most: number, targets: Targets): AsyncGenerator<Finding> {
  const flights = Math.round(most * effort.worldShare);
  await using scene = await openLogbook(flights);
  const { book, folder } = scene;
  const times = Math.max(1, effort.repeats / 20);
  const timed = (work: () => unknown) => () => processorMs(work);
  const within = async (what: string, atMost: number, work: () => unknown) =>
    alone(
      { what: `${what}, ${figureText(flights)} flights`, unit: 'ms', target: { of: 'subject', atMost } },
      await measureOften(timed(work), times),
    );
  const page = (what: string, filter: Partial<LogbookFilter>, order = newest, offset = 0) =>
    within(what, targets.pageMs, () => book.page({ filter: { ...everything, ...filter }, order, offset, limit: 100 }));

  yield await page('the newest page', {});
  yield await page('a page in the middle', {}, newest, Math.round(flights / 2));
  yield await page('a page of one year', { from: '2015-01-01', to: '2015-12-31' });
  yield await page('a page of one airport', { airports: ['LOWG'] });
  for (const by of logbookSorts) yield await page(`a page by ${by}`, {}, { by, descending: true });
  for (const by of logbookSorts) yield await page(`a page for “L” by ${by}`, { q: 'L' }, { by, descending: true });
  for (const q of searches) yield await page(`a page for “${q}”`, { q });

  yield await within('totals', targets.statisticsMs, () => book.totals(everything));
  yield await within('months', targets.statisticsMs, () => book.months(everything));
  yield await within('all statistics', targets.statisticsMs, () => book.statistics(everything));
  yield await within('the map', targets.statisticsMs, () => book.map(everything));
  yield await within('what can be chosen', targets.statisticsMs, () => book.choices(everything));

  const path = join(folder, 'flights.csv');
  const input = { filter: everything, order: newest, format: 'csv', ids: null } as const;
  const { signal } = new AbortController();
  const exported = timed(() =>
    writeWhole(path, (write) => exportFlights({ logbook: book, input, write, signal, onProgress() {} })),
  );
  const what = `all flights as CSV, ${figureText(flights)} flights`;
  const target = { of: 'subject', atMost: targets.exportS } as const;
  const took = await measureOften(async () => (await exported()) / 1_000, Math.max(1, effort.pairs / 2));
  yield alone({ what, unit: 's', target }, took, [`a file of ${figureText(statSync(path).size / 1e6)} MB`]);
}
