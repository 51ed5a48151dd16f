// `npm run emulator`: installs what is missing, builds the console if it is out of date, and runs the emulator.
// Messages go to standard error: standard output begins with the emulator's ready line.
import { build } from './build/build.mjs';
import { runEntry } from './entry.mjs';
import { ensurePackages } from './build/packages.mjs';
import { runScript } from './plain-stop.mjs';
import { emulatorFlags } from './project-node.mjs';

await runScript(async () => {
  await ensurePackages(console.error);
  await build({ print: console.error, only: ['dist/console/index.html'] });
  return runEntry('emulator/main.ts', process.argv.slice(2), emulatorFlags);
});
