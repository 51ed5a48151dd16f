// The lock of a single instance: the first process of a data folder listens, a later one tells it its arguments.
// Synchronous like Electron's: an exclusive lock file with the process id of the first, and a folder beside it for
// messages, which the first process watches.
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type SecondInstance = { readonly argv: string[]; readonly cwd: string; readonly data: object };

/** True for the first; `onSecond` gets the arguments of each later one, and the data that it sends. */
export function claimSingleInstance(lock: string, data: object, onSecond: (second: SecondInstance) => void): boolean {
  mkdirSync(dirname(lock), { recursive: true });
  if (!claim(lock)) {
    writeFileSync(
      join(`${lock}.calls`, `${process.pid}.json`),
      JSON.stringify({ argv: process.argv, cwd: process.cwd(), data }),
    );
    return false;
  }
  const calls = `${lock}.calls`;
  rmSync(calls, { recursive: true, force: true });
  mkdirSync(calls);
  const answered = new Set<string>();
  const watcher = watch(calls, () => {
    for (const name of readdirSync(calls).filter((name) => !answered.has(name))) {
      const second = parse(readFileSync(join(calls, name), 'utf8'));
      if (second === null) continue;
      answered.add(name);
      onSecond(second);
    }
  });
  watcher.unref();
  process.once('exit', () => rmSync(lock, { force: true }));
  return true;
}

function claim(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
    // The process was killed, which releases the lock, like locks of the operating system.
    writeFileSync(lock, String(process.pid));
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns null while the file is still being written. */
function parse(text: string): SecondInstance | null {
  try {
    return JSON.parse(text) as SecondInstance;
  } catch {
    return null;
  }
}
