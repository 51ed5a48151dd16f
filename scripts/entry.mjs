// One file of the project, run on the project's Node with the streams and signals of whoever started us.
import { resolve } from 'node:path';
import { runChild } from './child.mjs';
import { nodeFlags, projectNode } from './project-node.mjs';
import { inRoot, root } from './root.mjs';

/** Longer than the broker takes at most to answer what is in progress. */
const patienceMs = 35_000;

/**
 * Runs a file to its end and answers its exit code.
 * @param {string} entry relative to the repository, or absolute
 * @param {readonly string[]} args
 * @param {readonly string[]} [flags] for Node, beside those that every file has
 */
export async function runEntry(entry, args, flags = []) {
  // npm moves to the top of the repository; names of files are meant from where the person stands.
  const cwd = process.env['npm_lifecycle_event'] === undefined ? undefined : process.env['INIT_CWD'];
  // What Node has stripped of types and compiled once, it need not again: that is half of the time of a start.
  const env = { NODE_COMPILE_CACHE: inRoot('.cache', 'node'), ...process.env };
  const command = [...nodeFlags, ...flags, resolve(root, entry), ...args];
  const { code } = await runChild(projectNode(), command, { cwd, env, patienceMs });
  return code;
}
