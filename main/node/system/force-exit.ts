// Ends the process while a keychain waits for an unanswered prompt. The library's call blocks a thread, and `exit`
// waits for threads (seen with gnome-keyring). Everything is on disk by then, so the process replaces itself with one
// that exits with the same code.
import { isKeychainAsked } from '../secrets/keytar.ts';

export async function forceExit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  endNow(code);
}

/** Ends without waiting for pending output. */
export function endNow(code: number): never {
  // Windows' Credential Manager never prompts.
  if (isKeychainAsked() && process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  process.exit(code);
}
