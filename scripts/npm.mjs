// Runs npm: the one that started us, otherwise the one on the path.
import { runChild } from './child.mjs';

/**
 * Runs npm to its end; code 127 if it is missing.
 * @param {readonly string[]} args
 * @param {import('./child.mjs').ChildOptions} options
 */
export function runNpm(args, options) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('npm-cli.js')
    ? runChild(process.execPath, [npm, ...args], options)
    : runChild('npm', args, { ...options, shell: process.platform === 'win32' });
}
