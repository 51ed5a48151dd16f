// `node scripts/run.mjs ENTRY [ARGS]`: installs what is missing, then runs one file on the project's Node. Messages go
// to standard error: standard output belongs to that file.
import { runEntry } from './entry.mjs';
import { ensurePackages } from './build/packages.mjs';
import { PlainStop, runScript } from './plain-stop.mjs';
import { companionFlags } from './project-node.mjs';

await runScript(async () => {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) throw new PlainStop('There is nothing to run.', 'Run: node scripts/run.mjs ENTRY [ARGS]');
  await ensurePackages(console.error);
  return runEntry(entry, args, entry === 'main/node/cli.ts' ? companionFlags : []);
});
