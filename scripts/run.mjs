// `node scripts/run.mjs ENTRY [ARGS]`: installs what is missing, then runs one file of the project on the project's
// Node. Its own words go to standard error: standard output belongs to the file that runs.
import { resolve } from 'node:path';
import { runChild } from './child.mjs';
import { ensurePackages } from './packages.mjs';
import { PlainStop, runScript } from './plain-stop.mjs';
import { nodeFlags, projectNode } from './project-node.mjs';
import { root } from './root.mjs';

await runScript(async () => {
  const [entry, ...args] = process.argv.slice(2);
  if (entry === undefined) throw new PlainStop('There is nothing to run.', 'Type: node scripts/run.mjs ENTRY [ARGS]');
  await ensurePackages(console.error);
  // npm moves to the top of the repository; names of files are meant from where the person stands.
  const cwd = process.env['npm_lifecycle_event'] === undefined ? undefined : process.env['INIT_CWD'];
  const { code } = await runChild(projectNode(), [...nodeFlags, resolve(root, entry), ...args], { cwd });
  return code;
});
