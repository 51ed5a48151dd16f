// Builds the docs site in dist/site and checks every link and anchor, and that no page loads anything from elsewhere.
//   node scripts/run.mjs scripts/site/site.mjs                 builds and checks it
//   node scripts/run.mjs scripts/site/site.mjs --browser    also opens pages in a browser and records their requests
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../build/generate.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { readFlags } from '../flags.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { findBrowser } from '../test/find-browser.mjs';
import { complaintsAbout, readSite } from './check-pages.mjs';

const folder = inRoot('dist', 'site');
const base = process.env['SITE_BASE'] || '/';

await runScript(async () => {
  const isBrowsed = readFlags(['--browser']).has('--browser');
  await ensurePackages(console.error);
  await generate();
  // Imported late, because it may have to be installed first.
  const { build } = await import('vitepress');
  await build(inRoot('docs'));
  copyFileSync(inRoot('renderer', 'icon.svg'), join(folder, 'icon.svg'));

  const files = readSite(folder);
  const found = complaintsAbout(files, base);
  if (isBrowsed) {
    const { browse } = await import('./browse.mjs');
    found.push(...(await browse({ folder, base, browser: await findBrowser(console.error) })));
  }
  if (found.length > 0) throw new PlainStop(`The site has ${found.length} faults:\n  ${found.join('\n  ')}`);
  console.log(
    `${[...files.keys()].filter((path) => path.endsWith('.html')).length} pages in dist/site, without a fault`,
  );
  return 0;
});
