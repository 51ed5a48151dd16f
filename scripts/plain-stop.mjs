// A script ends with an exit code, or with a `PlainStop`: a message without a stack trace about a problem that its user
// can fix.

/** Thrown if a script can't continue and a person can fix it. */
export class PlainStop extends Error {
  /**
   * @param {string} sentence what is wrong, one sentence
   * @param {string} [next] what to do next
   */
  constructor(sentence, next) {
    super(next === undefined ? sentence : `${sentence}\n  ${next}`);
    this.name = 'PlainStop';
  }
}

/**
 * Runs a script's main function. Its result becomes the exit code; only the message of a `PlainStop` is printed.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (reason) {
    const sentence = reason instanceof PlainStop ? reason.message : fileProblem(reason);
    if (sentence === null) throw reason;
    console.error(sentence);
    process.exitCode = 1;
  }
}

/** What is wrong with a file that was named, by the system's code. */
const fileProblems = new Map([
  ['ENOENT', 'does not exist. Check the path.'],
  ['ENOTDIR', 'is not a folder. Check the path.'],
  ['EISDIR', 'is a folder, and a file is needed. Check the path.'],
  ['EEXIST', 'is there already. Remove it, or name another one.'],
  ['EACCES', 'may not be used by this user. Change its rights.'],
  ['EPERM', 'may not be used by this user. Change its rights.'],
  ['EROFS', 'is on a file system that cannot be written.'],
  ['ENOSPC', 'does not fit: the disk is full.'],
]);

/**
 * Describes a system error about a file in a sentence. Returns null for any other error.
 * @param {unknown} reason
 */
function fileProblem(reason) {
  if (!(reason instanceof Error)) return null;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (reason);
  // Reading an open file fails without its path.
  const problem = fileProblems.get(code ?? '');
  return problem === undefined ? null : `${path ?? 'The file'} ${problem}`;
}
