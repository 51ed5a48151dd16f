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
 * Runs a script's main function. Its result becomes the exit code. Of a `PlainStop`, a wrong argument or a missing
 * file only the message is printed.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (reason) {
    if (!(reason instanceof PlainStop || isWrongInput(reason))) throw reason;
    console.error(reason.message);
    process.exitCode = 1;
  }
}

/**
 * Whether `parseArgs` or the file system refused what a person typed.
 * @param {unknown} reason
 * @returns {reason is Error}
 */
const isWrongInput = (reason) =>
  reason instanceof Error && 'code' in reason && /^(ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(reason.code));
