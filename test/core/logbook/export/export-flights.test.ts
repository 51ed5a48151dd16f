// An export of more flights than are read at once.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExportFormat } from '../../../../main/contract/export-formats.ts';
import { exportFlights } from '../../../../main/core/logbook/export/export-flights.ts';
import { filterOf, flownOn, seededLogbook } from '../seeded-logbook.ts';

const flights = 600;

let world: ReturnType<typeof seededLogbook>;
beforeEach(() => {
  world = seededLogbook();
  world.database.exec('BEGIN');
  for (let id = 1; id <= flights; id += 1) world.put(id, flownOn('2026-02-03'));
  world.database.exec('COMMIT');
});
afterEach(() => world.database.close());

function run(
  { format = 'json', ids = null }: { format?: ExportFormat; ids?: number[] | null } = {},
  onStep: (cancel: () => void, steps: number) => void = () => {},
) {
  const cancelling = new AbortController();
  const texts: string[] = [];
  const progress: [number, number][] = [];
  const result = exportFlights({
    logbook: world.logbook,
    input: { filter: filterOf(), order: { by: 'id', descending: false }, format, ids },
    write: async (text) => void texts.push(text),
    signal: cancelling.signal,
    onProgress(...now) {
      progress.push(now);
      onStep(() => cancelling.abort(new Error('cancelled')), progress.length);
    },
  });
  return { result, texts, progress };
}

it('an export has each flight once, in order, some hundred in one text', async () => {
  const { result, texts, progress } = run();
  expect(await result).toMatchObject({ flights: flights, leftOut: 0, unplaced: 0 });
  const records = JSON.parse(texts.join('')) as { id: number }[];
  expect(records.map(({ id }) => id)).toEqual(Array.from({ length: flights }, (_, index) => index + 1));
  expect(texts.map((text) => text.split('"season_points"').length - 1)).toEqual([250, 250, 100, 0]);
  expect(progress).toEqual([
    [250, 600],
    [500, 600],
    [600, 600],
    [600, 600],
  ]);
});

it('an export counts flights that a format leaves out in its progress', async () => {
  world.put(3, { date: 'soon', dateAt: null });
  const { result, progress } = run({ format: 'logten' });
  expect(await result).toMatchObject({ flights: flights - 1, leftOut: 1 });
  expect(progress.at(-1)).toEqual([600, 600]);
});

it('an export of no flights has a beginning and an end', async () => {
  const { result, texts, progress } = run({ ids: [] });
  expect(await result).toMatchObject({ flights: 0, leftOut: 0, unplaced: 0 });
  expect(JSON.parse(texts.join(''))).toEqual([]);
  expect(progress).toEqual([[0, 0]]);
});

it.each([
  ['between two parts', 1, 1],
  ['after the last part', 3, 3],
])('an export that is cancelled %s ends with the reason, and writes no more', async (_when, step, written) => {
  const { result, texts } = run({}, (cancel, steps) => steps === step && cancel());
  await expect(result).rejects.toThrow('cancelled');
  expect(texts).toHaveLength(written);
});

it('an export ends with the error of writing', async () => {
  const failing = exportFlights({
    logbook: world.logbook,
    input: { filter: filterOf(), order: { by: 'id', descending: false }, format: 'csv', ids: null },
    write: () => Promise.reject(new Error('no room')),
    signal: new AbortController().signal,
    onProgress() {
      throw new Error('nothing was written');
    },
  });
  await expect(failing).rejects.toThrow('no room');
});
