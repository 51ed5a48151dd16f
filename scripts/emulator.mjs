// `npm run emulator`: installs what is missing, builds the console where it is older than its sources, and runs the
// emulator. Words of its own go to standard error: standard output begins with the emulator's ready line.
import { build } from './build/build.mjs';
import { runEntry } from './entry.mjs';
import { ensurePackages } from './build/packages.mjs';
import { runScript } from './plain-stop.mjs';
import { emulatorFlags } from './project-node.mjs';

await runScript(async () => {
  await ensurePackages(console.error);
  await build({ say: console.error, only: ['dist/console/index.html'] });
  return runEntry('emulator/main.ts', process.argv.slice(2), emulatorFlags);
});
