// Equivalent mutants: reviewed survivors that behave like the original, so that no test can kill them. They are not run.

/**
 * @typedef {object} Judged
 * @property {string} file
 * @property {string} line the source line without its indentation
 * @property {string} mutant the replacement of the changed part
 * @property {string} why no test can tell
 */

/** @type {readonly Judged[]} */
export const judged = [
  {
    file: 'main/core/watch/hints/network-drive.ts',
    line: "if (platform !== 'linux') return false;",
    mutant: 'false',
    why: 'on another system the call gives numbers of its own, which need that system to be seen',
  },
];
