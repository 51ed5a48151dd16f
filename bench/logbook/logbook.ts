// `npm run bench -- logbook`: the questions of the logbook over a long history, compared with the same questions as
// plain SELECTs over the records' JSON.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { logbookSorts, type LogbookFilter, type LogbookOrder } from '../../main/contract/logbook.ts';
import { writeWhole } from '../../main/core/logbook/export/export-file.ts';
import { exportFlights } from '../../main/core/logbook/export/export-flights.ts';
import { createLogbook } from '../../main/core/logbook/logbook.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import type { Logger } from '../../main/core/platform/ports.ts';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone, compared, type Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { compareAlternately, measureOften } from '../harness/rounds.ts';
import { spreadOf } from '../harness/statistics.ts';
import { everything, openHistory, writeHistory } from './history.ts';

const FLIGHTS = 100_000;
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export const logbook: Benchmark = {
  name: 'logbook',
  about: 'the logbook: pages, search, sums, map and export of a long history',
  usesAllCores: true,
  parts: { pages, search, sums, exporting },
};

async function openScene({ effort }: Bench) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-logbook-'));
  const path = join(folder, 'companion.db');
  const flights = Math.round(FLIGHTS * effort.worldShare);
  const account = await writeHistory(path, flights);
  const { database, close } = openHistory(path);
  const book = createLogbook({
    clock: systemClock,
    log: quiet,
    database,
    profile: 'bench',
    accountId: () => account,
    completenessOf: () => ({ status: 'complete', flights, unread: 0, readAfter: null }),
    language: () => 'en',
  });
  // Distances are computed once per data folder.
  await book.totals(everything);
  return {
    book,
    database,
    folder,
    account,
    with_: `with ${figureText(flights)} flights`,
    async [Symbol.asyncDispose]() {
      await book.close();
      close();
      rmSync(folder, { recursive: true });
    },
  };
}

const timed = (work: () => unknown) => async () => {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
};

type Scene = Awaited<ReturnType<typeof openScene>>;

const pageOf = ({ book }: Scene, filter: Partial<LogbookFilter>, order: LogbookOrder, offset = 0) =>
  timed(() => book.page({ filter: { ...everything, ...filter }, order, offset, limit: 100 }));

const newest: LogbookOrder = { by: 'day', descending: true };

async function* pages(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { database, account, with_ } = scene;
  const target = { of: 'subject', atMost: 20 } as const;
  const plain = database.prepare(
    `SELECT record, COUNT(*) OVER () FROM flights WHERE account_id = ? AND stage <> 'archived'
     ORDER BY json_extract(record, '$.enRoute') DESC, json_extract(record, '$.date') DESC LIMIT 100`,
  );
  yield compared(
    { what: `a page of 100 by time, ${with_}`, against: 'a plain SELECT over JSON', unit: 'ms', target },
    await compareAlternately(
      pageOf(scene, {}, { by: 'minutes', descending: true }),
      timed(() => plain.all(account)),
      bench.effort.pairs,
    ),
  );
  const asked: readonly (readonly [string, () => Promise<number>])[] = [
    ['the newest page', pageOf(scene, {}, newest)],
    ['a page in the middle', pageOf(scene, {}, newest, FLIGHTS * bench.effort.worldShare * 0.5)],
    ['a page of one year', pageOf(scene, { from: '2015-01-01', to: '2015-12-31' }, newest)],
    ['a page of one type', pageOf(scene, { types: ['A320'] }, newest)],
    ...logbookSorts.flatMap((by) => [
      [`a page by ${by}`, pageOf(scene, {}, { by, descending: true })] as const,
      [`a page for “L” by ${by}`, pageOf(scene, { q: 'L' }, { by, descending: true })] as const,
    ]),
  ];
  for (const [what, ask] of asked) {
    yield alone({ what: `${what}, ${with_}`, unit: 'ms', target }, await measureOften(ask, bench.effort.repeats / 4));
  }
}

async function* search(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const target = { of: 'subject', atMost: 50 } as const;
  for (const q of ['L', 'LO', 'LOW', 'A320', 'airbus', 'Oct', 'Oct 2016', 'london', 'nothing like it']) {
    const ask = pageOf(scene, { q }, newest);
    const what = `rows for “${q}”, ${scene.with_}`;
    yield alone({ what, unit: 'ms', target }, await measureOften(ask, bench.effort.repeats / 4));
  }
}

async function* sums(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { book, database, account, with_ } = scene;
  const number = (name: string) => `TOTAL(json_extract(record, '$.${name}')), COUNT(json_extract(record, '$.${name}'))`;
  const plain = database.prepare(
    `SELECT COUNT(*), ${['enRoute', 'seasonPoints', 'pax', 'cargoKg', 'delayMin'].map(number).join(', ')}
     FROM flights WHERE account_id = ? AND stage <> 'archived'`,
  );
  yield compared(
    {
      what: `totals of everything, ${with_}`,
      against: 'a plain SELECT of the sums over JSON, without airports and the median',
      unit: 'ms',
      target: { of: 'subject', atMost: 300 },
    },
    await compareAlternately(
      timed(() => book.totals(everything)),
      timed(() => plain.all(account)),
      bench.effort.pairs,
    ),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const asked = [
    ['all statistics', 300, () => book.statistics(everything)],
    ['the map', 300, () => book.map(everything)],
    ['what can be chosen', 300, () => book.choices(everything)],
  ] as const;
  for (const [what, atMost, ask] of asked) {
    const held: number[] = [];
    const spread = await measureOften(async () => {
      delay.reset();
      delay.enable();
      const tookMs = await timed(ask)();
      delay.disable();
      held.push(delay.max / 1e6);
      return tookMs;
    }, bench.effort.repeats / 10);
    const notes = [`the event loop was held for at most ${figureText(Math.max(...held))} ms`];
    yield alone(
      { what: `${what} of everything, ${with_}`, unit: 'ms', target: { of: 'subject', atMost } },
      spread,
      notes,
    );
  }
}

async function* exporting(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { book, folder, with_ } = scene;
  const path = join(folder, 'flights.csv');
  const input = { filter: everything, order: newest, format: 'csv', ids: null } as const;
  const added: number[] = [];
  const took: number[] = [];
  for (let run = 0; run <= Math.max(1, bench.effort.pairs / 2); run += 1) {
    const before = process.memoryUsage.rss();
    let most = before;
    const beganMs = performance.now();
    await writeWhole(path, (write) =>
      exportFlights({
        logbook: book,
        input,
        write,
        signal: new AbortController().signal,
        onProgress: () => (most = Math.max(most, process.memoryUsage.rss())),
      }),
    );
    // The first run compiles and is not measured.
    if (run === 0) continue;
    took.push((performance.now() - beganMs) / 1000);
    added.push((most - before) / 1e6);
  }
  const notes = [`a file of ${figureText(statSync(path).size / 1e6)} MB`];
  yield alone(
    { what: `export of everything as CSV, ${with_}`, unit: 's', target: { of: 'subject', atMost: 1 } },
    spreadOf(took),
    notes,
  );
  yield alone(
    { what: `memory that it adds, ${with_}`, unit: 'MB', target: { of: 'subject', atMost: 30 } },
    spreadOf(added),
  );
}
