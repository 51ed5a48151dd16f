// `node scripts/build/pack-emulator.mjs`: packs the emulator's npm package as one file in dist and prints its path. Install
// it with npm install --save-dev ./dist/pilot-companion-emulator-VERSION.tgz.
//   --force   rebuilds it
import { join } from 'node:path';
import { buildEmulatorPackage, packageFolder } from './emulator-package.mjs';
import { packFolder } from './npm-pack.mjs';
import { refuseSecrets } from './package-check.mjs';

await packFolder(packageFolder, async (options) => {
  await buildEmulatorPackage(options);
  // Its pages show the values of its own examples, and are public.
  for (const folder of ['emulator', 'dist']) refuseSecrets(join(packageFolder, folder));
});
