// Files whose content is only in a cloud. macOS and Windows mark them, with a flag and an attribute that Node does not
// report, so the system's own command is asked about files with little on disk. A sparse or compressed file has as
// little and no mark. On other systems nothing marks a placeholder: reading decides.
import { execFile } from 'node:child_process';
import type { ListedFile } from './folder-listing.ts';

/** Returns the paths of placeholders among these files. Never rejects. */
export type FindPlaceholders = (files: readonly ListedFile[]) => Promise<ReadonlySet<string>>;

const MIN_BYTES = 16 * 1024;
/** One command line holds this many paths. */
const AT_ONCE = 50;
const TIMEOUT_MS = 5_000;

/** Far fewer bytes on disk than its size. Small files may be stored without separate blocks. */
export const hasLittleOnDisk = ({ size, blocks }: Pick<ListedFile, 'size' | 'blocks'>): boolean =>
  size >= MIN_BYTES && blocks !== null && blocks * 512 < size / 4;

export const findPlaceholders: FindPlaceholders = async (files) => {
  const { platform } = process;
  const found = new Set<string>();
  if (platform !== 'darwin' && platform !== 'win32') return found;
  const candidates = files.filter((file) => file.kind === 'file' && hasLittleOnDisk(file));
  const atOnce = platform === 'darwin' ? AT_ONCE : 1;
  for (let at = 0; at < candidates.length; at += atOnce) {
    const some = candidates.slice(at, at + atOnce).map(({ path }) => path);
    const isMarked =
      platform === 'darwin'
        ? datalessOf(await run('/usr/bin/stat', ['-f', '%f', '--', ...some]))
        : [isOffline(await run('attrib.exe', some))];
    for (const [index, path] of some.entries()) if (isMarked[index]) found.add(path);
  }
  return found;
};

const SF_DATALESS = 0x40000000;

/** From the flags that `stat -f %f` prints, one line a file. */
export const datalessOf = (output: string): boolean[] =>
  output.split('\n').map((flags) => (Number(flags) & SF_DATALESS) !== 0);

/** From the line that `attrib` prints: letters in columns, then the path. O: the content is not on this computer. */
export const isOffline = (output: string): boolean => /^[A-Z ]*O[A-Z ]* [A-Z]:\\/.test(output);

const run = (program: string, args: readonly string[]) =>
  new Promise<string>((resolve) => {
    // A program that fails, because a file was just deleted, still prints what it knows.
    execFile(program, args, { timeout: TIMEOUT_MS, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
