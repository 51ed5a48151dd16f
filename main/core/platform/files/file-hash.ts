import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opens a file for reading. Follows no link and waits for no pipe, even where one has just replaced the file. */
export const openFile = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

/** Returns the SHA-256 of a file in hex. Follows no link and waits for no pipe. Rejects with the system's error. */
export async function hashFile(path: string): Promise<string> {
  const handle = await openFile(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
