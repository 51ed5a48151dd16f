// `node scripts/run.mjs scripts/draw/draw-samples.mjs`: draws the sample screenshots of emulator/samples from samples.json: one page per row, captured in
// Chromium, with the row's figures embedded in the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../test/find-browser.mjs';
import { runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { acarsPrintout } from './sample-images/acars-printout.mjs';
import { darkGlass } from './sample-images/dark-glass.mjs';
import { embedFigures } from './sample-images/embed-figures.mjs';
import { fontFaces } from './sample-images/facts.mjs';
import { lightPage } from './sample-images/light-page.mjs';

/** @type {Record<string, (sample: import('./sample-images/facts.mjs').Sample) => string>} */
const layouts = { 'light-page': lightPage, 'dark-glass': darkGlass, 'acars-printout': acarsPrintout };
const folder = inRoot('emulator', 'samples');

await runScript(async () => {
  const executablePath = await findBrowser(console.error);
  /** @type {import('./sample-images/facts.mjs').Sample[]} */
  const samples = JSON.parse(readFileSync(`${folder}/samples.json`, 'utf8'));
  const style = `${fontFaces()} body { margin: 0; width: 1280px; height: 720px; overflow: hidden; font-family: "B612"; }`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    for (const sample of samples) {
      const body = layouts[sample.layout]?.(sample);
      await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>`);
      await page.evaluate(async () => void (await document.fonts.ready));
      const image = sample.name.endsWith('.png')
        ? await page.screenshot({ type: 'png' })
        : await page.screenshot({ type: 'jpeg', quality: 88 });
      const whole = embedFigures(image, sample.figures);
      writeFileSync(`${folder}/${sample.name}`, whole);
      console.log(`${sample.name}  ${Math.round(whole.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
  return 0;
});
