// Files that arrive as bytes because they have no path. The companion adds files by path, so the bytes are in a folder
// of ours until it has copied them to its spool.
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

type ReceivedFile = { readonly name: string; readonly bytes: Uint8Array };
export type ReceivedFiles = ReturnType<typeof createReceivedFiles>;

/** `folder` belongs to the app: what an earlier run left in it is removed. */
export function createReceivedFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  return {
    /** Keeps the bytes on disk while `use` runs. Rejects if they can't be written. */
    async keep<T>(
      { name, bytes }: ReceivedFile,
      use: (file: { path: string; name: string }) => Promise<T>,
    ): Promise<T> {
      const place = await mkdtemp(join(folder, 'file-'));
      try {
        // The page's file name is only displayed; the name on disk gets a plain extension of it at most.
        const extension = /^\.[a-z0-9]{1,5}$/i.exec(extname(name))?.[0] ?? '';
        const path = join(place, `received${extension}`);
        await writeFile(path, bytes, { mode: 0o600 });
        return await use({ path, name });
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },
  };
}
