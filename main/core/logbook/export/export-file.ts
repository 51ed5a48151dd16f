// A file that is complete or absent: written under a temporary name, and renamed at the end.
import { open, realpath, rename, rm, stat } from 'node:fs/promises';

/** Calls `work` with a function that appends text. Throws what `work` or the disk throws; then nothing has changed. */
export async function writeWhole<T>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const existing = await stat(path).catch(() => null);
  // A device or a pipe is written to, never replaced. A symbolic link keeps leading to its file.
  const isStream = existing !== null && !existing.isFile() && !existing.isDirectory();
  const target = existing?.isFile() === true ? await realpath(path) : path;
  const making = isStream ? path : `${target}.part`;
  const file = await open(making, 'w', 0o600);
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
