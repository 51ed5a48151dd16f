// The hashes of a file: of its bytes, and of the picture that it draws.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ImageRules } from './growing-file.ts';

export type FileIdentity = {
  readonly sha256: string;
  /** The same for another comment, EXIF or compression (0041); `sha256` if the file is no whole image. */
  readonly imageHash: string;
};

/** Reads the whole file. Follows no link and waits for no pipe. Rejects with the system's error. */
export async function identifyFile(
  path: string,
  { createImageCheck }: Pick<ImageRules, 'createImageCheck'>,
): Promise<FileIdentity> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const hash = createHash('sha256');
    const check = createImageCheck(path);
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
      await check.push(chunk as Buffer);
    }
    const sha256 = hash.digest('hex');
    const verdict = check.verdict();
    return { sha256, imageHash: verdict.kind === 'complete' ? verdict.imageHash : sha256 };
  } finally {
    await handle.close();
  }
}
