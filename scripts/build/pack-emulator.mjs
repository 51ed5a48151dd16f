// `npm run pack:emulator`: the emulator's npm package as one file in dist, to install anywhere:
// npm install --save-dev ./dist/pilot-companion-VERSION.tgz. Its path is printed on standard output.
//   --force   builds also what is fresh
import { inRoot } from '../root.mjs';
import { buildEmulatorPackage, packageFolder } from './emulator-package.mjs';
import { refuseSecrets } from './package-check.mjs';
import { ensurePackages } from './packages.mjs';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';

await runScript(async () => {
  await ensurePackages(console.error);
  await buildEmulatorPackage({ say: console.error, isForced: process.argv.includes('--force') });
  refuseSecrets(packageFolder);
  const pack = ['pack', packageFolder, '--pack-destination', inRoot('dist'), '--loglevel=error'];
  const { code, output } = await runNpm(pack, { stdio: ['ignore', 'pipe', 2] });
  if (code !== 0) throw new PlainStop('npm could not pack dist/npm; its own words stand above.');
  console.log(inRoot('dist', output.trim()));
  return 0;
});
