// Ends the process though a keychain waits for a prompt that nobody answers. The library's call holds a thread until the prompt
// is gone, and a process that exits waits for its threads: measured with gnome-keyring, it stood there for as long as the
// prompt did. Everything is on disk by then, so the process becomes another one that ends with the same code.
import { isKeychainAsked } from '../secrets/keytar.ts';

export async function forceExit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve));
  endNow(code);
}

/** Without waiting for what is being written out. */
export function endNow(code: number): never {
  // Windows' Credential Manager asks nobody.
  if (isKeychainAsked() && process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  process.exit(code);
}
