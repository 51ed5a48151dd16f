// Every script ends in one of two ways: with the exit code of what it ran, or with a plain stop: one sentence that
// says what is in the way, and what to type next. A stack trace is for bugs only.

/** Thrown where a script cannot go on and a person can do something about it. */
export class PlainStop extends Error {
  /**
   * @param {string} sentence what is in the way, one sentence
   * @param {string} [next] what to type or do next
   */
  constructor(sentence, next) {
    super(next === undefined ? sentence : `${sentence}\n  ${next}`);
    this.name = 'PlainStop';
  }
}

/**
 * Runs a script's main function. The number that it gives becomes the exit code; a plain stop is printed as it is.
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
