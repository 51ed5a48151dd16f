// Runs one file of the project on the project's Node, with our streams and signals.
import { resolve } from 'node:path';
import { runChild } from './child.mjs';
import { nodeFlags, projectNode } from './project-node.mjs';
import { inRoot, root } from './root.mjs';
import { installedBrowser } from './browser-places.mjs';

/** Longer than the broker takes to answer the requests in progress. */
const patienceMs = 35_000;

/**
 * Runs a file to its end and returns its exit code.
 * @param {string} entry relative to the repository, or absolute
 * @param {readonly string[]} args
 * @param {readonly string[]} [flags] for Node, in addition to those of every file
 */
export async function runEntry(entry, args, flags = []) {
  // npm changes to the repository's root, but file arguments are relative to the user's folder.
  const cwd = process.env['npm_lifecycle_event'] === undefined ? undefined : process.env['INIT_CWD'];
  const env = {
    // Node's compile cache halves the start time.
    NODE_COMPILE_CACHE: inRoot('.cache', 'node'),
    // For benchmarks, pictures and the checks of a release.
    PILOT_COMPANION_BROWSER: installedBrowser(),
    ...process.env,
  };
  const command = [...nodeFlags, ...flags, resolve(root, entry), ...args];
  const { code } = await runChild(projectNode(), command, { cwd, env, patienceMs });
  return code;
}
