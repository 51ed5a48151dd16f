// A disk of a few megabytes, in memory, if this user may mount one (root on Linux); otherwise returns why not.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

export function mountSmallDisk(mountPoint: string, megabytes: number) {
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
  const mounted =
    process.platform === 'linux'
      ? run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mountPoint)
      : { status: 1, stderr: 'only Linux has disks in memory' };
  const isMounted = mounted.status === 0;
  const filler = join(mountPoint, 'filler');
  return {
    mountPoint,
    isMounted,
    why: `no small disk can be mounted here: ${mounted.stderr.trim()}`,
    /** To the last byte. */
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 4)) {
          try {
            for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
          } catch {
            // Full for chunks of this size.
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    /** True if the system allowed it. */
    mayBeWritten: (isAllowed: boolean) =>
      run('mount', '-o', `remount,${isAllowed ? 'rw' : 'ro'}`, mountPoint).status === 0,
    unmount: () => void (isMounted && run('umount', '-l', mountPoint)),
  };
}
