// Real images, read by the engine that ships.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyEntry } from '../../../main/contract/own-entry.ts';
import { loadAirports } from '../../../main/core/logbook/airports.ts';
import { layoutOf } from '../../../main/core/logbook/layout.ts';
import { pageIn, routeIn } from '../../../main/core/logbook/route-in-file.ts';
import { pngChunk, pngHeader, pngStart } from '../../support/image-samples.ts';

const sample = (name: string) => join(import.meta.dirname, '../../../emulator/samples', name);

test('reads the route of a report and where its codes stand, and nothing from what is no image', async () => {
  const found = await routeIn(sample('loww-lowg-acars.png'));
  expect(found).toMatchObject({ from: 'LOWW', to: 'LOWG' });
  expect(found!.places.map(({ x }) => Math.round(x * 20))).toEqual([3, 12]);
  expect(await routeIn(sample('samples.json'))).toBeNull();
});

test('reads a report at the places that were taught, and no other', async () => {
  const name = 'kjfk-egll-acars.png';
  const page = await pageIn(sample(name));
  const entry = { ...emptyEntry, icaoOut: 'KJFK', icaoIn: 'EGLL', aircraft: 'B789' };
  const layouts = [layoutOf(page!, entry, await loadAirports())!];
  const read = (name: string) => routeIn(sample(name), layouts);
  expect(await routeIn(sample(name))).toMatchObject({ from: 'KJFK', to: 'EGLL', by: 'distance' });
  expect(await read(name)).toMatchObject({ from: 'KJFK', to: 'EGLL', aircraft: 'B789', by: 'layout' });
  const other = 'night-arrival.jpg';
  expect(await read(other)).toEqual(await routeIn(sample(other)));
});

const folder = mkdtempSync(join(tmpdir(), 'route-in-file-'));
const noise = join(folder, 'noise.png');
beforeAll(() => {
  const side = 3000;
  // Each row begins with its filter, which is none.
  const pixels = Buffer.alloc((side + 1) * side, 255);
  for (let at = 0, random = 1; at < pixels.length; at += 1) {
    random = (random * 48_271) % 0x7fffffff;
    if (at % (side + 1) === 0 || random % 6 === 0) pixels[at] = 0;
  }
  writeFileSync(
    noise,
    Buffer.concat([pngStart, pngHeader(side, side), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND')]),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The process that looks at it. */
function looking() {
  const program = join(import.meta.dirname, '../../../main/node/host/image-reader-child.ts');
  const child = fork(program, ['route'], { stdio: 'ignore' });
  child.send({ path: noise, layouts: [] });
  return child;
}

// Reading it would take minutes.
test('ends where an image takes more than ten seconds of processor time', { timeout: 90_000 }, async () => {
  expect(await once(looking(), 'exit')).toEqual([0, null]);
});

test('ends in the middle of an image with the process that asked', { timeout: 60_000 }, async () => {
  const child = looking();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
