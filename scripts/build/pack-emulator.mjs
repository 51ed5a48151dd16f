// `node scripts/build/pack-emulator.mjs`: packs the emulator's npm package as one file in dist and prints its path. Install it with
// npm install --save-dev ./dist/pilot-companion-emulator-VERSION.tgz.
//   --force   rebuilds it
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { inRoot } from '../root.mjs';
import { buildEmulatorPackage, packageFolder } from './emulator-package.mjs';
import { refuseSecrets } from './package-check.mjs';
import { ensurePackages } from './packages.mjs';
import { readFlags } from '../flags.mjs';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';

await runScript(async () => {
  const isForced = readFlags(['--force']).has('--force');
  await ensurePackages(console.error);
  await oneAtATime('dist-npm', async () => {
    await buildEmulatorPackage({ print: console.error, isForced });
    // Its pages show the values of its own examples, and are public.
    for (const folder of ['emulator', 'dist']) refuseSecrets(join(packageFolder, folder));
    const pack = ['pack', packageFolder, '--pack-destination', inRoot('dist'), '--loglevel=error'];
    const { code, output } = await runNpm(pack, { stdio: ['ignore', 'pipe', 2] });
    if (code !== 0) throw new PlainStop('npm could not pack dist/npm; its output is above.');
    console.log(inRoot('dist', output.trim()));
  });
  return 0;
});
