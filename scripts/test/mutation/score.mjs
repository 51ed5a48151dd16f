// Counts Stryker's results and formats them as lines. Pure.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The part of a Stryker report that is used here. Lines and columns start at 1.
 * @typedef {object} MutantResult
 * @property {string} status
 * @property {string} fileName
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: { line: number, column: number } }} location
 */

const killed = ['Killed', 'Timeout'];
const alive = ['Survived', 'NoCoverage'];

/** @param {readonly MutantResult[]} results */
export function scoreOf(results) {
  const count = (/** @type {readonly string[]} */ states) =>
    results.filter(({ status }) => states.includes(status)).length;
  const run = count([...killed, ...alive]);
  const percent = run === 0 ? 100 : Math.floor((count(killed) / run) * 1000) / 10;
  return { killed: count(killed), run, percent };
}

/**
 * Returns a line for each surviving mutant: its position, the original and the replacement.
 * @param {readonly MutantResult[]} results
 * @param {string} folder root of the file names
 * @param {(path: string) => string} read
 */
export function survivorLines(results, folder, read = (path) => readFileSync(path, 'utf8')) {
  return results
    .filter(({ status }) => alive.includes(status))
    .map(({ status, fileName, location: { start }, mutatorName, replacement = '' }) => {
      const line = read(fileName).split('\n')[start.line - 1]?.trim() ?? '';
      const where = `${relative(folder, fileName)}:${start.line}:${start.column}`;
      const why = status === 'NoCoverage' ? ' (no test comes here)' : '';
      return `${where} ${mutatorName}${why}\n    ${line}\n    → ${replacement.replaceAll(/\s+/g, ' ')}`;
    });
}
