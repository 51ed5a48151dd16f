// `node scripts/run.mjs ENTRY [ARGS]`: installs what is missing, then runs one file of the project on the project's
// Node. Its own words go to standard error: standard output belongs to the file that runs.
import { runEntry } from './entry.mjs';
import { ensurePackages } from './build/packages.mjs';
import { PlainStop, runScript } from './plain-stop.mjs';
import { companionFlags } from './project-node.mjs';

await runScript(async () => {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) throw new PlainStop('There is nothing to run.', 'Type: node scripts/run.mjs ENTRY [ARGS]');
  await ensurePackages(console.error);
  return runEntry(entry, args, entry === 'main/node/cli.ts' ? companionFlags : []);
});
