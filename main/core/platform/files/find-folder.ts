// A folder keeps the path that it was given, so that a link in it is followed wherever it leads later.
import { realpath } from 'node:fs/promises';

/** Returns where a path leads; the path itself if nothing is there. */
export const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Returns the folder that a path leads to, by its own path or through links; null if it is not among these. */
export async function findFolder<T extends { readonly path: string }>(
  folders: readonly T[],
  path: string,
): Promise<T | null> {
  const real = await realPathOf(path);
  for (const folder of folders) if (folder.path === path || (await realPathOf(folder.path)) === real) return folder;
  return null;
}
