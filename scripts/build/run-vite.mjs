// Builds with Vite, in a process of its own.
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/**
 * Throws a PlainStop if it fails.
 * @param {string} title what is built, such as `the window`
 * @param {string} config the path of its Vite configuration, relative to the repository
 */
export async function runVite(title, config) {
  const vite = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', config, '--logLevel', 'warn'];
  // A test's NODE_ENV would put React's development build into it.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code } = await runChild(projectNode(), [...nodeFlags, ...vite], { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (code === 0) return;
  throw new PlainStop(
    `Building ${title} failed; Vite's output is above.`,
    `To build it alone, run: npx vite build --config ${config}`,
  );
}
