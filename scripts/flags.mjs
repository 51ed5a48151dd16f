// Reads the arguments of a script that only takes flags.
import { PlainStop } from './plain-stop.mjs';

/**
 * Returns the given flags. Throws a `PlainStop` for any other argument.
 * @param {readonly string[]} known
 * @param {readonly string[]} [args]
 * @returns {ReadonlySet<string>}
 */
export function readFlags(known, args = process.argv.slice(2)) {
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown === undefined) return new Set(args);
  throw new PlainStop(
    `${unknown} isn't an option of this script.`,
    known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}`,
  );
}
