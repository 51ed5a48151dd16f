// A script ends with the exit code of what it ran, or with a plain stop: one sentence that says what is wrong and what
// to do. A stack trace is for bugs only.

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
 * Runs a script's main function. Its result becomes the exit code; a plain stop is printed as it is.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (reason) {
    if (!(reason instanceof PlainStop)) throw reason;
    console.error(reason.message);
    process.exitCode = 1;
  }
}
