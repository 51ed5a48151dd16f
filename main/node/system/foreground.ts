// Whether this process has the terminal. The system stops a process in the background that reads from it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** False where that is not known. */
export function hasTerminal(platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return true;
  try {
    const [group, foreground] = platform === 'linux' ? groupsOfProc() : groupsOfPs();
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}

/** proc_pid_stat(5): the fields behind the name of the program, from its state on. */
function groupsOfProc() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [fields[2], fields[5]];
}

const groupsOfPs = () =>
  execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
