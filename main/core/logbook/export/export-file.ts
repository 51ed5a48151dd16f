// A file that is complete or not there: written under another name beside it, and renamed at the end.
import { open, rename, rm } from 'node:fs/promises';

/** Calls `work` with a function that appends text. Throws what `work` or the disk throws; then nothing has changed. */
export async function writeWhole<T>(
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const making = `${path}.part`;
  const file = await open(making, 'w', 0o600);
  try {
    const result = await work(async (text) => {
      if (text !== '') await file.writeFile(text, 'utf8');
    });
    await file.sync();
    await file.close();
    await rename(making, path);
    return result;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(making, { force: true });
    throw error;
  }
}
