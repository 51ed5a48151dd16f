// npm itself: the one that started us where it did, else the one on the path.
import { runChild } from './child.mjs';

/**
 * Runs npm to its end; code 127 where there is none.
 * @param {readonly string[]} args
 * @param {import('./child.mjs').ChildOptions} options
 */
export function runNpm(args, options) {
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('npm-cli.js')
    ? runChild(process.execPath, [npm, ...args], options)
    : runChild('npm', args, { ...options, shell: process.platform === 'win32' });
}
