// The lock of a single instance: the first process of a data folder listens, a later one tells it its arguments.
// Synchronous like Electron's: a lock file made exclusively, with the first one's process id in it, and a drop box
// beside it that the first one watches.
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
    // Its process was killed; like the operating system's own locks, this one dies with it.
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

/** Null while it is still being written. */
function parse(text: string): SecondInstance | null {
  try {
    return JSON.parse(text) as SecondInstance;
  } catch {
    return null;
  }
}
