// Measures how taught layouts are read (docs/decisions/0046-a-layout-is-taught.md):
//   node scripts/run.mjs test/pictures/layouts-on-images.ts
// Draws the emulator's sample reports in Chromium, teaches each, and reads 25 more that look like it, of other flights, and
// damaged by size, noise, blur or JPEG. Then each layout reads some pictures of the other layouts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Layout, layoutTimes } from '../../main/contract/layout.ts';
import { emptyEntry } from '../../main/contract/own-entry.ts';
import { loadAirports } from '../../main/core/logbook/airports.ts';
import { layoutOf } from '../../main/core/logbook/layout.ts';
import { pageIn, routeIn } from '../../main/core/logbook/route-in-file.ts';
import type { Sample } from '../../scripts/draw/sample-images/facts.mjs';
import { samplePage } from '../../scripts/draw/sample-images/sample-page.mjs';
import { launchBrowser } from '../support/browser.ts';

const perLook = 25;
type Damage = { scale: number; noise: number; blur: number; quality: number };

const samples = JSON.parse(
  readFileSync(new URL('../../emulator/samples/samples.json', import.meta.url), 'utf8'),
) as Sample[];
const lookOf = ({ layout, look }: Sample) => `${layout}-${look}`;
const airports = await loadAirports();
const folder = mkdtempSync(join(tmpdir(), 'layouts-'));
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });

/** The path of a report in the look of one sample, of the flight of another. */
async function drawn(look: Sample, { out, in: into, figures }: Sample, number: number, damage: Damage) {
  const callsign = `NORDVIND ${200 + number}`;
  const others = { pax: 61 + ((number * 7) % 97), delay_min: (number % 23) - 9, cargo_kg: 900 + 130 * (number % 40) };
  await page.setContent(samplePage({ ...look, callsign, out, in: into, figures: { ...figures, ...others } }));
  const png = (await page.screenshot({ type: 'png' })).toString('base64');
  const url = await page.evaluate(damaged, { png, damage });
  const path = join(folder, `${lookOf(look)}-${number}.${url.startsWith('data:image/jpeg') ? 'jpg' : 'png'}`);
  writeFileSync(path, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  return path;
}

/** Runs in the page. */
async function damaged({ png, damage }: { png: string; damage: Damage }): Promise<string> {
  const { scale, noise, blur, quality } = damage;
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.filter = blur > 0 ? `blur(${blur * scale}px)` : 'none';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  let random = 1;
  for (let at = 0; at < pixels.data.length; at += 4) {
    random = (random * 48_271) % 0x7fffffff;
    const more = ((random % 2001) / 1000 - 1) * noise;
    for (let colour = at; colour < at + 3; colour += 1) pixels.data[colour]! += more;
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL(quality === 1 ? 'image/png' : 'image/jpeg', quality);
}

/** Each picture has another size, and a quarter each noise, a blur, JPEG or nothing. */
const damageOf = (number: number): Damage => ({
  scale: 0.75 + 1.25 * ((number * 0.618) % 1),
  noise: number % 4 === 1 ? 24 : 0,
  blur: number % 4 === 2 ? 0.8 : 0,
  quality: number % 4 === 3 ? 0.3 : 1,
});

const taught = new Map<Sample, Layout>();
const others: { readonly look: Sample; readonly path: string }[] = [];
try {
  for (const look of samples) {
    const first = await pageIn(await drawn(look, look, 0, { ...damageOf(0), scale: 1 }));
    const { icao_out: icaoOut, icao_in: icaoIn, aircraft, en_route: minutes, total_ft: block } = look.figures;
    const layout = layoutOf(first!, { ...emptyEntry, icaoOut, icaoIn, aircraft, minutes, block }, airports);
    if (layout === null) throw new Error(`${lookOf(look)} teaches nothing.`);
    taught.set(look, layout);
    const counts = { right: 0, 'right without type': 0, silent: 0, wrong: 0 };
    const times = { right: 0, silent: 0, wrong: 0 };
    for (let number = 1; number <= perLook; number += 1) {
      const flight = samples[(samples.indexOf(look) + number) % samples.length]!;
      const path = await drawn(look, flight, number, damageOf(number));
      if (number % 8 === 0) others.push({ look, path });
      const read = await routeIn(path, [layout]);
      const { icao_out: from, icao_in: to, aircraft: type } = flight.figures;
      const isRight = read?.from === from && read.to === to && (read.aircraft ?? type) === type;
      const verdict = !read ? 'silent' : !isRight ? 'wrong' : read.aircraft ? 'right' : 'right without type';
      counts[verdict] += 1;
      const told = { minutes: flight.figures.en_route, block: flight.figures.total_ft };
      for (const figure of layoutTimes)
        times[read?.[figure] === undefined ? 'silent' : read[figure] === told[figure] ? 'right' : 'wrong'] += 1;
      if (verdict !== 'right') console.log(`${path}: ${verdict}`, flight.figures, read, damageOf(number));
    }
    console.log(lookOf(look), counts, times);
  }
  let wrong = 0;
  for (const { look, path } of others)
    for (const [{ layout: other }, layout] of taught) {
      if (other === look.layout) continue;
      const [alone, read] = [await routeIn(path), await routeIn(path, [layout])];
      if (JSON.stringify(alone) === JSON.stringify(read)) continue;
      wrong += 1;
      console.log(`${path} is read by a layout of ${other}`, read);
    }
  console.log(`Read by another layout: ${wrong}`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
