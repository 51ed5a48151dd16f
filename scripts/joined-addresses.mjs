/**
 * Rewrites `--emulator URL` as `--emulator=URL`. On Windows, Electron exits if an argument follows a separate URL.
 * @param {readonly string[]} args
 * @returns {string[]}
 */
export function joinedAddresses(args) {
  return args.flatMap((arg, index) => {
    const next = args[index + 1];
    if (arg === '--emulator' && next !== undefined && !next.startsWith('--')) return [`--emulator=${next}`];
    return args[index - 1] === '--emulator' && !arg.startsWith('--') ? [] : [arg];
  });
}
