// A folder that is named where pictures are handed over: the way to have its pictures taken is another command.
import { stat } from 'node:fs/promises';

/** Null for everything that is no folder. `named`: as the pilot wrote it. */
export async function folderWords(named: string, path: string): Promise<string | null> {
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
  return isFolder ? `${named} is a folder. To have its pictures taken: \`watch\`, with \`--existing\`.` : null;
}
