// Refuses a package with source maps: they would publish paths of the build machine and double its size. The release
// workflow keeps them beside the packages.
import { PlainStop } from '../../plain-stop.mjs';
import { packedFiles } from './packed-files.mjs';

/** A program whose last lines contain its map, or name one. */
const reference = /^\/[/*][#@] ?sourceMappingURL=/m;

/**
 * @param {string} folder
 */
export function refuseSourceMaps(folder) {
  const found = [];
  for (const { path, content } of packedFiles(folder)) {
    const isProgram = /\.([cm]?js|css)$/.test(path);
    if (path.endsWith('.map')) found.push(path);
    else if (isProgram && reference.test(content.toString('latin1'))) found.push(`${path} (refers to one)`);
  }
  if (found.length === 0) return;
  throw new PlainStop(
    `The package was not made: it contains source maps.\n  ${found.join('\n  ')}`,
    'Exclude them (electron-builder.yml lists the contents), and build with `sourcemap: "hidden"`.',
  );
}
