// Files that arrive as bytes, because they have no path on this computer. The companion takes files by path, so the
// bytes lie in a folder of ours for as long as it copies them into its spool, and are gone afterwards.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { mkdirSync, rmSync } from 'node:fs';

export type ReceivedFile = { readonly name: string; readonly bytes: Uint8Array };
export type ReceivedFiles = ReturnType<typeof createReceivedFiles>;

/** `folder` is ours alone: what an earlier run left there is removed. */
export function createReceivedFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  return {
    /** Keeps the bytes on disk while `use` runs. Rejects where they cannot be written. */
    async keep<T>(
      { name, bytes }: ReceivedFile,
      use: (file: { path: string; name: string }) => Promise<T>,
    ): Promise<T> {
      const place = await mkdtemp(join(folder, 'file-'));
      try {
        // The name that the page gave is only shown; of it, no more than a plain extension reaches the disk.
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
