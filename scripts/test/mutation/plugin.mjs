// Stryker plugins that choose which mutants are run. A mutant outside the sample doesn't affect the score.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { root } from '../../root.mjs';

/** Passes the options of mutation.mjs to Stryker's processes. */
export const sampleVariable = 'PILOT_COMPANION_MUTATION_SAMPLE';

/** @typedef {{ fileName: string, replacement: string, location: { start: { line: number, column: number } } }} Mutant */

/**
 * Whether a mutant is in the sample, which is the same for the same seed.
 * @param {{ file: string, line: number, column: number, replacement: string }} mutant
 * @param {{ percent: number, seed: string }} sample
 */
export function isInSample({ file, line, column, replacement }, { percent, seed }) {
  if (percent >= 100) return true;
  const hash = createHash('sha256').update([seed, file, line, column, replacement].join('\0')).digest();
  return hash.readUInt32BE() / 2 ** 32 < percent / 100;
}

/** @param {Mutant} mutant */
function isLeftOut({ fileName, replacement, location: { start } }) {
  // Stryker works in a copy inside the cache folder.
  const file = relative(root, fileName)
    .replaceAll('\\', '/')
    .replace(/^.*\/(?=main\/core\/)/, '');
  const [percent = '100', seed = ''] = (process.env[sampleVariable] ?? '').split(' ');
  const sample = { percent: Number(percent || 100), seed };
  return !isInSample({ file, line: start.line, column: start.column, replacement }, sample);
}

const checker = {
  async init() {},
  /** @param {(Mutant & { id: string })[]} mutants */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isLeftOut(mutant) ? { status: 'compileError', reason: 'not in the sample' } : { status: 'passed' },
      ]),
    );
  },
  /** All at once. @param {(Mutant & { id: string })[]} mutants */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  },
};

/** Ignores calls of the log. */
const ignorer = {
  /** @param {import('./plugin.mjs').NodePath} path */
  shouldIgnore({ node }) {
    // Stryker removes an expression statement as a whole.
    const call = node.type === 'ExpressionStatement' ? node.expression : node;
    const callee = call?.type === 'CallExpression' ? call.callee : undefined;
    const isLog = callee?.type === 'MemberExpression' && /^(log|logger)$/.test(nameOf(callee.object));
    return isLog ? 'a line of the log' : undefined;
  },
};

/**
 * Returns the last name of an expression such as `log` or `ports.log`.
 * @param {AnyNode | undefined} node
 * @returns {string}
 */
const nameOf = (node) => (node?.type === 'MemberExpression' ? nameOf(node.property) : (node?.name ?? ''));

/** @typedef {{ type: string, name?: string, callee?: AnyNode, expression?: AnyNode, object?: AnyNode, property?: AnyNode }} AnyNode */
/** @typedef {{ node: AnyNode }} NodePath */

export const strykerPlugins = [
  { kind: 'Checker', name: 'wanted', value: checker },
  { kind: 'Ignore', name: 'log', value: ignorer },
];
