// `npm run bench -- logbook-window`: the logbook, the map and the statistics in a real browser over a long history,
// from the key press to the rendered rows. The window is the built one (npm run build), with the process's own queries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { alone, type Finding } from '../harness/finding.ts';
import { figureText } from '../harness/report.ts';
import { spreadOf } from '../harness/statistics.ts';
import { openLogbook } from './history.ts';
import { companionOf } from './window-companion.ts';

const flightCount = 20_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const rendererDir = join(import.meta.dirname, '../../dist/renderer');

export const logbookWindow: Benchmark = {
  name: 'logbook-window',
  about: 'the logbook in a browser: opening, typing, scrolling, and the map while it is moved',
  usesAllCores: true,
  parts: { opening, typing, scrolling, map },
};

async function openScene({ effort }: Bench) {
  if (!existsSync(join(rendererDir, 'index.html'))) throw new Error('The window is not built. Type: npm run build');
  const flights = Math.round(flightCount * effort.worldShare);
  const scene = await openLogbook(flights);
  const server = await createWindowServer({
    companion: companionOf(scene.book, flights),
    rendererDir,
    incomingDir: join(scene.folder, 'incoming'),
    log: quiet,
  });
  const executablePath = process.env['PILOT_COMPANION_BROWSER'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(server.url);
  await page.locator('.board').waitFor();
  return {
    page,
    with_: `with ${figureText(flights)} flights`,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.stop();
      await scene[Symbol.asyncDispose]();
    },
  };
}

/** Runs in the page, as text: the page's policy forbids evaluating text there, but not for the debugger. */
const inPage = <T>(page: Page, script: string): Promise<T> => page.evaluate<T>(script);

/** Runs an action, and returns the milliseconds until the frame in which a condition holds has been rendered. */
const untilDrawn = (page: Page, action: string, condition: string) =>
  inPage<number>(
    page,
    `new Promise((resolve) => {
      const began = performance.now();
      ${action};
      const look = () => {
        if (!(${condition})) return requestAnimationFrame(look);
        // A message is delivered once this frame has been rendered.
        const drawn = new MessageChannel();
        drawn.port1.onmessage = () => resolve(performance.now() - began);
        drawn.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    })`,
  );

const firstRow = "document.querySelector('.flight-row[data-strip]') !== null";

async function* opening(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { page, with_ } = scene;
  const samples: number[] = [];
  for (let turn = 0; turn < Math.max(5, bench.effort.pairs); turn += 1) {
    await inPage(page, "void (location.hash = 'board')");
    await page.locator('.board').waitFor();
    samples.push(await untilDrawn(page, "location.hash = 'logbook'", firstRow));
  }
  const what = `first rows after opening the view, ${with_}`;
  yield alone({ what, unit: 'ms', target: { of: 'subject', atMost: 150 } }, spreadOf(samples), [
    `the first time, with the view's own files: ${figureText(samples[0]!)} ms`,
  ]);
}

const words = ['LOWG', 'A320', 'EDDF B738', 'Oct 2025', 'KJFK', '99321'];

async function* typing(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { page, with_ } = scene;
  await inPage(page, "void (location.hash = 'logbook')");
  await page.locator('.flight-row[data-strip]').first().waitFor();
  const samples: number[] = [];
  for (const word of words) {
    for (let length = 1; length <= word.length; length += 1) {
      // A trailing space changes nothing in the query.
      if (word[length - 1] === ' ') continue;
      // Its own setter, so that React notices.
      const type = `
        const field = document.querySelector('.search-field input');
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        const asked = document.querySelector('.flights').dataset.answered;
        set.call(field, ${JSON.stringify(word.slice(0, length))});
        field.dispatchEvent(new Event('input', { bubbles: true }));`;
      const answered = "document.querySelector('.flights').dataset.answered !== asked";
      samples.push(await untilDrawn(page, type, answered));
    }
  }
  const spread = spreadOf(samples);
  const sorted = samples.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)]!;
  const what = `a key typed in the search, to its rows, ${with_}`;
  yield alone({ what, unit: 'ms', target: { of: 'subject', atMost: 50 } }, spread, [
    `95 of 100 within ${figureText(p95)} ms (at most 100)`,
  ]);
}

/** The time of each frame while `step` runs in every one of them, with `at` counting them. */
const frames = (page: Page, count: number, step: string) =>
  inPage<number[]>(
    page,
    `new Promise((resolve) => {
      const times = [];
      let last = performance.now();
      let at = 0;
      const next = (now) => {
        if (at > 0) times.push(now - last);
        last = now;
        if (at >= ${count}) return resolve(times);
        ${step};
        at += 1;
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    })`,
  );

async function* scrolling(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { page, with_ } = scene;
  await inPage(page, "void (location.hash = 'logbook')");
  await page.locator('.flight-row[data-strip]').first().waitFor();
  const count = Math.max(120, bench.effort.repeats);
  for (const [how, pixels] of [
    ['as a wheel does', 120],
    ['as a dragged scrollbar does', 9_000],
  ] as const) {
    await inPage(page, "document.querySelector('.flight-scroll').scrollTo(0, 0)");
    const times = await frames(page, count, `document.querySelector('.flight-scroll').scrollBy(0, ${pixels})`);
    const most = Math.max(...times);
    yield alone(
      { what: `a frame while scrolling ${how}, ${with_}`, unit: 'ms', target: { of: 'subject', atMost: 50 } },
      spreadOf(times),
      [`the longest frame: ${figureText(most)} ms (none above 50)`],
    );
  }
}

async function* map(bench: Bench): AsyncGenerator<Finding> {
  await using scene = await openScene(bench);
  const { page, with_ } = scene;
  const drawn = "document.querySelector('.airports circle') !== null";
  await inPage(page, "void (location.hash = 'map')");
  await page.locator('.airports circle').first().waitFor();
  for (const shape of ['Flat', 'Globe']) {
    await page.getByRole('button', { name: shape }).click();
    const samples: number[] = [];
    for (let turn = 0; turn < Math.max(5, bench.effort.pairs); turn += 1) {
      // The key redraws everything in the full density. In and out again, so that airports stay in view.
      const name = turn % 2 === 0 ? '+' : '-';
      const key = `document.querySelector('.map-area').dispatchEvent(new KeyboardEvent('keydown', { key: '${name}', bubbles: true }))`;
      samples.push(await untilDrawn(page, key, drawn));
    }
    yield alone(
      { what: `${shape.toLowerCase()} map drawn, ${with_}`, unit: 'ms', target: { of: 'subject', atMost: 100 } },
      spreadOf(samples),
    );
    await page.keyboard.press('0');
    const step = `
      const area = document.querySelector('.map-area');
      const fire = (type, x) => area.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: 400 }));
      area.setPointerCapture = () => {};
      if (at === 0) fire('pointerdown', 300);
      fire('pointermove', 300 + at * 3);`;
    const times = await frames(page, Math.max(120, bench.effort.repeats), step);
    await inPage(
      page,
      "void document.querySelector('.map-area').dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerId: 1 }))",
    );
    yield alone(
      {
        what: `a frame while the ${shape.toLowerCase()} map is dragged, ${with_}`,
        unit: 'ms',
        target: { of: 'subject', atMost: 16.8 },
      },
      spreadOf(times),
      [`the longest frame: ${figureText(Math.max(...times))} ms (none above 50)`],
    );
  }
}
