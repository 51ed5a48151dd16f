// Rejects a package with source maps, which would publish paths of the build machine and double its size. The release
// workflow keeps them separately.
import { PlainStop } from '../../plain-stop.mjs';
import { packedFiles } from './packed-files.mjs';

/** A comment that contains or names a source map. */
const reference = /^\/[/*][#@] ?sourceMappingURL=/m;

/** @param {string} folder */
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
