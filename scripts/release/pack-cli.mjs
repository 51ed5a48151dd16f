// `node scripts/release/pack-cli.mjs`: packs the npm package of the command line as one file in dist and prints its path. Install it with
// npm install --global ./dist/pilot-companion-VERSION.tgz.
//   --force   rebuilds it
import { ensurePackages } from '../build/packages.mjs';
import { refuseSecrets } from '../build/package-check.mjs';
import { readFlags } from '../flags.mjs';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { buildCliPackage, packageFolder } from './cli-package.mjs';
import { oneAtATime } from '../build/one-at-a-time.mjs';

await runScript(async () => {
  const isForced = readFlags(['--force']).has('--force');
  await ensurePackages(console.error);
  await oneAtATime('dist-npm-cli', async () => {
    await buildCliPackage({ print: console.error, isForced });
    refuseSecrets(packageFolder);
    const pack = ['pack', packageFolder, '--pack-destination', inRoot('dist'), '--loglevel=error'];
    const { code, output } = await runNpm(pack, { stdio: ['ignore', 'pipe', 2] });
    if (code !== 0) throw new PlainStop('npm could not pack dist/npm-cli; its output is above.');
    console.log(inRoot('dist', output.trim()));
  });
  return 0;
});
