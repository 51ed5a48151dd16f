// `node scripts/run.mjs ENTRY [ARGS]`: installs and builds what is missing, then runs one file on the project's Node.
// Messages go to standard error: standard output belongs to that file.
import { build } from './build/build.mjs';
import { ensurePackages } from './build/packages.mjs';
import { runEntry } from './entry.mjs';
import { PlainStop, runScript } from './plain-stop.mjs';
import { companionFlags } from './project-node.mjs';

/** @type {Readonly<Record<string, readonly string[]>>} */
const flags = { 'main/node/cli.ts': companionFlags };

await runScript(async () => {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) throw new PlainStop('There is nothing to run.', 'Run: node scripts/run.mjs ENTRY [ARGS]');
  await ensurePackages(console.error);
  if (entry === 'emulator/main.ts') await build({ print: console.error, only: ['dist/console/index.html'] });
  return runEntry(entry, args, flags[entry]);
});
