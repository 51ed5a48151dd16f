// Measures which routes are read from real images (docs/decisions/0045-a-route-is-read-or-nothing-is-said.md):
//   node scripts/run.mjs test/pictures/routes-on-images.ts FOLDER
// FOLDER has PNG and JPEG images. A name that begins with a route, such as `EKCH-EDDF page.png`, tells what is shown; with
// any other name nothing should be found. Lists what is judged wrongly, and sums up.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { routeIn } from '../../main/core/logbook/route-in-file.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name a folder of images.');
  process.exitCode = 2;
} else {
  const counts = { right: 0, silent: 0, wrong: 0, 'rightly silent': 0 };
  for (const name of readdirSync(folder).toSorted()) {
    const [, from, to] = /^([A-Z]{4})-([A-Z]{4})\b/.exec(name) ?? [];
    const found = await routeIn(join(folder, name));
    const isRight = found !== null && found.from === from && found.to === to;
    const verdict = found ? (isRight ? 'right' : 'wrong') : from === undefined ? 'rightly silent' : 'silent';
    counts[verdict] += 1;
    if (verdict === 'wrong' || verdict === 'silent')
      console.log(`${name}: ${found ? `${found.from}-${found.to}` : 'nothing'}`);
  }
  console.log(
    Object.entries(counts)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(', '),
  );
}
