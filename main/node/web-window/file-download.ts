// Exports for a browser: written completely first, so that a cancelled or failed one is an answer and not half a file.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Result } from '../../contract/failure.ts';
import type { Exported } from '../../contract/logbook.ts';
import type { Companion } from '../../core/app/companion.ts';

type Download = Exported & {
  readonly bytes: number;
  readonly mediaType: string;
  readonly stream: Readable;
};

/** Returns the file, which is removed once it is read, or the result to answer with: null if it was cancelled. */
export function createWindowExport({ companion, folder }: { readonly companion: Companion; readonly folder: string }) {
  return async (input: unknown): Promise<Download | Result<null>> => {
    const own = join(folder, randomUUID());
    await mkdir(own, { recursive: true, mode: 0o700 });
    const remove = () => rm(own, { recursive: true, force: true });
    try {
      const written = await companion.exportLogbook(input, { folder: own });
      if (!written.ok || written.value === null) {
        await remove();
        return written.ok ? { ok: true, value: null } : written;
      }
      const { name } = written.value;
      const { size } = await stat(join(own, name));
      const stream = createReadStream(join(own, name));
      stream.once('close', () => void remove().catch(() => {}));
      return { ...written.value, bytes: size, mediaType: 'application/octet-stream', stream };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}
