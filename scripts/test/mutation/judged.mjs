// Survivors that somebody has looked at and that no test can kill: the changed code does the same. They are not run.

/**
 * @typedef {object} Judged
 * @property {string} file
 * @property {string} line as it is written, without what it is set in by
 * @property {string} mutant what stands there instead of the part that is changed
 * @property {string} why no test can tell
 */

/** @type {readonly Judged[]} */
export const judged = [];
