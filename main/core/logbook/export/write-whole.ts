// A file that is complete or absent: written under a name that nobody else has or can guess, and renamed at the end.
import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Calls `work` with a function that appends text. Throws what `work` or the disk throws; then nothing has changed. */
export async function writeWhole<T>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const existing = await stat(path).catch(() => null);
  // A device or a pipe is written to, never replaced. A symbolic link keeps leading to its file.
  const isStream = existing !== null && !existing.isFile() && !existing.isDirectory();
  const target = existing?.isFile() === true ? await realpath(path) : path;
  const making = isStream ? path : join(dirname(target), `.${randomUUID()}.part`);
  // Exclusive: neither a file nor a symbolic link is there.
  const file = await open(making, isStream ? 'w' : 'wx', 0o600);
  try {
    const result = await work(async (text) => {
      if (text !== '') await file.writeFile(text, 'utf8');
    });
    if (!isStream) await file.sync();
    await file.close();
    if (!isStream) await rename(making, target);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    if (!isStream) await rm(making, { force: true });
    throw error;
  }
}

/** Whether a file at `path` would be in `folder` or below it, over links as well. Rejects if its own folder is missing. */
export async function isWithin(path: string, folder: string): Promise<boolean> {
  const wanted = await stat(folder, { bigint: true });
  const target = await realpath(path).catch(async () => join(await realpath(dirname(path)), '-'));
  for (let at = dirname(target); ; at = dirname(at)) {
    const { dev, ino } = await stat(at, { bigint: true });
    if (dev === wanted.dev && ino === wanted.ino) return true;
    if (dirname(at) === at) return false;
  }
}
