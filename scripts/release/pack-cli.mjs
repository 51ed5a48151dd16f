// `node scripts/release/pack-cli.mjs`: packs the npm package of the command line as one file in dist and prints its path.
// Install it with npm install --global ./dist/pilot-companion-VERSION.tgz.
//   --force   rebuilds it
import { packFolder } from '../build/npm-pack.mjs';
import { refuseSecrets } from '../build/package-check.mjs';
import { buildCliPackage, packageFolder } from './cli-package.mjs';

await packFolder(packageFolder, async (options) => {
  await buildCliPackage(options);
  refuseSecrets(packageFolder);
});
