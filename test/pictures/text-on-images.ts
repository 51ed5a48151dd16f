// Measures the check for text (docs/decisions/0044-lines-of-text-instead-of-reading.md) on real images:
//   node scripts/run.mjs test/pictures/text-on-images.ts FOLDER
// FOLDER has a folder `pages` and a folder `pictures` with PNG and JPEG images. Lists what is judged wrongly, and sums up.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGrayImage } from '../../main/core/uploads/image/gray-image.ts';
import { hasText, textShare } from '../../main/core/uploads/image/text-density.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name a folder that has the folders pages and pictures.');
  process.exitCode = 2;
} else for (const kind of ['pages', 'pictures'] as const) await measure(join(folder, kind), kind);

async function measure(within: string, kind: 'pages' | 'pictures') {
  const counts = { right: 0, wrong: 0, unknown: 0 };
  for (const name of readdirSync(within).toSorted()) {
    const image = await readGrayImage(join(within, name), 2000).catch(() => null);
    const found = image && hasText(image);
    const verdict = found === null ? 'unknown' : found === (kind === 'pages') ? 'right' : 'wrong';
    counts[verdict] += 1;
    if (image && verdict === 'wrong') console.log(`${kind}/${name}: ${(100 * textShare(image)).toFixed(2)} % in lines`);
  }
  console.log(`${kind}: ${counts.right} right, ${counts.wrong} wrong, ${counts.unknown} unknown`);
}
