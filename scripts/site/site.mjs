// `node scripts/run.mjs scripts/site/site.mjs`: builds the docs site in dist/site. A dead link ends it.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../build/generate.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';

await runScript(async () => {
  await ensurePackages(console.error);
  await generate();
  // Imported late, because it may have to be installed first.
  const { build } = await import('vitepress');
  await build(inRoot('docs'));
  copyFileSync(inRoot('renderer', 'icon.svg'), join(inRoot('dist', 'site'), 'icon.svg'));
  return 0;
});
