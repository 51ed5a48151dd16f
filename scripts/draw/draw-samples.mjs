// `node scripts/run.mjs scripts/draw/draw-samples.mjs`: draws the sample screenshots of emulator/samples from samples.json:
// one page per row, captured in Chromium, with the row's figures embedded in the file.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../test/find-browser.mjs';
import { runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { embedFigures } from './sample-images/embed-figures.mjs';
import { samplePage } from './sample-images/sample-page.mjs';

const folder = inRoot('emulator', 'samples');

await runScript(async () => {
  const executablePath = await findBrowser(console.error);
  /** @type {import('./sample-images/facts.mjs').Sample[]} */
  const samples = JSON.parse(readFileSync(`${folder}/samples.json`, 'utf8'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    for (const sample of samples) {
      await page.setContent(samplePage(sample));
      await page.evaluate(async () => void (await document.fonts.ready));
      const isPng = sample.name.endsWith('.png');
      const image = await page.screenshot(isPng ? { type: 'png' } : { type: 'jpeg', quality: 88 });
      const whole = embedFigures(image, sample.figures);
      writeFileSync(`${folder}/${sample.name}`, whole);
      console.log(`${sample.name}  ${Math.round(whole.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
  return 0;
});
